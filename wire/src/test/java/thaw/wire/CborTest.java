package thaw.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What CBOR looks like, and what of others' CBOR is read and refused. */
@Timeout(60)
class CborTest {
  private static final Field A = Field.of(1, "a");
  private static final Field B = Field.of(2, "b");
  private static final Field LONG = Field.of(3, "a name of 24 characters.");

  /** Three fields, one of them with a long name. */
  private static final class Three implements Wired {
    private int a;
    private String b = "none";
    private long c;

    @Override
    public void wire(Wire w) {
      a = w.int32(A, a);
      b = w.string(B, b);
      c = w.int64(LONG, c);
    }

    @Override
    public String toString() {
      return a + " " + b + " " + c;
    }
  }

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex.replace(" ", ""));
  }

  private static <T> String hex(T value, Shape<T> shape) {
    return HexFormat.of().formatHex(Format.CBOR.write(value, shape));
  }

  private static String read(String hex) {
    return Format.CBOR.read(bytes(hex), new Three()).toString();
  }

  private static WireException refused(String hex) {
    return assertThrows(WireException.class, () -> read(hex), hex);
  }

  private static <T> WireException refused(String hex, Shape<T> shape) {
    return assertThrows(WireException.class, () -> Format.CBOR.read(bytes(hex), shape), hex);
  }

  @Test
  void an_object_has_its_length_and_its_names() {
    Three three = new Three();
    three.a = -500;
    three.c = 1L << 40;
    assertEquals(
        "a3"
            + "6161"
            + "3901f3"
            + "6162"
            + "646e6f6e65"
            + "7818"
            + HexFormat.of().formatHex("a name of 24 characters.".getBytes())
            + "1b0000010000000000",
        HexFormat.of().formatHex(Format.CBOR.write(three)));
    three.b = null;
    byte[] shorter = Format.CBOR.writer().omitNulls(true).write(three).toByteArray();
    assertEquals((byte) 0xa2, shorter[0]);
    assertEquals("-500 none " + (1L << 40), Format.CBOR.read(shorter, new Three()).toString());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 23, 24, 25, 255, 256, 65_535, 65_536})
  void an_object_of_any_number_of_fields_has_the_shortest_head(int fields) {
    Map<String, Map<String, Integer>> outer = new LinkedHashMap<>();
    Map<String, Integer> inner = new LinkedHashMap<>();
    for (int i = 0; i < fields; i++) {
      inner.put("" + i, i);
    }
    outer.put("x", inner);
    outer.put("y", Map.of("z", 1));
    Shape<Map<String, Map<String, Integer>>> shape = Shapes.map(Shapes.map(Shapes.INT32));
    byte[] document = Format.CBOR.write(outer, shape);
    assertEquals(outer, Format.CBOR.read(document, shape));
    String head = HexFormat.of().formatHex(document, 3, 8);
    String expected =
        fields < 24
            ? "%02x".formatted(0xa0 + fields)
            : fields < 256
                ? "b8%02x".formatted(fields)
                : fields < 65_536 ? "b9%04x".formatted(fields) : "ba%08x".formatted(fields);
    assertTrue(head.startsWith(expected), head);
  }

  @ParameterizedTest
  @CsvSource({
    "15, 0f",
    "-1, 20",
    "18446744073709551615, 1bffffffffffffffff",
    "18446744073709551616, c249010000000000000000",
    "-18446744073709551616, 3bffffffffffffffff",
    "-18446744073709551617, c349010000000000000000",
    // The first bit is 1: a zero is before it, for readers that take it for a sign.
    "340282366920938463463374607431768211455, c25100ffffffffffffffffffffffffffffffff",
  })
  void integers_of_any_length_are_integers_to_others(String number, String hex) {
    assertEquals(hex, hex(new BigDecimal(number), Shapes.DECIMAL));
    assertEquals(hex, hex(new BigInteger(number), Shapes.INTEGER));
    assertEquals(new BigInteger(number), Format.CBOR.read(bytes(hex), Shapes.INTEGER));
    Object any = Format.CBOR.read(bytes(hex), Shapes.ANY);
    assertEquals(number, any.toString());
  }

  @ParameterizedTest
  @CsvSource({
    "c48221196ab3, 273.15", // as the RFC has it
    "c49f21196ab3ff, 273.15",
    "c482381b c2 41 05, 5E-28",
    "c4821a000003e8 20, -1E+1000",
    "c48200 01, 1",
    "c4823a7ffffffe 00, 0E-2147483647",
    "c482 1a80000000 00, 0E+2147483648",
    "f93e00, 1.5",
    "fa3dcccccd, 0.1",
    "fb3fb999999999999a, 0.1",
    "c25f 4101 4200ff ff, 65791",
    "d9d9f7 c240, 0",
  })
  void a_decimal_is_read_in_each_form(String hex, BigDecimal expected) {
    assertEquals(expected, Format.CBOR.read(bytes(hex), Shapes.DECIMAL));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "c482 1a80000001 00", // a scale that Java does not have
        "c482 3a80000000 00",
        "c481 00",
        "c483 000000",
        "c482 f90000 00",
        "c482 00 f93c00",
        "c49f 00 00 00 ff",
        "82 00 00",
        "f97e00",
        "6131",
        "f5",
      })
  void what_is_no_decimal_is_refused(String hex) {
    refused(hex, Shapes.DECIMAL);
  }

  @Test
  void a_bignum_has_the_limit_of_numbers() {
    String long1000 = "c25903e9" + "01".repeat(1_001);
    assertTrue(
        refused(long1000, Shapes.DECIMAL).getMessage().contains("the limit is 1000"), long1000);
    refused("c2 5f" + ("5818" + "01".repeat(24)).repeat(42) + "ff", Shapes.DECIMAL);
  }

  @ParameterizedTest
  @CsvSource({
    "c1 00, 1970-01-01T00:00:00Z",
    "c1 20, 1969-12-31T23:59:59Z",
    "c1 fb41d452d9ec200000, 2013-03-21T20:04:00.500Z",
    "c1 fb41dac09ee007df3b, 2026-11-22T05:20:00.123Z",
    "c1 f9be00, 1969-12-31T23:59:58.500Z",
    "c1 fa4ea296cf, 2013-03-21T20:03:12Z",
    "c0 7819 323031332d30332d32315432303a30343a30302b30313a3030, 2013-03-21T19:04:00Z",
    "74 323031332d30332d32315432303a30343a30305a, 2013-03-21T20:04:00Z",
  })
  void a_time_is_read_in_each_form(String hex, String expected) {
    Instant read = Format.CBOR.read(bytes(hex), Shapes.TIMESTAMP);
    assertEquals(Instant.parse(expected), read);
    assertEquals(
        read, Format.CBOR.read(Format.CBOR.write(read, Shapes.TIMESTAMP), Shapes.TIMESTAMP));
  }

  @Test
  void a_time_in_milliseconds_or_microseconds_comes_back_from_a_float() {
    for (long micros : new long[] {1, 999, 1_000, 123_000, 999_999, 500_001}) {
      for (long second : new long[] {0, 1_700_000_000L, 1_795_324_800L, -1_000_000_000L}) {
        Instant time = Instant.ofEpochSecond(second, micros * 1_000);
        double seconds = second + micros / 1e6;
        String hex = "c1fb%016x".formatted(Double.doubleToRawLongBits(seconds));
        assertEquals(time, Format.CBOR.read(bytes(hex), Shapes.TIMESTAMP));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "00",
        "c100f6",
        "c11b7fffffffffffffff",
        "c13b7fffffffffffffff",
        "c1f97c00",
        "c1f97e00",
        "c1fb7fefffffffffffff",
        "c1f5",
        "c001",
        "c06161",
        "f93c00"
      })
  void what_is_no_time_is_refused(String hex) {
    refused(hex, Shapes.TIMESTAMP);
  }

  @Test
  void times_are_written_as_seconds_or_with_all_their_digits() {
    assertEquals("c11a514b67b0", hex(Instant.parse("2013-03-21T20:04:00Z"), Shapes.TIMESTAMP));
    for (Instant time :
        List.of(
            Instant.MIN,
            Instant.MAX,
            Instant.ofEpochSecond(Instant.MAX.getEpochSecond()),
            Instant.ofEpochSecond(-1, 1))) {
      assertEquals(
          time, Format.CBOR.read(Format.CBOR.write(time, Shapes.TIMESTAMP), Shapes.TIMESTAMP));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "a0, 0 none 0",
    "bfff, 0 none 0",
    "a2 6162 6161 6161 01, 1 a 0",
    "bf 6162 6161 6161 01 ff, 1 a 0",
    "a2 6161 1b0000000000000007 6162 7f 6161 6162 ff, 7 ab 0",
    "a2 7f 6161 ff 07 6162 60, 7 '' 0", // a name in parts
    "a2 7801 61 07 5818 000000000000000000000000000000000000000000000000 00, no",
    "a2 7801 61 07 01 02, 7 none 0", // an integer as a key is unknown
    "a3 6161 f6 6162 f7 6163 f0, 0 null 0",
    "d9d9f7 a1 d820 6161 c1 05, 5 none 0", // tags in front of everything
    "a1 6161 f93c00, 1 none 0",
    "a1 6161 c48220186e, 11 none 0",
    "a3 6178 bf 6161 9f f0 ff 01 02 ff 6179 c5822003 6161 187b, 123 none 0",
  })
  void what_others_write_is_read(String hex, String expected) {
    if (expected.equals("no")) {
      refused(hex);
      return;
    }
    assertEquals(expected.replace("''", ""), read(hex));
  }

  /** The outer object's fields follow the inner one's, and have the same names. */
  @ParameterizedTest
  @ValueSource(strings = {"a1", "bf"})
  void an_object_ends_where_it_ends_although_the_next_bytes_are_a_field_of_its_own(String head) {
    String end = head.equals("bf") ? "ff" : "";
    // {"x": {"a": 1}, "b": "out"}, and what is in x unknown to it and out of order
    Shape<Three> three =
        new ObjectShape<>() {
          @Override
          protected Three blank() {
            return new Three();
          }

          @Override
          protected Three fields(Wire w, Three value) {
            value.wire(w);
            return value;
          }
        };
    Shape<Map<String, Three>> shape = Shapes.map(three);
    String document = "a2 6161" + head + "6161 01" + end + "6162" + head + "6162 6178" + end;
    assertEquals("{a=1 none 0, b=0 x 0}", Format.CBOR.read(bytes(document), shape).toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a2 6161 01 6161 02",
        "bf 6161 01 6161 02 ff",
        "a2 6161 01 7f6161ff 02", // in another form
        "a2 6161 01 780161 02",
        "a2 6178 01 6178 02", // unknown
        "a2 01 01 6131 02", // an integer is as its digits
        "a2 01 01 1801 02"
      })
  void a_field_that_is_there_twice_is_refused(String hex) {
    assertTrue(refused(hex).getMessage().startsWith("the name is there twice"));
    assertThrows(WireException.class, () -> Format.CBOR.read(bytes(hex), Shapes.map(Shapes.INT32)));
  }

  @Test
  void keys_are_strings_and_integers() {
    assertEquals(
        Map.of("1", 2L, "-1", 3L, "x", 4L),
        Format.CBOR.read(bytes("a3 01 02 20 03 6178 04"), Shapes.ANY));
    for (String key : List.of("4161", "f5", "80", "f93c00", "c49f0001ff", "f6")) {
      refused("a1" + key + "00");
      refused("a1" + key + "00", Shapes.ANY);
    }
  }

  @Test
  void what_is_wrong_is_told_with_its_place() {
    assertEquals(
        "must be in -2147483648..2147483647: 4294967296 at byte 3, $.a",
        refused("a1 6161 1b0000000100000000").getMessage());
    assertEquals(
        "must be a string, but is BYTES at byte 6, $.b",
        refused("a2 6161 01 6162 4101").getMessage());
    assertEquals("must be an object, but is LIST at byte 0, $", refused("80").getMessage());
    assertEquals(
        "1 bytes must follow, but there are 0 at byte 6, $.c[1]",
        refused("a1 6163 82 01 18").getMessage());
    assertEquals(
        "must be a timestamp, or a string with one in ISO 8601, but is INTEGER with the tag 2"
            + " at byte 0, $",
        refused("c24101", Shapes.TIMESTAMP).getMessage());
    assertEquals(
        "2 bytes after the document at byte 1, $", refused("01 02 03", Shapes.INT8).getMessage());
    assertEquals(0, refused("", Shapes.INT8).offset());
    assertEquals("$.1.x[1].y", refused("a1 01 a1 6178 82 01 a1 6179 c4", Shapes.ANY).path());
  }

  /** Lengths that are not there: nothing is made of them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "9a7fffffff", "9bffffffffffffffff", "9b7fffffffffffffff", "ba7fffffff",
            "bbffffffffffffffff",
        "5a7fffffff", "5bffffffffffffffff", "7a7fffffff", "7bffffffffffffffff", "c25a7fffffff",
        "5f5a7fffffff", "7f7bffffffffffffffff", "c49a7fffffff", "a15a7fffffff", "a17a7fffffff"
      })
  void a_length_beyond_the_document_costs_nothing(String hex) {
    var thread = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    for (Shape<?> shape :
        List.of(Shapes.ANY, Shapes.DECIMAL, Shapes.STRING, Shapes.BYTES, ArrayShapes.INT32S)) {
      refused(hex, shape);
      long before = thread.getCurrentThreadAllocatedBytes();
      refused(hex, shape);
      assertTrue(thread.getCurrentThreadAllocatedBytes() - before < 1 << 18, hex);
      refused("a16178" + hex); // and skipped over
    }
  }

  @Test
  void what_is_long_is_read_in_proportion() {
    int many = 2_000_000;
    // Tags before a value, parts of a string, and what is open and empty.
    assertEquals(7, Format.CBOR.read(bytes("c6".repeat(many) + "07"), Shapes.INT32));
    assertEquals("", Format.CBOR.read(bytes("7f" + "60".repeat(many) + "ff"), Shapes.STRING));
    assertEquals(0, Format.CBOR.read(bytes("5f" + "40".repeat(many) + "ff"), Shapes.BYTES).length);
    assertEquals("0 none 0", read("a1 6178 9f" + "9fff".repeat(many) + "ff"));
    assertEquals("0 none 0", read("a1 6178 7f" + "60".repeat(many) + "ff"));
    refused("9f".repeat(many), Shapes.ANY);
    assertTrue(refused("a1 6178" + "81".repeat(many) + "00").getMessage().startsWith("deeper"));
    assertTrue(refused("a1 6178" + "bf6161".repeat(many)).getMessage().startsWith("deeper"));
  }

  @Test
  void limits_hold() {
    Limits limits = new Limits(1_000, 3, 8, 2, 4);
    Reader reader = Format.CBOR.reader(limits);
    for (String hex :
        List.of(
            "81818180", // depth
            "a1 6178 818180", // depth, of what is skipped
            "69 000000000000000000", // a string
            "7f 65 0000000000 65 0000000000 ff",
            "5f 45 0000000000 45 0000000000 ff",
            "a1 69 000000000000000000 00", // a name
            "c2 43 010000", // a number
            "85 0000000000", // elements
            "9f 0000000000 ff",
            "a5 6161 00 6162 00 6163 00 6164 00 6165 00")) {
      assertThrows(WireException.class, () -> reader.reset(bytes(hex)).read(Shapes.ANY), hex);
    }
    assertThrows(
        WireException.class,
        () -> reader.reset(bytes("a5 6178 00 6179 00 617a 00 6177 00 6176 00")).read(new Three()));
    assertThrows(
        WireException.class, () -> reader.reset(bytes("a1 6178 81818180")).read(new Three()));
    assertEquals(List.of(1L, 2L), reader.reset(bytes("82 01 02")).read(Shapes.ANY));
  }

  @Test
  void numbers_are_read_by_any_type_that_has_them() {
    assertEquals(1.5f, Format.CBOR.read(bytes("f93e00"), Shapes.FLOAT32));
    assertEquals(1.5, Format.CBOR.read(bytes("fa3fc00000"), Shapes.FLOAT64));
    assertEquals(0.1f, Format.CBOR.read(bytes("fb3fb999999999999a"), Shapes.FLOAT32));
    assertEquals(3.0, Format.CBOR.read(bytes("03"), Shapes.FLOAT64));
    assertEquals(-0.0, Format.CBOR.read(bytes("f98000"), Shapes.FLOAT64));
    assertEquals(Float.NaN, Format.CBOR.read(bytes("f97e00"), Shapes.FLOAT32));
    assertEquals(Double.NEGATIVE_INFINITY, Format.CBOR.read(bytes("f9fc00"), Shapes.FLOAT64));
    assertEquals(273.15, Format.CBOR.read(bytes("c48221196ab3"), Shapes.FLOAT64));
    assertEquals(1L, Format.CBOR.read(bytes("c24101"), Shapes.INT64));
    assertEquals(Long.MIN_VALUE, Format.CBOR.read(bytes("3b7fffffffffffffff"), Shapes.INT64));
    refused("1b8000000000000000", Shapes.INT64);
    refused("3b8000000000000000", Shapes.INT64);
    refused("1bffffffffffffffff", Shapes.FLOAT64); // rounded it would be another integer
    refused("fb3ff199999999999a", Shapes.INT32);
    refused("fb43e0000000000000", Shapes.INT64);
    refused("f97c00", Shapes.INT64);
    refused("1880", Shapes.INT8);
    refused("3880", Shapes.INT8);
    assertEquals((byte) -128, Format.CBOR.read(bytes("387f"), Shapes.INT8));
    refused("fb3ff199999999999b", Shapes.FLOAT32);
    refused("c4821a000003e801", Shapes.FLOAT64);
    refused("1a01000001", Shapes.FLOAT32);
    assertNull(Format.CBOR.read(bytes("f7"), Shapes.INT32));
  }

  @Test
  void bytes_and_strings_are_what_they_say() {
    assertArrayEquals(new byte[] {1, 2}, Format.CBOR.read(bytes("d7420102"), Shapes.BYTES));
    assertArrayEquals(
        new byte[] {1, 2, 3}, Format.CBOR.read(bytes("6441514944"), Shapes.BYTES)); // Base64
    refused("63415149", Shapes.BYTES);
    refused("61ff", Shapes.STRING); // not UTF-8
    refused("7f61c361bcff", Shapes.STRING); // a character in two parts
    assertEquals('\ud800', Format.CBOR.read(bytes("19d800"), Shapes.CHARACTER));
    refused("626162", Shapes.CHARACTER);
    refused("1a00010000", Shapes.CHARACTER);
    assertThrows(WireException.class, () -> Format.CBOR.write("\ud800", Shapes.STRING));
  }
}
