package thaw.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The bytes of the binary formats, and what is wrong with those of others. */
class BinaryTest {
  private static final Field A = Field.of(1, "a");
  private static final Field B = Field.of(20, "bcdefghijklmnop");

  /** An int32 and a text, with numbers of one byte and of two. */
  private static final class Sample implements Wired {
    private int a = -1;
    private String b = "as it was";

    @Override
    public void wire(Wire w) {
      a = w.int32(A, a);
      b = w.string(B, b);
    }

    @Override
    public String toString() {
      return a + " " + b;
    }
  }

  /** One field of each kind that is read in several ways. */
  private static final class One implements Wired {
    private final String kind;
    private Object value = "missing";

    One(String kind) {
      this.kind = kind;
    }

    @Override
    public void wire(Wire w) {
      value =
          switch (kind) {
            case "bool" -> w.bool(A, false);
            case "int8" -> w.int8(A, (byte) 77);
            case "int16" -> w.int16(A, (short) 77);
            case "int32" -> w.int32(A, 77);
            case "int64" -> w.int64(A, 77);
            case "float32" -> w.float32(A, 77);
            case "float64" -> w.float64(A, 77);
            case "character" -> (int) w.character(A, 'M');
            case "string" -> w.string(A, "missing");
            case "bytes" -> Arrays.toString(w.bytes(A, null));
            case "decimal" -> w.decimal(A, null);
            case "timestamp" -> w.timestamp(A, null);
            case "list" -> w.list(A, null, Shapes.INT32);
            case "map" -> w.map(A, null, Shapes.INT32);
            case "object" -> {
              Sample sample = new Sample();
              w.object(A, sample);
              yield sample;
            }
            default -> throw new AssertionError(kind);
          };
    }
  }

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex.replace(" ", ""));
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  /** The document of an object with these fields. */
  private static byte[] object(String fields) {
    byte[] inside = bytes(fields);
    ByteArrayOutputStream document = new ByteArrayOutputStream();
    document.write(Type.OBJECT);
    document.write(inside.length);
    document.write(inside.length >> 8);
    document.write(inside.length >> 16);
    document.write(inside.length >> 24);
    document.writeBytes(inside);
    return document.toByteArray();
  }

  private static String numbered(String fields) {
    return Format.NUMBERED_BINARY.read(object(fields), new Sample()).toString();
  }

  private static WireException refused(Format format, byte[] document, Wired into) {
    return assertThrows(WireException.class, () -> format.read(document, into), hex(document));
  }

  @Test
  void the_layout_is_as_it_is_drawn() {
    Sample sample = new Sample();
    sample.b = "z\u00e4";
    assertEquals(
        "0d0b000000" + "15ffffffff" + "f914" + "037ac3a4",
        hex(Format.NUMBERED_BINARY.write(sample)));
    assertEquals(
        "0d1b000000" + "1561ffffffff" + "f90f" + hex("bcdefghijklmnop".getBytes()) + "037ac3a4",
        hex(Format.NAMED_BINARY.write(sample)));
    assertEquals("08000000" + "ffffffff" + "047ac3a4", hex(Format.PLAIN_BINARY.write(sample)));
  }

  @Test
  void values_have_the_types_that_are_drawn() {
    Map<String, Integer> map = new LinkedHashMap<>();
    map.put("k", 1);
    map.put("", null);
    Format format = Format.NUMBERED_BINARY;
    assertEquals("00", hex(format.write(null, Shapes.INT32)));
    assertEquals("01", hex(format.write(false, Shapes.BOOL)));
    assertEquals("02", hex(format.write(true, Shapes.BOOL)));
    assertEquals("03fe", hex(format.write((byte) -2, Shapes.INT8)));
    assertEquals("040201", hex(format.write((short) 0x102, Shapes.INT16)));
    assertEquals("0504030201", hex(format.write(0x1020304, Shapes.INT32)));
    assertEquals("060807060504030201", hex(format.write(0x102030405060708L, Shapes.INT64)));
    assertEquals("070000803f", hex(format.write(1f, Shapes.FLOAT32)));
    assertEquals("08000000000000f03f", hex(format.write(1d, Shapes.FLOAT64)));
    assertEquals("0903e282ac", hex(format.write("\u20ac", Shapes.STRING)));
    assertEquals("0903e282ac", hex(format.write('\u20ac', Shapes.CHARACTER)));
    assertEquals("0500d80000", hex(format.write('\ud800', Shapes.CHARACTER)));
    assertEquals("0a0201ff", hex(format.write(new byte[] {1, -1}, Shapes.BYTES)));
    assertEquals("0b040200c8", hex(format.write(new BigDecimal("2.00"), Shapes.DECIMAL)));
    assertEquals("0b0101ff", hex(format.write(new BigDecimal("-1e1"), Shapes.DECIMAL)));
    assertEquals(
        "0cffffffffffffffff09000000",
        hex(format.write(Instant.ofEpochSecond(-1, 9), Shapes.TIMESTAMP)));
    assertEquals(
        "0e05000000" + "0301" + "00" + "03ff",
        hex(format.write(Arrays.asList((byte) 1, null, (byte) -1), Shapes.list(Shapes.INT8))));
    assertEquals(
        "0f07000000" + "156b01000000" + "00", hex(format.write(map, Shapes.map(Shapes.INT32))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "f914 0178 1501000000              | 1 x",
        "2502000000 1501000000 37 00000000 | 1 as it was",
        "f914 0178                         | -1 x",
        "10 f014                           | -1 null",
        "                                  | -1 as it was",
        "3d 02000000 ffff f914 0178 1305   | 5 x",
        "4e 01000000 00 1401ff             | -255 as it was",
      })
  void fields_in_any_order_missing_unknown_and_of_other_types(String fields, String expected) {
    assertEquals(expected, numbered(fields == null ? "" : fields));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1501000000 1502000000 | the field is there twice at byte 10, $.1",
        "1302 f914 00 1301     | the field is there twice at byte 10, $.1",
        "1600000080 00000000   | must be int32, but is 2147483648, of the type int64 at byte 5, $.1",
        "1901 78               | must be int32, but is string at byte 5, $.1",
        "12                    | must be int32, but is true at byte 5, $.1",
        "f514 00000000         | must be a string, but is int32 at byte 5, $.20",
        "f914 05 78            | 5 bytes must follow, but there are 1 at byte 8, $.20",
        "f914 01 ff            | a string that is not UTF-8 at byte 8, $.20",
        "f914 03 eda080        | a string that is not UTF-8 at byte 8, $.20",
        "f914 02 c080          | a string that is not UTF-8 at byte 8, $.20",
        "f914 04 f4908080      | a string that is not UTF-8 at byte 8, $.20",
        "f914 8100 78          | a varint that is longer than it needs to be at byte 7, $.20",
        "f914 ffffffff1f       | a varint of more than 32 bits at byte 7, $.20",
        "f914 ffffffff0f       | -1 bytes must follow, but there are 0 at byte 12, $.20",
        "f501 00000000         | a header that is longer than it needs to be at byte 5, $.1",
        "29 8080 00            | a varint that is longer than it needs to be at byte 6, $.2",
        "05 00000000           | no field has the number 0 at byte 5, $.0",
        "f0 8080808001         | no field has the number 268435456 at byte 5, $.268435456",
        "f0 ffffffff0f         | no field has the number -1 at byte 5, $.-1",
        "2d ffffffff           | -1 bytes must follow, but there are 0 at byte 10, $.2",
        "2e 05000000 00        | 5 bytes must follow, but there are 1 at byte 10, $.2[0]",
      })
  void what_is_wrong_is_told_with_offset_and_path(String fields, String message) {
    assertEquals(
        message, refused(Format.NUMBERED_BINARY, object(fields), new Sample()).getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "int8      | 15 80ffffff          | -128",
        "int8      | 15 80000000          | must be int8, but is 128, of the type int32",
        "int16     | 16 ffff000000000000  | must be int16, but is 65535, of the type int64",
        "int32     | 13 ff                | -1",
        "int32     | 14 0080              | -32768",
        "int32     | 1b 02 01 0b          | must be int32, but is 1.1, of the type decimal",
        "int32     | 1b 01 01 07          | 70",
        "int64     | 15 ffffffff          | -1",
        "int64     | 1b 00 09 008000000000000000 | must be int64, but is 9223372036854775808, of the type decimal",
        "int64     | 17 00000080          | 0",
        "int32     | 18 000000000000f0bf  | -1",
        "int32     | 18 000000000000f83f  | must be int32, but is 1.5, of the type float64",
        "int8      | 17 00000043          | must be int8, but is 128, of the type float32",
        "int64     | 18 000000000000e0c3  | -9223372036854775808",
        "int64     | 18 000000000000e043  | must be int64, but is 9.223372036854776E18, of the type float64",
        "int64     | 18 000000000000f87f  | must be int64, but is NaN, of the type float64",
        "int64     | 19 00                | must be int64, but is string",
        "int64     | 10                   | 77",
        "bool      | 15 01000000          | must be true or false, but is int32",
        "bool      | 10                   | false",
        "float32   | 18 000000000000f03f  | 1.0",
        "float32   | 18 9a9999999999b93f  | 0.1",
        "float32   | 18 9b9999999999b93f  | must be float32, but is 0.10000000000000002, of the type float64",
        "float32   | 18 ffffffffffffef7f  | must be float32, but is 1.7976931348623157E308, of the type float64",
        "float32   | 18 000000000000f07f  | Infinity",
        "float32   | 15 01000001          | must be float32, but is 1.6777217E7, of the type int32",
        "float32   | 18 000000000000f87f  | NaN",
        "float64   | 17 cdcccc3d          | 0.10000000149011612",
        "float64   | 16 0000000000002000  | 9.007199254740992E15",
        "float64   | 16 0100000000002000  | must be float64, but is 9007199254740993, of the type int64",
        "float64   | 16 ffffffffffffff7f  | must be float64, but is 9223372036854775807, of the type int64",
        "float64   | 16 0000000000000080  | -9.223372036854776E18",
        "float64   | 1b 02 01 01          | 0.1",
        "float64   | 1b cf0f 01 01        | must be float64, but is 1E+1000, of the type decimal",
        "decimal   | 18 9a9999999999b93f  | 0.1",
        "decimal   | 17 cdcccc3d          | 0.1",
        "decimal   | 18 2d431cebe2361a3f  | 0.0001",
        "decimal   | 18 00000000d0126341  | 10000000.0",
        "decimal   | 17 8096184b          | 10000000.0",
        "decimal   | 17 0000807f          | must be decimal, but is Infinity, of the type float32",
        "decimal   | 13 05                | 5",
        "decimal   | 18 000000000000f87f  | must be decimal, but is NaN, of the type float64",
        "decimal   | 1b 00 00             | a decimal without digits",
        "character | 19 01 41             | 65",
        "character | 19 02 4142           | must be a string of one character, but is string",
        "character | 14 4100              | 65",
        "character | 13 ff                | must be a character, 0 to 65535, but is int8",
        "bytes     | 19 04 41513d3d       | [1]",
        "bytes     | 19 02 4151           | must be bytes, or a string in Base64, but is string",
        "bytes     | 19 01 2a             | must be bytes, or a string in Base64, but is string",
        "timestamp | 19 14 323032362d31312d32325430353a32353a32395a | 2026-11-22T05:25:29Z",
        "timestamp | 19 01 2a             | must be a timestamp, or a string with one in ISO 8601, but is string",
        "timestamp | 1c 0000000000000000 ffffffff | no timestamp: 0 s and -1 ns since 1970",
        "timestamp | 1c ffffffffffffff7f 00000000 | no timestamp: 9223372036854775807 s and 0 ns since 1970",
        "timestamp | 13 05                | must be timestamp, but is int8",
        "list      | 1e 03000000 13 05 00 | a value must be here, but there is the header of a field",
        "list      | 1e 03000000 03 05 00 | [5, null]",
        "list      | 1d 00000000          | must be list, but is object",
        "map       | 1f 06000000 1361051361 06 | the key is there twice: a",
        "map       | 1f 03000000 13610520 | {a=5}",
        "object    | 1d 05000000 15 07000000 | 7 as it was",
        "object    | 10                   | -1 as it was",
        "object    | 1f 00000000          | must be object, but is map",
      })
  void a_value_of_another_type_is_read_when_it_is_the_same(
      String kind, String field, String expected) {
    One one = new One(kind);
    String read;
    try {
      read = String.valueOf(Format.NUMBERED_BINARY.read(object(field), one).value);
    } catch (WireException e) {
      read = e.getMessage().substring(0, e.getMessage().indexOf(" at byte "));
    }
    assertEquals(expected, read);
  }

  @Test
  void a_map_of_numbers_has_those_of_fields_as_keys() {
    Shape<Map<String, Integer>> map = Shapes.map(Shapes.INT32);
    assertEquals(
        Map.of("268435455", 1), Format.NUMBERED_BINARY.read(object("f3 ffffff7f 01"), map));
    for (String wrong : List.of("03 01", "f3 8080808001 01", "f3 ffffffff0f 01")) {
      byte[] document = object(wrong);
      assertThrows(WireException.class, () -> Format.NUMBERED_BINARY.read(document, map), wrong);
    }
  }

  @Test
  void an_array_of_primitives_takes_no_null() {
    byte[] document = bytes("0e03000000 0301 00");
    for (Format format : List.of(Format.NAMED_BINARY, Format.NUMBERED_BINARY)) {
      for (Shape<?> shape :
          List.of(
              ArrayShapes.INT16S,
              ArrayShapes.INT32S,
              ArrayShapes.INT64S,
              ArrayShapes.FLOAT32S,
              ArrayShapes.FLOAT64S)) {
        assertEquals(
            "no element may be null here at byte 7, $[1]",
            assertThrows(WireException.class, () -> format.read(document, shape)).getMessage());
      }
      assertThrows(
          WireException.class, () -> format.read(bytes("0e02000000 02 00"), ArrayShapes.BOOLS));
    }
    byte[] plain = Format.PLAIN_BINARY.write(new boolean[] {false, true}, ArrayShapes.BOOLS);
    assertEquals("02000000" + "0001", hex(plain));
    assertArrayEquals(
        new boolean[] {false, true}, Format.PLAIN_BINARY.read(plain, ArrayShapes.BOOLS));
  }

  @Test
  void a_path_leads_through_lists_maps_and_names() {
    Everything outer = new Everything();
    Everything inner = new Everything();
    inner.rows = List.of(List.of(1), List.of(2, 3));
    outer.byName = Map.of("some key", inner);
    byte[] document = Format.NAMED_BINARY.write(outer);
    int three = hex(document).indexOf("0503000000") / 2;
    document[three] = Type.TIMESTAMP;
    assertEquals(
        "must be int32, but is timestamp at byte "
            + three
            + ", $['by name']['some key']['a name of 16 ...'][1][1]",
        refused(Format.NAMED_BINARY, document, new Everything()).getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"NAMED_BINARY", "NUMBERED_BINARY", "PLAIN_BINARY"})
  void limits_are_kept(String name) throws Exception {
    Format format = (Format) Format.class.getField(name).get(null);
    Shape<List<List<Integer>>> rows = Shapes.list(Shapes.list(Shapes.INT32));
    byte[] document = format.write(List.of(List.of(1, 2), List.of(3)), rows);
    Limits all = new Limits(document.length, 2, 1, 1, 5);
    assertEquals(2, format.reader(all).reset(document).read(rows).size());
    for (Limits limits :
        List.of(
            new Limits(document.length - 1, 2, 1, 1, 5),
            all.withMaxDepth(1),
            new Limits(document.length, 2, 1, 1, 4))) {
      assertThrows(WireException.class, () -> format.reader(limits).reset(document).read(rows));
    }
    Limits two = new Limits(100, 1, 2, 2, 1);
    assertEquals(
        "ab", format.reader(two).reset(format.write("ab", Shapes.STRING)).read(Shapes.STRING));
    byte[] three = format.write("abc", Shapes.STRING);
    assertThrows(WireException.class, () -> format.reader(two).reset(three).read(Shapes.STRING));
    byte[] blob = format.write(new byte[3], Shapes.BYTES);
    assertThrows(WireException.class, () -> format.reader(two).reset(blob).read(Shapes.BYTES));
    byte[] number = format.write(new BigDecimal("1e9").setScale(0), Shapes.DECIMAL);
    assertThrows(WireException.class, () -> format.reader(two).reset(number).read(Shapes.DECIMAL));
    byte[] key = format.write(Map.of("abc", 1), Shapes.map(Shapes.INT32));
    assertThrows(
        WireException.class, () -> format.reader(two).reset(key).read(Shapes.map(Shapes.INT32)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"NAMED_BINARY", "NUMBERED_BINARY", "PLAIN_BINARY"})
  void a_surrogate_without_the_other_one_is_not_written(String name) throws Exception {
    Format format = (Format) Format.class.getField(name).get(null);
    for (String text : List.of("\ud800", "abc\udc00", "\udc00\ud800", "\u20ac\ud83c!")) {
      assertThrows(WireException.class, () -> format.write(text, Shapes.STRING));
      assertThrows(
          WireException.class, () -> format.write(Map.of(text, 1), Shapes.map(Shapes.INT32)));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ffffffff", "ffffff7f", "00000080", "40420f00"})
  void a_length_that_is_not_there_costs_no_memory(String length) {
    for (int type = Type.OBJECT; type <= Type.MAP; type++) {
      byte[] document = bytes("0" + Integer.toHexString(type) + length + "00");
      String kind = Type.name(type);
      byte[] field = object("1" + Integer.toHexString(type) + length + "00");
      assertTrue(
          refused(Format.NUMBERED_BINARY, field, new One(kind))
              .getMessage()
              .contains(" bytes must follow, but there are 1 "));
      assertThrows(
          WireException.class, () -> Format.NAMED_BINARY.read(document, Shapes.list(Shapes.INT32)));
    }
    assertThrows(
        WireException.class,
        () -> Format.PLAIN_BINARY.read(bytes(length + "00"), Shapes.list(Shapes.INT32)));
    assertThrows(WireException.class, () -> Format.PLAIN_BINARY.read(bytes(length), new Sample()));
  }

  @Test
  void a_plain_object_of_a_field_has_the_byte_of_a_shape() {
    byte[] document = Format.PLAIN_BINARY.write(new One("object"));
    assertEquals("01", hex(document).substring(8, 10));
    One read = Format.PLAIN_BINARY.read(bytes("01000000" + "00"), new One("object"));
    assertEquals("-1 as it was", read.value.toString());
  }

  @Test
  void a_plain_document_of_another_description_fails() {
    byte[] two = Format.PLAIN_BINARY.write(new Sample());
    byte[] one = Format.PLAIN_BINARY.write(new One("int32"));
    assertEquals(
        "an object is 10 bytes longer than its description: was it written with another one?"
            + " at byte 8",
        refused(Format.PLAIN_BINARY, two, new One("int32")).getMessage());
    assertEquals(
        "1 bytes must follow, but there are 0 at byte 8",
        refused(Format.PLAIN_BINARY, one, new Sample()).getMessage());
  }

  @Test
  void nothing_may_follow_a_document() {
    for (Format format :
        List.of(Format.NAMED_BINARY, Format.NUMBERED_BINARY, Format.PLAIN_BINARY)) {
      byte[] document = format.write(new Sample());
      byte[] longer = Arrays.copyOf(document, document.length + 1);
      assertTrue(
          refused(format, longer, new Sample())
              .getMessage()
              .startsWith("1 bytes after the document at byte " + document.length));
      byte[] inside = new byte[document.length + 7];
      System.arraycopy(document, 0, inside, 3, document.length);
      Reader reader = format.reader().reset(inside, 3, 3 + document.length);
      assertEquals("-1 as it was", reader.read(new Sample()).toString());
    }
  }

  @Test
  void a_null_that_is_left_out_keeps_the_value_where_it_is_read() {
    Sample sample = new Sample();
    sample.b = null;
    for (Format format : List.of(Format.NAMED_BINARY, Format.NUMBERED_BINARY)) {
      assertNull(format.read(format.write(sample), new Sample()).b);
      byte[] without = format.writer().omitNulls(true).write(sample).toByteArray();
      assertEquals("as it was", format.read(without, new Sample()).b);
    }
    Writer plain = Format.PLAIN_BINARY.writer().omitNulls(true);
    assertArrayEquals(Format.PLAIN_BINARY.write(sample), plain.write(sample).toByteArray());
  }

  @Test
  void a_value_in_an_object_needs_a_field() {
    Wired wrong = w -> w.int32(7);
    assertThrows(IllegalStateException.class, () -> Format.NUMBERED_BINARY.write(wrong));
  }

  /** What reads a value by what the document says that it is. */
  private static final Shape<Object> ANY =
      new Shape<>() {
        @Override
        public Object wire(Wire w, Object value) {
          return switch (((Reader) w).kind()) {
            case NULL -> throw new AssertionError("element() has read it");
            case BOOL -> w.bool(false);
            case INTEGER -> w.int64(0);
            case FRACTION -> w.decimal(null);
            case STRING -> w.string((String) null);
            case BYTES -> w.bytes((byte[]) null).length;
            case TIMESTAMP -> w.timestamp((Instant) null);
            case LIST -> w.list(null, this);
            case OBJECT -> w.map(null, this);
          };
        }
      };

  @Test
  void a_document_with_names_is_read_without_its_description() {
    Everything made = new Everything();
    made.float64 = 0.5;
    made.string = "s";
    made.bytes = new byte[3];
    made.decimal = new BigDecimal("1.50");
    made.timestamp = Instant.EPOCH;
    made.rows = List.of(Arrays.asList(1, null));
    made.others = Map.of("", List.of("x"));
    assertEquals(
        "{bool=false, int8=0, int16=0, int32=0, int64=0, float32=0.0, float64=0.5, character=\0,"
            + " string=s, bytes=3, decimal=1.50, timestamp=1970-01-01T00:00:00Z, colour=null,"
            + " nested=null, a name of 16 ...=[[1, null]], objects=null, by name=null,"
            + " Farben \u20ac \ud83c\udf75=null, boxed=null, others={=[x]}}",
        String.valueOf(Format.NAMED_BINARY.read(Format.NAMED_BINARY.write(made), ANY)));
  }

  @Test
  void with_names_a_map_is_read_as_an_object() {
    byte[] map = Format.NAMED_BINARY.write(Map.of("a", 7), Shapes.map(Shapes.INT32));
    assertEquals("7 as it was", Format.NAMED_BINARY.read(map, new Sample()).toString());
    byte[] other = Format.NUMBERED_BINARY.write(Map.of("a", 7), Shapes.map(Shapes.INT32));
    assertEquals(
        "must be object, but is map at byte 0, $",
        refused(Format.NUMBERED_BINARY, other, new Sample()).getMessage());
  }

  /** 20,000 fields, read from the last to the first, in an object that has as many others. */
  @Test
  void many_fields_out_of_order_are_found() {
    Field[] fields = new Field[20_000];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = Field.of(1 + (i << 13), "f" + i);
    }
    Wired written =
        w -> {
          for (int i = 0; i < fields.length; i++) {
            w.int32(fields[i], i);
          }
        };
    int[] found = {0};
    Wired read =
        w -> {
          for (int i = fields.length - 2; i >= 0; i -= 2) {
            found[0] += w.int32(fields[i], -1) == i ? 1 : 0;
          }
        };
    for (Format format : List.of(Format.JSON, Format.NAMED_BINARY, Format.NUMBERED_BINARY)) {
      format.read(format.write(written), read);
      assertEquals(fields.length / 2, found[0], format.toString());
      found[0] = 0;
    }
  }
}
