package thaw.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Currency;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

class ShapesTest {
  @Test
  void scalars_come_back() {
    check("true", true, Shapes.BOOL);
    check("-128", Byte.MIN_VALUE, Shapes.INT8);
    check("32767", Short.MAX_VALUE, Shapes.INT16);
    check("-2147483648", Integer.MIN_VALUE, Shapes.INT32);
    check("9223372036854775807", Long.MAX_VALUE, Shapes.INT64);
    check("1.5", 1.5f, Shapes.FLOAT32);
    check("0.1", 0.1, Shapes.FLOAT64);
    check("\"é\"", 'é', Shapes.CHARACTER);
    check("\"a\"", "a", Shapes.STRING);
    check("1.10", new BigDecimal("1.10"), Shapes.DECIMAL);
    check("18446744073709551616", BigInteger.ONE.shiftLeft(64), Shapes.INTEGER);
    check("\"2026-11-22T05:25:29Z\"", Instant.ofEpochSecond(1795325129), Shapes.TIMESTAMP);
    check("\"2026-11-22T05:25:29Z\"", new Date(1795325129000L), Shapes.DATE);
    assertArrayEquals(new byte[] {1, 2}, read("\"AQI=\"", Shapes.BYTES));
    assertEquals("\"AQI=\"", write(new byte[] {1, 2}, Shapes.BYTES));
  }

  @Test
  void a_buffer_is_what_is_between_its_position_and_its_limit_and_stays_as_it_is() {
    ByteBuffer buffer = ByteBuffer.wrap(new byte[] {0, 1, 2, 3}, 1, 2);

    assertEquals("\"AQI=\"", write(buffer, Shapes.BUFFER));
    assertEquals(1, buffer.position());
    assertEquals(buffer, read("\"AQI=\"", Shapes.BUFFER));
    assertEquals(buffer, again(buffer, Shapes.BUFFER));
  }

  @Test
  void an_array_of_objects_comes_back_as_one_of_its_type() {
    Shape<String[]> shape = Shapes.array(Shapes.STRING, new String[0]);

    assertArrayEquals(new String[] {"a", null}, read("[\"a\",null]", shape));
    assertArrayEquals(new String[0], again(new String[0], shape));
    assertSame(String[].class, again(new String[] {"b"}, shape).getClass());
  }

  @Test
  void integers_without_end_are_read_only_when_they_are_of_some_size() {
    assertEquals(BigInteger.valueOf(12_000), read("1.2e4", Shapes.INTEGER));
    assertEquals(BigInteger.ZERO, read("0e999999999", Shapes.INTEGER));
    refused(
        "an integer of more than 1000 digits, most of them zeros", "1e999999999", Shapes.INTEGER);
    refused("it is not an integer: it has a fraction", "1.5", Shapes.INTEGER);
    refused("it is not an integer: it has a fraction", "1e-999999999", Shapes.INTEGER);
  }

  @Test
  void a_date_takes_no_time_beyond_its_own() {
    refused("a time beyond those of java.util.Date", "\"+999999999-01-01T00:00:00Z\"", Shapes.DATE);
  }

