package thaw.wire;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;

/** An object with fields of every kind, and how to have random ones with values at their ends. */
final class Everything implements Wired {
  enum Colour {
    RED,
    GREEN,
    BLUE
  }

  static final ObjectShape<Everything> SHAPE =
      new ObjectShape<>() {
        @Override
        protected Everything blank() {
          return new Everything();
        }

        @Override
        protected Everything fields(Wire w, Everything value) {
          value.wire(w);
          return value;
        }
      };

  private static final Colour[] COLOURS = Colour.values();
  private static final Shape<Colour> COLOUR = Shapes.enumeration(COLOURS);
  private static final Shape<List<Integer>> ROW = Shapes.list(Shapes.INT32);

  private static final Field BOOL = Field.of(1, "bool");
  private static final Field INT8 = Field.of(2, "int8");
  private static final Field INT16 = Field.of(3, "int16");
  private static final Field INT32 = Field.of(4, "int32");
  private static final Field INT64 = Field.of(5, "int64");
  private static final Field FLOAT32 = Field.of(6, "float32");
  private static final Field FLOAT64 = Field.of(7, "float64");
  private static final Field CHARACTER = Field.of(8, "character");
  private static final Field STRING = Field.of(9, "string");
  private static final Field BYTES = Field.of(10, "bytes");
  private static final Field DECIMAL = Field.of(11, "decimal");
  private static final Field TIMESTAMP = Field.of(12, "timestamp");
  private static final Field COLOUR_ONE = Field.of(13, "colour");
  private static final Field NESTED = Field.of(14, "nested");
  private static final Field ROWS = Field.of(15, "a name of 16 ...");
  private static final Field OBJECTS = Field.of(127, "objects");
  private static final Field BY_NAME = Field.of(128, "by name");
  private static final Field COLOURS_ALL = Field.of(16_384, "Farben \u20ac \ud83c\udf75");
  private static final Field BOXED = Field.of(Field.MAX_NUMBER, "boxed");
  private static final Field OTHERS = Field.of(17, "others");

  boolean bool;
  byte int8;
  short int16;
  int int32;
  long int64;
  float float32;
  double float64;
  char character;
  String string;
  byte[] bytes;
  BigDecimal decimal;
  Instant timestamp;
  Colour colour;
  Everything nested;
  List<List<Integer>> rows;
  List<Everything> objects;
  Map<String, Everything> byName;
  List<Colour> colours;
  Integer boxed;
  Map<String, List<String>> others;

  @Override
  public void wire(Wire w) {
    bool = w.bool(BOOL, bool);
    int8 = w.int8(INT8, int8);
    int16 = w.int16(INT16, int16);
    int32 = w.int32(INT32, int32);
    int64 = w.int64(INT64, int64);
    float32 = w.float32(FLOAT32, float32);
    float64 = w.float64(FLOAT64, float64);
    character = w.character(CHARACTER, character);
    string = w.string(STRING, string);
    bytes = w.bytes(BYTES, bytes);
    decimal = w.decimal(DECIMAL, decimal);
    timestamp = w.timestamp(TIMESTAMP, timestamp);
    colour = w.enumeration(COLOUR_ONE, colour, COLOURS);
    nested = w.value(NESTED, nested, SHAPE);
    rows = w.list(ROWS, rows, ROW);
    objects = w.list(OBJECTS, objects, SHAPE);
    byName = w.map(BY_NAME, byName, SHAPE);
    colours = w.list(COLOURS_ALL, colours, COLOUR);
    boxed = w.value(BOXED, boxed, Shapes.INT32);
    others = w.map(OTHERS, others, Shapes.list(Shapes.STRING));
  }

