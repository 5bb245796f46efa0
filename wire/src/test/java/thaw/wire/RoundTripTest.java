package thaw.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is written is read, in all formats, with values of every kind. */
class RoundTripTest {
  private static final int OBJECTS = 50;

  static Stream<Format> formats() {
    return Stream.of(Format.JSON, Format.YAML, Format.CBOR, Format.PLAIN_BINARY);
  }

  static Stream<Arguments> seeds() {
    long now = System.nanoTime();
    return formats()
        .flatMap(format ->
            Stream.of(1L, 2L, now)
                .map(seed -> Arguments.of(format, Named.of("seed " + seed, seed))));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void random_objects_are_read_as_they_were_written(Format format, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Writer writer = format.writer();
    Reader reader = format.reader();
    for (int i = 0; i < OBJECTS; i++) {
      Everything made = Everything.random(random, i % 4);
      byte[] document = writer.write(made, Everything.SHAPE).toByteArray();
      assertEquals(made, reader.reset(document).read(Everything.SHAPE));
      assertEquals(made, reader.reset(document).read(Everything.SHAPE), "a second time");
      assertArrayEquals(document, writer.write(made, Everything.SHAPE).toByteArray());
      if (format != Format.PLAIN_BINARY) {
        byte[] shorter = writer.omitNulls(true).write(made).toByteArray();
        writer.omitNulls(false);
        Everything left = reader.reset(shorter).read(new Everything());
        assertEquals(made.withoutNullEntries(), left);
      }
    }
  }

  /** All but YAML, whose documents may end after any line. */
  static Stream<Arguments> seedsOfFormatsWithAnEnd() {
    return seeds().filter(arguments -> arguments.get()[0] != Format.YAML);
  }

  @ParameterizedTest
  @MethodSource("seedsOfFormatsWithAnEnd")
  void every_document_that_is_cut_short_is_refused(Format format, long seed) {
    Everything made = Everything.random(new SplittableRandom(seed), 1);
    byte[] document = format.write(made);
    for (int length = 0; length < document.length; length++) {
      byte[] part = Arrays.copyOf(document, length);
      if (format == Format.YAML) { // which may end behind any line, and in many a value
        readOrRefuse(format.reader(), part);
        continue;
      }
      assertThrows(WireException.class, () -> format.read(part, new Everything()));
      Reader inside = format.reader().reset(document, 0, length);
      assertThrows(WireException.class, () -> inside.read(new Everything()));
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void a_byte_that_is_another_one_is_read_or_refused(Format format, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    byte[] document = format.write(Everything.random(random, 2));
    Reader reader = format.reader();
    for (int i = 0; i < 5_000; i++) {
      byte[] other = document.clone();
      for (int k = random.nextInt(3); k >= 0; k--) {
        other[random.nextInt(other.length)] = (byte) random.nextInt();
      }
      readOrRefuse(reader, other);
    }
    Everything made = Everything.random(random, 1);
    assertEquals(made, reader.reset(format.write(made)).read(new Everything()), "as if new");
  }

  private static void readOrRefuse(Reader reader, byte[] document) {
    try {
      reader.reset(document).read(new Everything());
    } catch (WireException e) {
      assertTrue(e.offset() >= 0 && e.offset() <= document.length, e.getMessage());
    }
  }

  @ParameterizedTest
  @MethodSource("formats")
  void a_document_may_be_any_value(Format format) {
    assertEquals(7, format.read(format.write(7, Shapes.INT32), Shapes.INT32));
    assertEquals("", format.read(format.write("", Shapes.STRING), Shapes.STRING));
    assertNull(format.read(format.write(null, Shapes.STRING), Shapes.STRING));
    Shape<List<Long>> longs = Shapes.list(Shapes.INT64);
    List<Long> list = Arrays.asList(1L, null, Long.MIN_VALUE);
    assertEquals(list, format.read(format.write(list, longs), longs));
    assertEquals(List.of(), format.read(format.write(List.of(), longs), longs));
  }

  @Test
  void floats_keep_all_their_bits_in_binary() {
    for (Format format : List.of(Format.CBOR, Format.PLAIN_BINARY)) {
      Everything made = new Everything();
      made.float32 = Float.intBitsToFloat(0x7fc12345);
      made.float64 = Double.NEGATIVE_INFINITY;
      made.character = '\udc00';
      assertEquals(made, format.read(format.write(made), new Everything()));
    }
  }
}
