package thaw.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** JSON as it is written and read by descriptions. */
class JsonTest {
  private static final Field A = Field.of(1, "a");
  private static final Field B = Field.of(2, "b");
  private static final Field QUOTED = Field.of(3, "odd \"name\"\n");

  /** Two numbers and a text. */
  private static final class Sample implements Wired {
    private int a = -1;
    private long b = -2;
    private String text = "as it was";

    @Override
    public void wire(Wire w) {
      a = w.int32(A, a);
      b = w.int64(B, b);
      text = w.string(QUOTED, text);
    }

    @Override
    public String toString() {
      return a + " " + b + " " + text;
    }
  }

  private static String read(String json) {
    return Format.JSON.read(json.getBytes(UTF_8), new Sample()).toString();
  }

  private static WireException refused(String json) {
    return assertThrows(WireException.class, () -> read(json), json);
  }

  private static <T> T value(String json, Shape<T> shape) {
    return Format.JSON.read(json.getBytes(UTF_8), shape);
  }

  @Test
  void an_object_that_is_written_is_read() throws Exception {
    byte[] json = Format.JSON.write(WiredOrder.SAMPLE, WiredOrder.SHAPE);
    assertEquals(
        "{\"id\":\"o-2026-000117\",\"customer\":\"Zoë Müller-Lüdenscheidt\",\"note\":null,"
            + "\"created\":1795324800123,\"total\":129.9,\"express\":true,\"priority\":3,\"lines\":["
            + "{\"article\":\"kettle \\\"steel\\\"\",\"count\":1,\"price\":49.95,\"taxed\":true},"
            + "{\"article\":\"tea, green \uD83C\uDF75\",\"count\":4,\"price\":7.25,\"taxed\":false},"
            + "{\"article\":\"cup\",\"count\":6,\"price\":8.49,\"taxed\":true},"
            + "{\"article\":\"spoon\\n\",\"count\":6,\"price\":0.01,\"taxed\":true}]}",
        new String(json, UTF_8));
    assertEquals(WiredOrder.SAMPLE, Format.JSON.read(json, WiredOrder.SHAPE));
    byte[] pretty =
        new ObjectMapper()
            .writerWithDefaultPrettyPrinter()
            .writeValueAsBytes(new ObjectMapper().readTree(json));
    assertEquals(WiredOrder.SAMPLE, Format.JSON.read(pretty, WiredOrder.SHAPE));
  }