  /** Without infinite values and NaN, which text does not have, and surrogates that are alone. */
  static Everything random(RandomGenerator random, int depth) {
    Everything made = new Everything();
    made.bool = random.nextBoolean();
    made.int8 = pick(random, Byte.MIN_VALUE, Byte.MAX_VALUE, (byte) 0, (byte) random.nextInt());
    made.int16 = pick(random, Short.MIN_VALUE, Short.MAX_VALUE, (short) random.nextInt());
    made.int32 = pick(random, Integer.MIN_VALUE, Integer.MAX_VALUE, -1, random.nextInt());
    made.int64 = pick(random, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 53, random.nextLong());
    made.float32 =
        pick(random, Float.MIN_VALUE, -Float.MAX_VALUE, -0f, 0.1f, (float) random.nextGaussian());
    made.float64 =
        pick(random, Double.MIN_VALUE, -Double.MAX_VALUE, -0d, 0.1, random.nextGaussian());
    made.character =
        pick(random, '\0', '\uffff', '"', '\u20ac', '\ud7ff', (char) random.nextInt(128));
    made.string = random.nextInt(5) == 0 ? null : text(random);
    made.bytes = random.nextInt(4) == 0 ? null : new byte[random.nextInt(150)];
    if (made.bytes != null) {
      random.nextBytes(made.bytes);
    }
    made.decimal =
        pick(
            random,
            null,
            BigDecimal.ZERO,
            new BigDecimal("-0.000"),
            new BigDecimal("1e300"),
            new BigDecimal("1e-300"),
            new BigDecimal(new BigInteger(random.nextInt(1, 400), new java.util.Random(7)), 20));
    made.timestamp =
        pick(
            random,
            null,
            Instant.EPOCH,
            Instant.MIN,
            Instant.MAX,
            Instant.ofEpochSecond(random.nextLong(1L << 35), random.nextInt(1_000_000_000)));
    made.colour = pick(random, null, Colour.RED, Colour.BLUE);
    made.boxed = pick(random, null, 0, random.nextInt());
    made.colours = list(random, i -> pick(random, null, Colour.GREEN));
    made.rows = list(random, i -> list(random, k -> pick(random, null, i, k)));
    made.others = map(random, i -> list(random, k -> text(random)));
    if (depth > 0) {
      made.nested = random.nextInt(3) == 0 ? null : random(random, depth - 1);
      made.objects = list(random, i -> i == 1 ? null : random(random, depth - 1));
      made.byName = map(random, i -> i == 1 ? null : random(random, 0));
    }
    return made;
  }

  /** What is left of it by a writer that omits nulls. */
  Everything withoutNullEntries() {
    for (Everything each : objects == null ? List.<Everything>of() : objects) {
      if (each != null) {
        each.withoutNullEntries();
      }
    }
    if (nested != null) {
      nested.withoutNullEntries();
    }
    if (byName != null) {
      byName.values().removeIf(Objects::isNull);
      byName.values().forEach(Everything::withoutNullEntries);
    }
    if (others != null) {
      others.values().removeIf(Objects::isNull);
    }
    return this;
  }

  @SafeVarargs
  private static <T> T pick(RandomGenerator random, T... values) {
    return values[random.nextInt(values.length)];
  }

  private static String text(RandomGenerator random) {
    StringBuilder text = new StringBuilder();
    int length = random.nextInt(4) == 0 ? random.nextInt(150) : random.nextInt(20);
    boolean ascii = random.nextBoolean();
    for (int i = 0; i < length; i++) {
      int codePoint = ascii ? random.nextInt(0x80) : random.nextInt(Character.MAX_CODE_POINT + 1);
      text.appendCodePoint(codePoint >= 0xd800 && codePoint < 0xe000 ? '\ufffd' : codePoint);
    }
    return text.toString();
  }

  private static <T> List<T> list(RandomGenerator random, IntFunction<T> element) {
    int size = random.nextInt(5) - 1;
    List<T> list = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      list.add(element.apply(i));
    }
    return size < 0 ? null : list;
  }

  private static <T> Map<String, T> map(RandomGenerator random, IntFunction<T> value) {
    int size = random.nextInt(4) - 1;
    Map<String, T> map = new LinkedHashMap<>();
    for (int i = 0; i < size; i++) {
      map.put(random.nextInt(8) == 0 ? "" : text(random), value.apply(i));
    }
    return size < 0 ? null : map;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Everything && toString().equals(other.toString());
  }

  @Override
  public int hashCode() {
    return toString().hashCode();
  }

  /** All of it, bit by bit. */
  @Override
  public String toString() {
    return "{"
        + List.of(bool, int8, int16, int32, int64, Float.floatToRawIntBits(float32))
        + List.of(Double.doubleToRawLongBits(float64), (int) character)
        + (string == null ? null : '"' + string + '"')
        + Arrays.toString(bytes)
        + Arrays.asList(decimal, timestamp, colour, nested, rows, objects, byName, colours, boxed)
        + others
        + "}";
  }
}