  @Test
  void texts_come_back() {
    check("\"1-2-3-4-5\"", UUID.fromString("1-2-3-4-5"), TextShapes.UUID, false);
    check("\"http://a/?b=c\"", URI.create("http://a/?b=c"), TextShapes.URI);
    check("\"PT1M30S\"", Duration.ofSeconds(90), TextShapes.DURATION);
    check("\"P1Y2M3D\"", Period.of(1, 2, 3), TextShapes.PERIOD);
    check("\"2026-11-22\"", LocalDate.of(2026, 11, 22), TextShapes.LOCAL_DATE);
    check("\"05:25\"", LocalTime.of(5, 25), TextShapes.LOCAL_TIME);
    check(
        "\"2026-11-22T05:25\"", LocalDateTime.of(2026, 11, 22, 5, 25), TextShapes.LOCAL_DATE_TIME);
    String offset = "2026-11-22T05:25+01:00";
    check('"' + offset + '"', OffsetDateTime.parse(offset), TextShapes.OFFSET_DATE_TIME);
    String zoned = "2026-11-22T05:25+01:00[Europe/Vienna]";
    check('"' + zoned + '"', ZonedDateTime.parse(zoned), TextShapes.ZONED_DATE_TIME);
    check("\"1970-01-01T00:00:00Z\"", Instant.EPOCH, TextShapes.INSTANT);
    check("\"2026-11\"", YearMonth.of(2026, 11), TextShapes.YEAR_MONTH);
    check("\"+10000-01\"", YearMonth.of(10000, 1), TextShapes.YEAR_MONTH);
    check("\"9999-12\"", YearMonth.of(9999, 12), TextShapes.YEAR_MONTH);
    check("\"-10000-01\"", YearMonth.of(-10000, 1), TextShapes.YEAR_MONTH);
    check("\"12026\"", Year.of(12026), TextShapes.YEAR);
    check("\"Europe/Vienna\"", ZoneId.of("Europe/Vienna"), TextShapes.ZONE_ID);
    check("\"de-AT\"", Locale.forLanguageTag("de-AT"), TextShapes.LOCALE);
    check("\"EUR\"", Currency.getInstance("EUR"), TextShapes.CURRENCY);
    check("\"-1\"", (byte) -1, TextShapes.INT8);
    check("\"-1\"", (short) -1, TextShapes.INT16);
    check("\"-1\"", -1, TextShapes.INT32);
    check("\"-1\"", -1L, TextShapes.INT64);
    check("\"x\"", 'x', TextShapes.CHARACTER);
    check("\"x\"", "x", TextShapes.STRING);
    check("\"SECONDS\"", Unit.SECONDS, new EnumShape<>(Unit.values()));
  }

  @Test
  void a_text_that_is_none_is_an_error_with_its_place() {
    List<TextShape<?>> shapes =
        List.of(
            TextShapes.UUID,
            TextShapes.URI,
            TextShapes.DURATION,
            TextShapes.PERIOD,
            TextShapes.LOCAL_DATE,
            TextShapes.LOCAL_TIME,
            TextShapes.LOCAL_DATE_TIME,
            TextShapes.OFFSET_DATE_TIME,
            TextShapes.ZONED_DATE_TIME,
            TextShapes.INSTANT,
            TextShapes.YEAR_MONTH,
            TextShapes.YEAR,
            TextShapes.ZONE_ID,
            TextShapes.CURRENCY,
            TextShapes.INT8,
            TextShapes.INT16,
            TextShapes.INT32,
            TextShapes.INT64,
            TextShapes.CHARACTER,
            new EnumShape<>(Unit.values()));
    for (TextShape<?> shape : shapes) {
      WireException error =
          assertThrows(
              WireException.class, () -> read("[\"%%\"]", Shapes.list(shape)), shape.toString());
      assertEquals("$[0]", error.path());
    }
    refused("no constant of that name: HOURS", "\"HOURS\"", new EnumShape<>(Unit.values()));
  }

  @Test
  void arrays_of_primitives_come_back() {
    for (int size : new int[] {0, 1, 16, 17, 100}) {
      int[] ints = new int[size];
      long[] longs = new long[size];
      short[] shorts = new short[size];
      float[] floats = new float[size];
      double[] doubles = new double[size];
      boolean[] bools = new boolean[size];
      for (int i = 0; i < size; i++) {
        ints[i] = -i;
        longs[i] = Long.MAX_VALUE - i;
        shorts[i] = (short) (100 * i);
        floats[i] = i / 2f;
        doubles[i] = i / 3.0;
        bools[i] = i % 3 == 0;
      }
      assertArrayEquals(ints, again(ints, ArrayShapes.INT32S));
      assertArrayEquals(longs, again(longs, ArrayShapes.INT64S));
      assertArrayEquals(shorts, again(shorts, ArrayShapes.INT16S));
      assertArrayEquals(floats, again(floats, ArrayShapes.FLOAT32S));
      assertArrayEquals(doubles, again(doubles, ArrayShapes.FLOAT64S));
      assertArrayEquals(bools, again(bools, ArrayShapes.BOOLS));
    }
    assertEquals("[1,-2]", write(new int[] {1, -2}, ArrayShapes.INT32S));
    assertEquals("\"ab\"", write(new char[] {'a', 'b'}, ArrayShapes.CHARS));
    assertArrayEquals(new char[] {'a', 'b'}, read("\"ab\"", ArrayShapes.CHARS));
    assertThrows(WireException.class, () -> read("[1,null]", ArrayShapes.INT32S));
  }