  @Test
  void every_document_that_is_cut_short_is_refused() {
    byte[] json = Format.JSON.write(WiredOrder.SAMPLE, WiredOrder.SHAPE);
    for (int length = 0; length < json.length; length++) {
      byte[] part = Arrays.copyOf(json, length);
      assertThrows(WireException.class, () -> Format.JSON.read(part, WiredOrder.SHAPE));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'a':1,'b':2,'odd \\'name\\'\\n':'x'}          | 1 2 x",
        "{'b':2,'a':1}                                  | 1 2 as it was",
        "{ }                                            | -1 -2 as it was",
        "{'odd \\'name\\'\\u000a' : 'x' , 'a' : 1 }     | 1 -2 x",
        "{'\\u0061':7,'z':[1,{'a':2},[]],'b':3}         | 7 3 as it was",
        "{'z':{'a':5},'y':[[],{}],'x':'s','a':1e2}      | 100 -2 as it was",
        "{'a':null,'b':null,'odd \\'name\\'\\n':null}   | -1 -2 null",
        "{'b':9223372036854775807}                      | -1 9223372036854775807 as it was",
        "{'b':-9223372036854775808}                     | -1 -9223372036854775808 as it was",
        "{'a':-2147483648,'b':1.50e1}                   | -2147483648 15 as it was",
      })
  void fields_in_any_order_missing_and_unknown(String json, String expected) {
    assertEquals(expected, read(json.replace('\'', '"')));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'a':1,'a':2}          | the name is there twice: a at byte 7, $",
        "{'a':1,'\\u0061':2}    | the name is there twice: a at byte 7, $",
        "{'x':1,'b':2,'x':3}    | the name is there twice: x at byte 13, $",
        "{'a':2147483648}       | must be in -2147483648..2147483647: 2147483648 at byte 5, $.a",
        "{'a':1.5}              | must be an integer: 1.5 at byte 5, $.a",
        "{'a':'1'}              | there must be an integer, but there is \" at byte 5, $.a",
        "{'b':1e999999999}      | must be in -9223372036854775808..9223372036854775807: 1e999999999 at byte 5, $.b",
        "{'a':01}               | a number begins with 0 only when it is 0 or has a point next at byte 5, $.a",
        "{'a':1,}               | there must be a value or a name after the comma, but there is } at byte 7, $",
        "{'a':1 'b':2}          | there must be a comma or the end of the object or list, but there is \" at byte 7, $.a",
        "{'a':1]                | there must be a comma or }, but there is ] at byte 6, $.a",
        "{'z':[1,{'y':tru}]}    | there must be true, but there is t at byte 13, $.z[1].y",
        "{'z':[1}               | there must be a comma or ], but there is } at byte 7, $.z[0]",
        "[]                     | there must be an object, but there is [ at byte 0, $",
        "{'a':1} {}             | nothing may follow the document, but there is { at byte 8, $",
      })
  void what_is_wrong_is_told_with_offset_and_path(String json, String message) {
    assertEquals(message, refused(json.replace('\'', '"')).getMessage());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-0.0",
        "1.0",
        "129.9",
        "0.1",
        "1.15",
        "4.35",
        "-7.25",
        "1e23",
        "5e-324",
        "1.7976931348623157E308",
        "123456789.123456789",
        "0.000001",
        "9007199254740993",
        "100.0",
        "3.141592653589793",
        "2.2250738585072014E-308"
      })
  void a_double_comes_back_as_it_was(String text) {
    double value = Double.parseDouble(text);
    byte[] json = Format.JSON.write(value, Shapes.FLOAT64);
    assertEquals(value, Double.parseDouble(new String(json, UTF_8)));
    assertEquals(value, Format.JSON.read(json, Shapes.FLOAT64));
    assertEquals(value, value(text, Shapes.FLOAT64));
  }

  @Test
  void decimals_have_all_their_digits() {
    for (String text :
        List.of("1.10", "1E+3", "0E-7", "123456789012345678901234567890.123456789")) {
      BigDecimal value = new BigDecimal(text);
      assertEquals(
          value, Format.JSON.read(Format.JSON.write(value, Shapes.DECIMAL), Shapes.DECIMAL));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "2026-11-22T05:25:29.123456789Z,2026-11-22T05:25:29.123456789Z",
    "2026-11-22T05:25:29+01:00,2026-11-22T04:25:29Z",
    "2024-02-29T00:00:00.5Z,2024-02-29T00:00:00.500Z",
    "1969-12-31T23:59:59.999Z,1969-12-31T23:59:59.999Z",
    "2026-11-22T05:25:29-18:00,2026-11-22T23:25:29Z",
    "0000-01-01T00:00Z,0000-01-01T00:00:00Z",
    "-0044-03-15T12:00:00Z,-0044-03-15T12:00:00Z",
    "+12345-03-01T12:00:00Z,+12345-03-01T12:00:00Z",
    "+1000000000-12-31T23:59:59.999999999Z,+1000000000-12-31T23:59:59.999999999Z",
  })
  void points_of_time(String text, String expected) {
    Instant value = value("\"" + text + "\"", Shapes.TIMESTAMP);
    assertEquals(Instant.parse(expected), value);
    assertEquals(
        "\"" + value + "\"", new String(Format.JSON.write(value, Shapes.TIMESTAMP), UTF_8));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-02-29T00:00:00Z",
        "2026-11-22",
        "2026-11-22T24:00:00Z",
        "2026-11-22T05:25:60Z",
        "2026-11-22T05:25.5Z",
        "2026-11-22T05:25:29+18:01",
        "2026-11-22T05:25:29-1859",
        "now"
      })
  void what_is_no_point_of_time(String text) {
    assertThrows(WireException.class, () -> value("\"" + text + "\"", Shapes.TIMESTAMP));
  }

  @Test
  void any_string_comes_back() {
    for (String text :
        List.of(
            "",
            "\u0000\u001f\"\\/",
            "\u007f\u0080\u07ff\u0800\uffff",
            "\uD83C\uDF75",
            "\uD83C",
            "x\uDF75y")) {
      byte[] json = Format.JSON.write(text, Shapes.STRING);
      assertEquals(text, Format.JSON.read(json, Shapes.STRING));
    }
    assertEquals("\uD83C\uDF75", value("\"\\ud83c\\udf75\"", Shapes.STRING));
    assertNull(value("null", Shapes.STRING));
  }

  @Test
  void collections_in_each_other() {
    Shape<Map<String, List<String>>> shape = Shapes.map(Shapes.list(Shapes.STRING));
    Map<String, List<String>> value = Map.of("a", List.of("1", "2"), "", List.of());
    assertEquals(value, Format.JSON.read(Format.JSON.write(value, shape), shape));
    assertEquals(
        "the key is there twice: a",
        assertThrows(WireException.class, () -> value("{\"a\":[],\"a\":[]}", shape))
            .getMessage()
            .split(" at ", 2)[0]);
    assertEquals(Arrays.asList(1, null), value("[1,null]", Shapes.list(Shapes.INT32)));
  }

  @Test
  void a_null_in_a_map_is_left_out_with_the_fields_that_are_null() {
    Map<String, String> map = new LinkedHashMap<>();
    map.put("a", null);
    map.put("b", "c");
    Shape<Map<String, String>> shape = Shapes.map(Shapes.STRING);
    assertEquals(
        "{\"b\":\"c\"}",
        new String(Format.JSON.writer().omitNulls(true).write(map, shape).toByteArray(), UTF_8));
    assertEquals("{\"a\":null,\"b\":\"c\"}", new String(Format.JSON.write(map, shape), UTF_8));
  }

  @Test
  void a_part_of_an_array_is_a_document() {
    byte[] bytes = "xx{\"a\":5}yy".getBytes(UTF_8);
    assertEquals(
        "5 -2 as it was", new JsonReader().reset(bytes, 2, 9).read(new Sample()).toString());
    assertEquals("5 -2 as it was", read("\uFEFF{\"a\":5}"));
  }

  @Test
  void bytes_are_base64() {
    Shape<byte[]> shape =
        new Shape<>() {
          @Override
          public byte[] wire(Wire w, byte[] value) {
            return w.bytes(value);
          }
        };
    byte[] value = {0, -1, 2, 3};
    assertEquals("\"AP8CAw==\"", new String(Format.JSON.write(value, shape), UTF_8));
    assertArrayEquals(value, value("\"AP8CAw==\"", shape));
    for (String wrong : List.of("AP8CAw=", "AP8CAw", "AP8CAw==AA", "AP8C====")) {
      byte[] document = ("\"" + wrong + "\"").getBytes(UTF_8);
      assertThrows(WireException.class, () -> Format.JSON.read(document, shape), wrong);
      assertThrows(WireException.class, () -> Format.YAML.read(document, shape), wrong);
    }
  }

  @Test
  void depth_has_a_limit() {
    Limits limits = Limits.DEFAULT.withMaxDepth(3);
    byte[] good = "{\"z\":[[1]]}".getBytes(UTF_8);
    byte[] deep = "{\"z\":[[[1]]]}".getBytes(UTF_8);
    assertEquals(
        "-1 -2 as it was", new JsonReader(limits).reset(good).read(new Sample()).toString());
    assertEquals(
        "deeper than 3 objects and lists in each other at byte 7, $.z[0][0]",
        assertThrows(
                WireException.class, () -> new JsonReader(limits).reset(deep).read(new Sample()))
            .getMessage());
  }
}
