package thaw.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** From one format to another without a description, and values of which nobody has one. */
class ConversionTest {
  private static final List<Format> NAMED = List.of(Format.JSON, Format.YAML, Format.CBOR);

  private static String converted(String json, Format by) {
    return new String(
        by.convert(Format.JSON.convert(json.getBytes(UTF_8), by), Format.JSON), UTF_8);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "true",
        "[]",
        "{}",
        "\"\"",
        "0",
        "-0.0",
        "-1",
        "1.10",
        "0.1",
        "100.0",
        "9223372036854775807",
        "-9223372036854775808",
        "9223372036854775808",
        "123456789012345678901234567890.12345678901234567890",
        "1.0E+400",
        "1.7976931348623157E308",
        "5.0E-324",
        "0.30000000000000004",
        "0E-7",
        "[1,null,[true,false,{\"\":\"x\\n\",\"a\":{\"1\":[2,\"2\",null]}}],{\"no\":\"no\"}]",
      })
  void a_document_of_json_comes_back_from_every_format_as_it_was(String json) {
    for (Format by : NAMED) {
      assertEquals(same(json), same(converted(json, by)), by.toString());
    }
  }

  /** With numbers in one form. */
  private static String same(String json) {
    return json.replace("E+400", "E400").replace("E-324", "e-324").replaceAll("E(?=\\d)", "E+");
  }

  @Test
  void a_description_reads_what_was_converted() {
    for (Format from : NAMED) {
      for (Format to : NAMED) {
        byte[] document = from.convert(from.write(WiredOrder.SAMPLE, WiredOrder.SHAPE), to);
        assertEquals(WiredOrder.SAMPLE, to.read(document, WiredOrder.SHAPE), from + " to " + to);
        assertArrayEquals(
            from.write(WiredOrder.SAMPLE, WiredOrder.SHAPE),
            to.convert(document, from),
            from + " to " + to);
      }
    }
  }

  @Test
  void floats_of_32_bits_come_back_by_text() {
    Random random = new Random(1);
    for (int i = 0; i < 20_000; i++) {
      float value =
          i % 2 == 0
              ? Float.intBitsToFloat(random.nextInt())
              : random.nextInt(100_000_000) / (float) Math.pow(10, random.nextInt(9));
      if (!Float.isNaN(value) && !Float.isInfinite(value)) {
        byte[] binary = Format.CBOR.write(value, Shapes.FLOAT32);
        Format text = i % 3 == 0 ? Format.YAML : Format.JSON;
        byte[] back = text.convert(Format.CBOR.convert(binary, text), Format.CBOR);
        assertEquals(value, Format.CBOR.read(back, Shapes.FLOAT32));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0001", "10000000.0", "0.1", "1.50", "1.0E+17", "1.0E-5", "123456.789"})
  void a_decimal_has_the_scale_that_text_had(String text) {
    byte[] binary = Format.JSON.convert(text.getBytes(UTF_8), Format.CBOR);
    assertEquals(
        Format.JSON.read(text.getBytes(UTF_8), Shapes.DECIMAL),
        Format.CBOR.read(binary, Shapes.DECIMAL));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.0", "-0", "1e3", "-2.50e1"})
  void an_integer_is_one_however_text_has_it(String text) {
    byte[] binary = Format.JSON.convert(text.getBytes(UTF_8), Format.CBOR);
    assertEquals(
        Format.JSON.read(text.getBytes(UTF_8), Shapes.INT32),
        Format.CBOR.read(binary, Shapes.INT32));
  }

  @Test
  void a_surrogate_comes_back_as_a_character_by_text() {
    for (char value : new char[] {'\ud800', '\udfff', '5', '\u20ac'}) {
      byte[] binary = Format.CBOR.write(value, Shapes.CHARACTER);
      for (Format text : List.of(Format.JSON, Format.YAML)) {
        byte[] converted = Format.CBOR.convert(binary, text);
        assertEquals(value, text.read(converted, Shapes.CHARACTER));
        byte[] back = text.convert(converted, Format.CBOR);
        assertEquals(value, Format.CBOR.read(back, Shapes.CHARACTER));
      }
    }
    byte[] list = "[55296, 57343 ]".getBytes(UTF_8);
    for (Format text : List.of(Format.JSON, Format.YAML)) {
      assertEquals(List.of('\ud800', '\udfff'), text.read(list, Shapes.list(Shapes.CHARACTER)));
      for (String wrong : List.of("65", "-1", "65536", "55296.5", "\"55296\"")) {
        byte[] document = wrong.getBytes(UTF_8);
        assertThrows(WireException.class, () -> text.read(document, Shapes.CHARACTER), wrong);
      }
    }
  }

  @Test
  void plain_binary_is_for_descriptions_only() {
    byte[] json = "{}".getBytes(UTF_8);
    for (Format other : NAMED) {
      assertThrows(IllegalArgumentException.class, () -> other.convert(json, Format.PLAIN_BINARY));
      assertEquals(
          "must have a shape, for only a description reads and writes plain binary: from plain"
              + " binary to "
              + other,
          assertThrows(
                  IllegalArgumentException.class, () -> Format.PLAIN_BINARY.convert(json, other))
              .getMessage());
    }
    assertThrows(WireException.class, () -> Format.PLAIN_BINARY.write("x", Shapes.ANY));
    assertThrows(
        WireException.class, () -> Format.PLAIN_BINARY.read(new byte[] {1, 2, 3}, Shapes.ANY));
  }

  @Test
  void binary_keeps_the_types_of_its_own_and_text_has_strings_of_them() {
    Map<String, Object> value = new LinkedHashMap<>();
    value.put("time", Instant.parse("2026-11-22T05:25:29.123Z"));
    value.put("bytes", new byte[] {0, -1, 2, 3});
    value.put("float", 0.1f);
    value.put("small", (byte) 7);
    byte[] binary = Format.CBOR.write(value, Shapes.ANY);
    assertArrayEquals(binary, Format.CBOR.convert(binary, Format.CBOR));
    assertEquals(
        "{\"time\":\"2026-11-22T05:25:29.123Z\",\"bytes\":\"AP8CAw==\",\"float\":0.1,\"small\":7}",
        new String(Format.CBOR.convert(binary, Format.JSON), UTF_8));
    assertEquals(
        """
        time: "2026-11-22T05:25:29.123Z"
        bytes: AP8CAw==
        float: 0.1
        small: 7
        """,
        new String(Format.CBOR.convert(binary, Format.YAML), UTF_8));
    Map<?, ?> read = (Map<?, ?>) Format.CBOR.read(binary, Shapes.ANY);
    assertEquals(value.get("time"), read.get("time"));
    assertArrayEquals((byte[]) value.get("bytes"), (byte[]) read.get("bytes"));
    assertEquals(7L, read.get("small"));
    byte[] nan = Format.CBOR.write(Double.NaN, Shapes.ANY);
    assertThrows(WireException.class, () -> Format.CBOR.convert(nan, Format.YAML));
  }

  @Test
  void any_value_is_what_its_text_says() {
    Map<String, Object> expected = new LinkedHashMap<>();
    expected.put("a", Arrays.asList(1L, 1.5, new BigDecimal("1.50"), true, null, "1"));
    expected.put("b", Map.of());
    String json = "{\"a\":[1,1.5,1.50,true,null,\"1\"],\"b\":{}}";
    for (Format each : NAMED) {
      assertEquals(
          expected, each.read(Format.JSON.convert(json.getBytes(UTF_8), each), Shapes.ANY));
    }
    Field field = Field.of(1, "f");
    ObjectShape<Object> shape =
        new ObjectShape<>() {
          @Override
          protected Object blank() {
            return "missing";
          }

          @Override
          protected Object fields(Wire w, Object value) {
            Object read = w.value(field, value, Shapes.ANY);
            return read == null ? "null" : read;
          }
        };
    for (Format each : NAMED) {
      assertEquals(expected, each.read(each.write(expected, shape), shape));
      assertEquals("missing", each.read(each.write(Map.of(), Shapes.ANY), shape));
    }
    assertThrows(WireException.class, () -> Format.JSON.write(new Object(), Shapes.ANY));
    assertThrows(WireException.class, () -> Format.JSON.write(Map.of(1, 2), Shapes.ANY));
  }

  @Test
  void json_with_tabs_and_line_breaks_between_all_that_may_have_them_is_yaml() {
    String json =
        "{\n\t\"a\"\t:\n\t[\n\t1\r\n\t,\n\n\t\"\\ud83c\\udf75\\/\"\n]\n,\"<<\":{\t}\t}\n\n\t\n";
    assertEquals(
        Format.JSON.read(json.getBytes(UTF_8), Shapes.ANY),
        Format.YAML.read(json.getBytes(UTF_8), Shapes.ANY));
  }

  @Test
  void what_is_wrong_with_a_document_is_told_as_by_its_reader() {
    assertEquals(
        "the key is there twice: a at byte 12, $.a",
        assertThrows(
                WireException.class,
                () -> Format.JSON.convert("{\"a\":1,\"a\":2}".getBytes(UTF_8), Format.YAML))
            .getMessage());
    assertThrows(
        WireException.class, () -> Format.JSON.convert("[1,]".getBytes(UTF_8), Format.YAML));
    assertThrows(
        WireException.class, () -> Format.JSON.convert("1 2".getBytes(UTF_8), Format.YAML));
    assertThrows(
        WireException.class,
        () -> Format.JSON.convert("[".repeat(201).getBytes(UTF_8), Format.YAML));
  }

  @Test
  void generated_values_come_back_from_every_way_around() {
    for (int seed = 0; seed < 1_000; seed++) {
      Object value = value(new Random(seed), 5);
      byte[] json = Format.JSON.write(value, Shapes.ANY);
      byte[] binary = Format.CBOR.write(value, Shapes.ANY);
      assertEquals(value, Format.YAML.read(json, Shapes.ANY), "JSON is YAML: seed " + seed);
      for (Format by : NAMED) {
        for (Format to : NAMED) {
          byte[] there = by.convert(Format.JSON.convert(json, by), to);
          String name = "seed " + seed + ", by " + by + " to " + to;
          assertArrayEquals(json, to.convert(there, Format.JSON), name);
          assertEquals(value, to.read(there, Shapes.ANY), name);
        }
      }
      assertEquals(value, Format.CBOR.read(binary, Shapes.ANY), "seed " + seed);
    }
  }

  @Test
  void changed_bytes_are_converted_or_refused() {
    int refused = 0;
    for (int seed = 0; seed < 1_000; seed++) {
      Random random = new Random(seed);
      Object value = value(random, 3);
      for (Format from : NAMED) {
        byte[] document = from.write(value, Shapes.ANY);
        document[random.nextInt(document.length)] ^= (byte) (1 << random.nextInt(8));
        for (Format to : NAMED) {
          try {
            from.convert(document, to);
          } catch (WireException e) {
            refused++;
          }
        }
      }
    }
    assertTrue(refused > 1_000, "refused " + refused);
  }

  private static Object value(Random random, int depth) {
    return switch (random.nextInt(depth == 0 ? 6 : 9)) {
      case 0 -> null;
      case 1 -> random.nextBoolean();
      case 2 -> random.nextLong() >> random.nextInt(64);
      case 3 -> (double) random.nextInt() / (1 << random.nextInt(8));
      case 4 -> new BigDecimal(new BigInteger(80, random).setBit(79), random.nextInt(60) - 30);
      case 5 -> text(random);
      case 6, 7 -> {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = random.nextInt(5); i > 0; i--) {
          map.put(text(random), value(random, depth - 1));
        }
        yield map;
      }
      default -> {
        List<Object> list = new ArrayList<>();
        for (int i = random.nextInt(5); i > 0; i--) {
          list.add(value(random, depth - 1));
        }
        yield list;
      }
    };
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(8); i > 0; i--) {
      text.append("ab1209 .:-#\n\"\\é\u2028".charAt(random.nextInt(16)));
    }
    return text.toString();
  }
}