  @Test
  void arrays_of_objects_come_back() {
    Shape<String[]> shape =
        new ArrayShape<>(Shapes.STRING) {
          @Override
          protected String[] array(int length) {
            return new String[length];
          }
        };

    assertEquals("[\"a\",null]", write(new String[] {"a", null}, shape));
    assertArrayEquals(new String[] {"a", null}, read("[\"a\",null]", shape));
  }

  @Test
  void collections_and_maps_come_back() {
    check("[1,null,2]", Arrays.asList(1, null, 2), Shapes.list(Shapes.INT32));
    check("[\"b\",\"a\"]", new LinkedHashSet<>(List.of("b", "a")), Shapes.set(Shapes.STRING));
    check("[\"b\",\"a\"]", List.of("b", "a"), Shapes.<String>collection(Shapes.STRING));
    Map<String, Integer> byName = new LinkedHashMap<>();
    byName.put("b", 1);
    byName.put("a", null);
    check("{\"b\":1,\"a\":null}", byName, Shapes.map(Shapes.INT32));
    Map<Unit, List<String>> byUnit = Map.of(Unit.MINUTES, List.of("x"));
    check(
        "{\"MINUTES\":[\"x\"]}",
        byUnit,
        Shapes.map(new EnumShape<>(Unit.values()), Shapes.list(Shapes.STRING)));
    assertEquals(
        List.of("b", "a"), List.copyOf(read("[\"b\",\"a\",\"b\"]", Shapes.set(Shapes.STRING))));
  }

  @Test
  void a_key_that_comes_twice_is_an_error_also_when_it_is_written_differently() {
    refused(
        "the key is there twice: 01",
        "{\"1\":\"a\",\"01\":\"b\"}",
        Shapes.map(TextShapes.INT32, Shapes.STRING));
    assertThrows(
        WireException.class,
        () -> read("{\"x\":\"a\"}", Shapes.map(TextShapes.INT32, Shapes.STRING)));
  }

  @Test
  void a_collection_that_takes_no_null_says_so_with_the_place() {
    Shape<ArrayDeque<String>> queue =
        new CollectionShape<>(Shapes.STRING) {
          @Override
          protected ArrayDeque<String> empty() {
            return new ArrayDeque<>();
          }
        };
    Shape<ConcurrentHashMap<String, String>> map =
        new MapShape<>(TextShapes.STRING, Shapes.STRING) {
          @Override
          protected ConcurrentHashMap<String, String> empty() {
            return new ConcurrentHashMap<>();
          }
        };

    refused("no element may be null here", "[\"a\",null]", queue);
    refused("no value may be null here", "{\"a\":null}", map);
  }

  @Test
  void a_map_of_a_class_of_its_own_is_one_when_it_is_read() {
    Shape<TreeMap<Long, String>> shape =
        new MapShape<>(TextShapes.INT64, Shapes.STRING) {
          @Override
          protected TreeMap<Long, String> empty() {
            return new TreeMap<>();
          }
        };

    assertEquals("{1=a, 2=b}", String.valueOf(read("{\"2\":\"b\",\"1\":\"a\"}", shape)));
  }

  @Test
  void null_entries_of_maps_with_other_keys_are_left_out_where_null_fields_are() {
    Map<Integer, String> map = new LinkedHashMap<>();
    map.put(1, null);
    map.put(2, "b");
    Shape<Map<Integer, String>> shape = Shapes.map(TextShapes.INT32, Shapes.STRING);

    assertEquals("{\"1\":null,\"2\":\"b\"}", write(map, shape));
    assertEquals(
        "{\"2\":\"b\"}",
        new String(
            Format.JSON.writer().omitNulls(true).write(map, shape).toByteArray(),
            StandardCharsets.UTF_8));
  }

