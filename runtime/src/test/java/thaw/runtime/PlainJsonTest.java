package thaw.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.amazonaws.services.lambda.runtime.serialization.PojoSerializer;
import com.amazonaws.services.lambda.runtime.serialization.factories.JacksonFactory;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Plain values beside the official serializer: the same, or left to it. */
class PlainJsonTest {
  private static final String[] DOCUMENTS = {
    "null",
    "true",
    "false",
    "0",
    "-0",
    "-7",
    "2147483647",
    "2147483648",
    "-2147483649",
    "999999999999999999",
    "1.5",
    "-0.0",
    "1e3",
    "1E-7",
    "12345678901234567890.5",
    "1e400",
    "\"\"",
    "\"a\"",
    "\"\u00fc\u20ac\ud83d\ude00\"",
    "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e4\"",
    "\"\\ud83d\\ude00 x\"",
    "\"\u2028\u007f\"",
    "[]",
    "[ ]",
    "[1,2.5,\"x\",null,[true]]",
    "{}",
    "{ \"a\" : 1 }",
    "{\"a\":null}",
    "{\"a\":1,\"a\":2}",
    "{\"\":{\"b\":[{}]}}",
    "[\"a\",\"b\"]",
    "[[\"a\"],[]]",
    "{\"a\":\"b\",\"\u00fc\":\"\\u0000\"}",
    "[1,2]",
    "[1.5,2]",
    " \t\r\n[ 1 , 2 ]\n "
  };

  /** Accepted by the official serializer, or not: in any case not here. */
  private static final String[] LENIENT = {
    "",
    " ",
    "01",
    "1.",
    ".5",
    "+1",
    "1e",
    "NaN",
    "'a'",
    "{a:1}",
    "[1,]",
    "{\"a\":1,}",
    "\"a",
    "\"\\x\"",
    "\"\\u12g4\"",
    "\"\u0001\"",
    "[1 2]",
    "{\"a\" 1}",
    "{\"a\":1",
    "[",
    "{",
    "tru",
    "nul",
    "1 2",
    "123456789012345678901"
  };

  private static final List<Type> TYPES =
      List.of(
          Object.class,
          String.class,
          Integer.class,
          int.class,
          Long.class,
          long.class,
          Double.class,
          double.class,
          Boolean.class,
          boolean.class,
          Map.class,
          List.class,
          generic("texts"),
          generic("numbers"),
          generic("lists"),
          generic("longs"),
          generic("strings"),
          generic("maps"),
          generic("linked"));

  @SuppressWarnings("unused") // For their types.
  private static final class Generics {
    Map<String, String> texts;
    Map<String, Integer> numbers;
    Map<String, List<Object>> lists;
    List<Long> longs;
    Collection<String> strings;
    List<Map<String, Double>> maps;
    LinkedHashMap<String, Object> linked;
  }

  private static Type generic(String field) {
    try {
      return Generics.class.getDeclaredField(field).getGenericType();
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException(e);
    }
  }

  private static PlainType plain(Type type) {
    PlainType plain = PlainType.of(type);
    assertNotNull(plain, type.getTypeName());
    return plain;
  }

  @Test
  void what_is_read_is_what_the_official_serializer_reads() {
    int read = 0;
    for (Type type : TYPES) {
      PojoSerializer<Object> official = JacksonFactory.getInstance().getSerializer(type);
      for (String document : DOCUMENTS) {
        Object value;
        try {
          value = BasicJsonReader.read(document.getBytes(StandardCharsets.UTF_8), plain(type));
        } catch (Unlike e) {
          continue;
        }
        read++;
        String what = document + " as " + type.getTypeName();
        Object expected = official.fromJson(document);
        assertEquals(expected, value, what);
        assertEquals(shapeOf(expected), shapeOf(value), what);
      }
    }
    assertTrue(read >= 150, "read " + read);
  }

  @Test
  void every_document_of_the_rfc_is_read_to_something() {
    for (String document : DOCUMENTS) {
      BasicJsonReader.read(document.getBytes(StandardCharsets.UTF_8), PlainType.UNKNOWN);
    }
  }

  @Test
  void what_is_lenient_is_left_to_the_official_serializer() {
    for (String document : LENIENT) {
      assertThrows(
          Unlike.class,
          () -> BasicJsonReader.read(document.getBytes(StandardCharsets.UTF_8), PlainType.UNKNOWN),
          document);
    }
  }

