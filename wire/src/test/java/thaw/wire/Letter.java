package thaw.wire;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/** An object with fields of every kind that protobuf has, and how to have random ones. */
final class Letter implements Wired {
  enum Colour {
    RED,
    GREEN,
    BLUE
  }

  static final ObjectShape<Letter> SHAPE =
      new ObjectShape<>() {
        @Override
        protected Letter blank() {
          return new Letter();
        }

        @Override
        protected Letter fields(Wire w, Letter value) {
          value.wire(w);
          return value;
        }
      };

  private static final Colour[] COLOURS = Colour.values();
  private static final Shape<Colour> NUMBERED =
      Shapes.enumeration(COLOURS, new int[] {7, -1, 1_000});

  private static final Field INT32 = Field.of(1, "int32");
  private static final Field INT64 = Field.of(2, "int64");
  private static final Field SINT32 = Field.of(3, "sint32").zigzag();
  private static final Field SINT64 = Field.of(4, "sint64").zigzag();
  private static final Field FIXED32 = Field.of(5, "fixed32").fixed();
  private static final Field FIXED64 = Field.of(6, "fixed64").fixed();
  private static final Field INT8 = Field.of(7, "int8");
  private static final Field INT16 = Field.of(8, "int16").zigzag();
  private static final Field BOOL = Field.of(9, "bool");
  private static final Field FLOAT32 = Field.of(10, "float32");
  private static final Field FLOAT64 = Field.of(11, "float64");
  private static final Field CHARACTER = Field.of(12, "character");
  private static final Field STRING = Field.of(13, "string");
  private static final Field BYTES = Field.of(14, "bytes");
  private static final Field DECIMAL = Field.of(15, "decimal");
  private static final Field TIMESTAMP = Field.of(16, "timestamp");
  private static final Field COLOUR = Field.of(17, "colour");
  private static final Field NESTED = Field.of(18, "nested");
  private static final Field INTS = Field.of(19, "ints");
  private static final Field SINTS = Field.of(127, "sints").zigzag();
  private static final Field FIXEDS = Field.of(128, "fixeds").fixed();
  private static final Field STRINGS = Field.of(129, "strings");
  private static final Field TIMES = Field.of(130, "times");
  private static final Field LETTERS = Field.of(131, "letters");
  private static final Field COLOURS_ALL = Field.of(132, "colours");
  private static final Field BY_NAME = Field.of(133, "byName");
  private static final Field BY_NUMBER = Field.of(134, "byNumber").zigzag();
  private static final Field BOXED = Field.of(2_048, "boxed");
  private static final Field DOUBLES = Field.of(Field.MAX_NUMBER, "doubles");

  int int32;
  long int64;
  int sint32;
  long sint64;
  int fixed32;
  long fixed64;
  byte int8;
  short int16;
  boolean bool;
  float float32;
  double float64;
  char character;
  String string;
  byte[] bytes;
  BigDecimal decimal;
  Instant timestamp;
  Colour colour;
  Letter nested;
  List<Integer> ints;
  List<Long> sints;
  long[] fixeds;
  List<String> strings;
  List<Instant> times;
  List<Letter> letters;
  List<Colour> colours;
  Map<String, Letter> byName;
  Map<Integer, Long> byNumber;
  Integer boxed;
  double[] doubles;