  @Test
  void a_list_that_is_a_chain_is_written_in_one_go() {
    List<Integer> chain =
        new LinkedList<>(List.of(1, 2, 3)) {
          @Override
          public Integer get(int index) {
            throw new AssertionError("goes through the chain for each element");
          }
        };
    assertEquals("[1,2,3]", write(chain, Shapes.list(Shapes.INT32)));
  }

  @Test
  void a_name_that_utf_8_does_not_have_is_no_field() {
    for (String name : List.of("\ud800", "a\udc00", "\udc00\ud800", "\u20ac\ud83c")) {
      assertThrows(IllegalArgumentException.class, () -> Field.of(1, name));
    }
    assertEquals("\ud83c\udf75", Field.of(1, "\ud83c\udf75").name());
  }

  @Test
  void an_object_with_a_method_for_each_direction_comes_back() {
    Pair pair = new Pair(1, "b");

    check("{\"a\":1,\"b\":\"b\"}", pair, PairShape.SHAPE);
    assertEquals(new Pair(0, "b"), read("{\"b\":\"b\"}", PairShape.SHAPE));
    assertEquals(
        new Pair(1, "c"),
        Format.JSON.reader().reset(bytes("{\"b\":\"c\"}")).read(pair, PairShape.SHAPE));
    assertNull(read("null", PairShape.SHAPE));
    assertEquals("null", write(null, PairShape.SHAPE));
    assertSame(pair, PairShape.SHAPE.wire(Format.JSON.writer(), pair));
  }

  @Test
  void a_shape_refuses_a_value_with_its_place() {
    Shape<Integer> even =
        new Shape<>() {
          @Override
          public Integer wire(Wire w, Integer value) {
            int read = w.int32(value == null ? 0 : value);
            if (read % 2 != 0) {
              throw w.error("must be even");
            }
            return read;
          }
        };

    refused("must be even at byte 4, $[1]", "[2,3]", Shapes.list(even));
    assertThrows(WireException.class, () -> write(3, even));
  }

  private static <T> void check(String json, T value, Shape<T> shape) {
    check(json, value, shape, true);
  }

  private static <T> void check(String json, T value, Shape<T> shape, boolean exact) {
    assertEquals(value, read(json, shape));
    assertEquals(value, again(value, shape));
    if (exact) {
      assertEquals(json, write(value, shape));
    }
  }

  private static void refused(String message, String json, Shape<?> shape) {
    WireException error = assertThrows(WireException.class, () -> read(json, shape));
    assertEquals(message, error.getMessage().substring(0, message.length()));
  }

  private static <T> T again(T value, Shape<T> shape) {
    return Format.JSON.read(Format.JSON.write(value, shape), shape);
  }

  private static <T> T read(String json, Shape<T> shape) {
    return Format.JSON.read(bytes(json), shape);
  }

  private static <T> String write(T value, Shape<T> shape) {
    return new String(Format.JSON.write(value, shape), StandardCharsets.UTF_8);
  }

  private static byte[] bytes(String json) {
    return json.getBytes(StandardCharsets.UTF_8);
  }

  enum Unit {
    SECONDS,
    MINUTES
  }

  record Pair(int a, String b) {}

  private static final class PairShape extends SplitShape<Pair> {
    static final PairShape SHAPE = new PairShape();
    private static final Field A = Field.of(1, "a");
    private static final Field B = Field.of(2, "b");

    @Override
    protected void write(Wire w, Pair value) {
      w.int32(A, value.a);
      w.string(B, value.b);
    }

    @Override
    protected Pair read(Wire w, Pair value) {
      return value == null
          ? new Pair(w.int32(A, 0), w.string(B, null))
          : new Pair(w.int32(A, value.a), w.string(B, value.b));
    }
  }
}