  @Test
  void what_is_no_utf8_and_what_is_deep_is_left_to_the_official_serializer() {
    byte[][] documents = {
      {'"', (byte) 0xff, '"'},
      {'"', '\\', 'n', (byte) 0xc3, '"'},
      "[".repeat(1000).getBytes(StandardCharsets.UTF_8),
      "{\"a\":".repeat(1000).getBytes(StandardCharsets.UTF_8)
    };
    for (byte[] document : documents) {
      assertThrows(Unlike.class, () -> BasicJsonReader.read(document, PlainType.UNKNOWN));
    }
  }

  @Test
  void every_cut_of_a_document_is_left_to_the_official_serializer() {
    byte[] whole = "{\"a\":[1,-2.5e3,\"x\\u00e4\",true,null]}".getBytes(StandardCharsets.UTF_8);
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThrows(Unlike.class, () -> BasicJsonReader.read(cut, PlainType.UNKNOWN));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void what_is_written_is_what_the_official_serializer_writes(long seed) {
    Random random = new Random(seed);
    PojoSerializer<Object> official =
        JacksonFactory.getInstance().getSerializer((Type) Object.class);
    int written = 0;
    for (int i = 0; i < 2000; i++) {
      Object value = value(random, 4);
      String json;
      try {
        json = BasicJsonWriter.write(value);
      } catch (Unlike e) {
        continue;
      }
      written++;
      ByteArrayOutputStream expected = new ByteArrayOutputStream();
      official.toJson(value, expected);
      assertEquals(expected.toString(StandardCharsets.UTF_8), json);
      byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
      assertEquals(
          official.fromJson(json),
          BasicJsonReader.read(bytes, PlainType.UNKNOWN),
          "back from " + json);
    }
    assertTrue(written > 1000, "written " + written);
  }

  @Test
  void what_is_written_otherwise_is_left_to_the_official_serializer() {
    Object[] values = {
      Double.NaN,
      Double.NEGATIVE_INFINITY,
      new BigDecimal("1E+5"),
      1.5f,
      'c',
      new int[] {1},
      Map.of(1, 2),
      new java.util.Date(),
      java.util.Optional.of("x"),
      new Object()
    };
    for (Object value : values) {
      assertThrows(Unlike.class, () -> BasicJsonWriter.write(value), value.getClass().getName());
    }
    List<Object> loop = new ArrayList<>();
    loop.add(loop);
    assertThrows(Unlike.class, () -> BasicJsonWriter.write(loop));
  }

  /** The classes of a value and of what is in it. */
  private static String shapeOf(Object value) {
    if (value == null) {
      return "null";
    }
    StringBuilder shape = new StringBuilder(value.getClass().getName());
    if (value instanceof Map<?, ?> map) {
      map.forEach((key, each) -> shape.append(' ').append(key).append(shapeOf(each)));
    } else if (value instanceof List<?> list) {
      list.forEach(each -> shape.append(' ').append(shapeOf(each)));
    }
    return shape.toString();
  }

  private static Object value(Random random, int depth) {
    switch (random.nextInt(depth > 0 ? 14 : 10)) {
      case 0:
        return null;
      case 1:
        return random.nextBoolean();
      case 2:
        return random.nextInt();
      case 3:
        return random.nextLong();
      case 4:
        return random.nextDouble() * Math.pow(10, random.nextInt(40) - 20);
      case 5:
        return BigInteger.valueOf(random.nextInt(1000));
      case 6:
        return random.nextInt(50) == 0 ? (Object) 1.5f : (Object) (short) random.nextInt();
      case 10:
      case 11:
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = random.nextInt(5); i > 0; i--) {
          map.put(text(random), value(random, depth - 1));
        }
        return map;
      case 12:
        List<Object> list = new ArrayList<>();
        for (int i = random.nextInt(5); i > 0; i--) {
          list.add(value(random, depth - 1));
        }
        return list;
      case 13:
        return new LinkedHashSet<>(List.of(text(random) + "1", text(random) + "2"));
      default:
        return text(random);
    }
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(12); i > 0; i--) {
      int kind = random.nextInt(40);
      if (kind == 0) {
        text.append((char) random.nextInt(0x10000));
      } else if (kind == 1) {
        text.appendCodePoint(0x1f600 + random.nextInt(40));
      } else if (kind < 5) {
        text.append((char) random.nextInt(0x20));
      } else if (kind < 9) {
        text.append("\"\\/\u007f\u2028\u00fc".charAt(random.nextInt(6)));
      } else {
        text.append((char) (' ' + random.nextInt(95)));
      }
    }
    return text.toString();
  }
}