  @Override
  public void wire(Wire w) {
    int32 = w.int32(INT32, int32);
    int64 = w.int64(INT64, int64);
    sint32 = w.int32(SINT32, sint32);
    sint64 = w.int64(SINT64, sint64);
    fixed32 = w.int32(FIXED32, fixed32);
    fixed64 = w.int64(FIXED64, fixed64);
    int8 = w.int8(INT8, int8);
    int16 = w.int16(INT16, int16);
    bool = w.bool(BOOL, bool);
    float32 = w.float32(FLOAT32, float32);
    float64 = w.float64(FLOAT64, float64);
    character = w.character(CHARACTER, character);
    string = w.string(STRING, string);
    bytes = w.bytes(BYTES, bytes);
    decimal = w.decimal(DECIMAL, decimal);
    timestamp = w.timestamp(TIMESTAMP, timestamp);
    colour = w.enumeration(COLOUR, colour, COLOURS);
    nested = w.value(NESTED, nested, SHAPE);
    ints = w.list(INTS, ints, Shapes.INT32);
    sints = w.list(SINTS, sints, Shapes.INT64);
    fixeds = w.value(FIXEDS, fixeds, ArrayShapes.INT64S);
    strings = w.list(STRINGS, strings, Shapes.STRING);
    times = w.list(TIMES, times, Shapes.TIMESTAMP);
    letters = w.list(LETTERS, letters, SHAPE);
    colours = w.list(COLOURS_ALL, colours, NUMBERED);
    byName = w.map(BY_NAME, byName, SHAPE);
    byNumber = w.value(BY_NUMBER, byNumber, Shapes.map(TextShapes.INT32, Shapes.INT64));
    boxed = w.value(BOXED, boxed, Shapes.INT32);
    doubles = w.value(DOUBLES, doubles, ArrayShapes.FLOAT64S);
  }

  /** Lists are never null: those that are missing are read as empty ones. */
  static Letter random(RandomGenerator random, int depth) {
    Everything made = Everything.random(random, 0);
    Letter letter = new Letter();
    letter.int32 = made.int32;
    letter.int64 = made.int64;
    letter.sint32 = -random.nextInt(1000);
    letter.sint64 = random.nextLong();
    letter.fixed32 = random.nextInt();
    letter.fixed64 = made.int64;
    letter.int8 = made.int8;
    letter.int16 = made.int16;
    letter.bool = made.bool;
    letter.float32 = made.float32;
    letter.float64 = made.float64;
    letter.character = (char) random.nextInt();
    letter.string = made.string;
    letter.bytes = made.bytes;
    letter.decimal = made.decimal;
    letter.timestamp = made.timestamp;
    letter.colour = random.nextBoolean() ? null : COLOURS[random.nextInt(3)];
    letter.boxed = made.boxed;
    letter.ints = new ArrayList<>();
    letter.sints = new ArrayList<>();
    letter.strings = new ArrayList<>();
    letter.times = new ArrayList<>();
    letter.letters = new ArrayList<>();
    letter.colours = new ArrayList<>();
    letter.byName = new LinkedHashMap<>();
    letter.byNumber = new LinkedHashMap<>();
    letter.fixeds = random.longs(random.nextInt(4)).toArray();
    letter.doubles = random.doubles(random.nextInt(4)).toArray();
    for (int i = random.nextInt(5); i > 0; i--) {
      letter.ints.add(random.nextInt() >> random.nextInt(32));
      letter.sints.add(random.nextLong() >> random.nextInt(64));
      letter.strings.add(String.valueOf(made.string));
      letter.times.add(Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000)));
      letter.colours.add(COLOURS[random.nextInt(3)]);
      letter.byNumber.put(random.nextInt(9) - 4, random.nextLong());
      if (depth > 0) {
        letter.letters.add(random(random, depth - 2));
        letter.byName.put("" + random.nextInt(), random(random, depth - 2));
      }
    }
    letter.nested = depth > 0 ? random(random, depth - 1) : null;
    return letter;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Letter && toString().equals(other.toString());
  }

  @Override
  public int hashCode() {
    return toString().hashCode();
  }

  /** All of it, bit by bit. */
  @Override
  public String toString() {
    return "{"
        + List.of(int32, int64, sint32, sint64, fixed32, fixed64, int8, int16, bool)
        + List.of(Float.floatToRawIntBits(float32), Double.doubleToRawLongBits(float64))
        + (int) character
        + (string == null ? null : '"' + string + '"')
        + Arrays.toString(bytes)
        + Arrays.asList(decimal, timestamp, colour, nested, ints, sints, strings, times, letters)
        + Arrays.toString(fixeds)
        + Arrays.asList(colours, byName, byNumber, boxed)
        + Arrays.toString(doubles)
        + "}";
  }
}
