package thaw.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import com.fasterxml.jackson.dataformat.cbor.CBORGenerator;
import com.fasterxml.jackson.dataformat.cbor.CBORParser;
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * CBOR beside Jackson's, on generated objects, in both directions. A failure names the seed, which
 * {@code -Dthaw.wire.seed} repeats.
 */
class CborCrossCheckTest {
  private static final int SOME = 3_000;
  private static final int ALL = 50_000;

  /** Jackson 2 has the negative numbers of the RFC only when it is told. */
  private static final CBORFactory FACTORY =
      CBORFactory.builder()
          .enable(CBORParser.Feature.DECODE_USING_STANDARD_NEGATIVE_BIGINT_ENCODING)
          .enable(CBORGenerator.Feature.ENCODE_USING_STANDARD_NEGATIVE_BIGINT_ENCODING)
          .build();

  private static final ObjectMapper JACKSON =
      CBORMapper.builder(FACTORY).disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES).build();

  private static final ObjectMapper PLAIN_JACKSON = new CBORMapper(FACTORY);

  @Test
  void jackson_reads_the_objects_and_what_it_writes_of_them_is_read() throws Exception {
    objects(SOME);
  }

  @Test
  void jackson_reads_the_values_and_what_it_writes_of_them_is_read() throws Exception {
    values(SOME);
  }

  @Tag("thorough") // The same for more objects
  @Test
  void jackson_agrees_on_a_hundred_thousand() throws Exception {
    objects(ALL);
    values(ALL);
  }

  private static long seed() {
    return Long.getLong("thaw.wire.seed", System.nanoTime());
  }

  private interface Check {
    void of(SplittableRandom random) throws IOException;
  }

  private static void each(int count, Check check) {
    long seed = seed();
    for (int i = 0; i < count; i++) {
      try {
        check.of(new SplittableRandom(seed + i));
      } catch (IOException | RuntimeException | AssertionError e) {
        throw new AssertionError("with -Dthaw.wire.seed=" + (seed + i) + ": " + e, e);
      }
    }
  }

  /** Of fields that are described: by a tree of Jackson's. */
  private static void objects(int count) {
    Writer writer = Format.CBOR.writer();
    Reader reader = Format.CBOR.reader();
    each(
        count,
        random -> {
          Everything made =
              Everything.random(random, random.nextInt(8) == 0 ? 2 : random.nextInt(2));
          dropTimes(made);
          byte[] document = writer.write(made).toByteArray();
          JsonNode tree = JACKSON.readTree(document);
          assertEquals(made.int64, tree.get("int64").longValue());
          assertEquals(made.float64, tree.get("float64").doubleValue());
          assertEquals(made.string, tree.get("string").textValue());
          assertArrayEquals(made.bytes, tree.get("bytes").binaryValue());
          byte[] theirs = JACKSON.writeValueAsBytes(tree);
          assertEquals(made, reader.reset(theirs).read(new Everything()));
        });
  }

  /** Jackson's trees have no tags: a whole number of seconds is a number to them. */
  private static void dropTimes(Everything made) {
    if (made.timestamp != null && made.timestamp.getNano() == 0) {
      made.timestamp = null;
    }
    if (made.nested != null) {
      dropTimes(made.nested);
    }
    List<Everything> all = new ArrayList<>();
    all.addAll(made.objects == null ? List.of() : made.objects);
    all.addAll(made.byName == null ? List.of() : made.byName.values());
    for (Everything each : all) {
      if (each != null) {
        dropTimes(each);
      }
    }
  }

  /** Of values without a description. */
  private static void values(int count) {
    Writer writer = Format.CBOR.writer();
    Reader reader = Format.CBOR.reader();
    each(
        count,
        random -> {
          Object made = value(random, 3);
          byte[] document = writer.write(made, Shapes.ANY).toByteArray();
          assertSame(made, PLAIN_JACKSON.readValue(document, Object.class));
          assertSame(made, reader.reset(document).read(Shapes.ANY));
          byte[] theirs = byJackson(random, made);
          assertSame(made, reader.reset(theirs).read(Shapes.ANY));
          // Its own conversion gives the same document as if it had been written here.
          assertSame(made, reader.reset(Format.CBOR.convert(theirs, Format.CBOR)).read(Shapes.ANY));
        });
  }

  private static Object value(RandomGenerator random, int depth) {
    return switch (random.nextInt(depth == 0 ? 9 : 13)) {
      case 0 -> null;
      case 1 -> random.nextBoolean();
      case 2, 3 -> random.nextLong() >> random.nextInt(64);
      case 4 -> random.nextGaussian() * Math.pow(10, random.nextInt(-30, 30));
      case 5 -> (float) random.nextInt(4_096) / (1 << random.nextInt(20));
      case 6 ->
          new BigDecimal(
              new BigInteger(random.nextInt(300), new java.util.Random(random.nextLong()))
                  .multiply(BigInteger.valueOf(random.nextBoolean() ? 1 : -1)),
              random.nextInt(-40, 40));
      case 7 -> text(random, 20_000);
      case 8 -> {
        byte[] bytes = new byte[random.nextInt(40) == 0 ? 70_000 : random.nextInt(300)];
        random.nextBytes(bytes);
        yield bytes;
      }
      case 9, 10 -> {
        List<Object> list = new ArrayList<>();
        for (int i = size(random); i > 0; i--) {
          list.add(value(random, depth - 1));
        }
        yield list;
      }
      default -> {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = size(random); i > 0; i--) {
          map.put(text(random, 200), value(random, depth - 1));
        }
        yield map;
      }
    };
  }

  private static int size(RandomGenerator random) {
    return random.nextInt(12) == 0 ? random.nextInt(20, 40) : random.nextInt(4);
  }

  private static String text(RandomGenerator random, int most) {
    int length =
        random.nextInt(300) == 0 ? random.nextInt(most) : random.nextInt(random.nextInt(1, 300));
    StringBuilder text = new StringBuilder();
    int characters = random.nextBoolean() ? 0x80 : Character.MAX_CODE_POINT + 1;
    for (int i = 0; i < length; i++) {
      int codePoint = random.nextInt(characters);
      text.appendCodePoint(codePoint >= 0xd800 && codePoint < 0xe000 ? 'x' : codePoint);
    }
    return text.toString();
  }

  /** With and without lengths, and with integers of any width. */
  private static byte[] byJackson(RandomGenerator random, Object value) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (CBORGenerator to = FACTORY.createGenerator(out)) {
      to.configure(CBORGenerator.Feature.WRITE_MINIMAL_INTS, random.nextBoolean());
      to.configure(CBORGenerator.Feature.WRITE_MINIMAL_DOUBLES, random.nextBoolean());
      to.configure(CBORGenerator.Feature.WRITE_TYPE_HEADER, random.nextBoolean());
      write(random, to, value);
    }
    return out.toByteArray();
  }

  private static void write(RandomGenerator random, CBORGenerator to, Object value)
      throws IOException {
    if (value instanceof List<?> list) {
      if (random.nextBoolean()) {
        to.writeStartArray(list, list.size());
      } else {
        to.writeStartArray();
      }
      for (Object each : list) {
        write(random, to, each);
      }
      to.writeEndArray();
    } else if (value instanceof Map<?, ?> map) {
      if (random.nextBoolean()) {
        to.writeStartObject(map, map.size());
      } else {
        to.writeStartObject();
      }
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        to.writeFieldName((String) entry.getKey());
        write(random, to, entry.getValue());
      }
      to.writeEndObject();
    } else if (value instanceof Long number && number == number.intValue()) {
      to.writeNumber(number.intValue());
    } else {
      PLAIN_JACKSON.writeValue(to, value);
    }
  }

  /** By value: the same number may have another of Java's types. */
  private static void assertSame(Object expected, Object found) {
    if (expected instanceof byte[] bytes) {
      assertArrayEquals(bytes, (byte[]) found);
    } else if (expected instanceof List<?> list) {
      List<?> other = (List<?>) found;
      assertEquals(list.size(), other.size());
      for (int i = 0; i < list.size(); i++) {
        assertSame(list.get(i), other.get(i));
      }
    } else if (expected instanceof Map<?, ?> map) {
      Map<?, ?> other = (Map<?, ?>) found;
      assertEquals(new ArrayList<>(map.keySet()), new ArrayList<>(other.keySet()));
      map.forEach((key, value) -> assertSame(value, other.get(key)));
    } else if (expected instanceof Number number) {
      assertEquals(exact(number), exact((Number) found), () -> Arrays.asList(number).toString());
    } else {
      assertEquals(expected, found);
    }
  }

  private static BigDecimal exact(Number number) {
    if (number instanceof BigDecimal decimal) {
      return decimal;
    }
    if (number instanceof BigInteger integer) {
      return new BigDecimal(integer);
    }
    return number instanceof Float || number instanceof Double
        ? new BigDecimal(number.doubleValue())
        : BigDecimal.valueOf(number.longValue());
  }
}
