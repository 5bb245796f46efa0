package thaw.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * From each format to each other one, for each shape of value that {@link FuzzShapes} knows and
 * both can have: {@link FuzzShapes#has} says which those are.
 */
class FormatMatrixTest {
  private static List<Format> all() {
    List<Format> all = new ArrayList<>(AllFormats.TELLING);
    all.addAll(AllFormats.DESCRIBED);
    return all;
  }

  static Stream<Arguments> pairs() {
    return all().stream().flatMap(from -> all().stream().map(to -> Arguments.of(from, to)));
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void a_shape_converts_each_format_to_each_other_one_and_back(Format from, Format to) {
    int converted = 0;
    for (FuzzShapes.Known<?> known : FuzzShapes.everyOne()) {
      if (FuzzShapes.has(from, known) && FuzzShapes.has(to, known)) {
        converted += convert(known, from, to);
      }
    }
    boolean fix = from == Format.FIX || to == Format.FIX;
    assertTrue(converted >= (fix ? 4 : 9), converted + " samples");
  }

  private static <T> int convert(FuzzShapes.Known<T> known, Format from, Format to) {
    for (T each : known.samples()) {
      T sample = each;
      if (hasProtobuf(from, to)) {
        sample = Format.PROTOBUF.read(Format.PROTOBUF.write(each, known.shape()), known.shape());
      }
      byte[] document = from.write(sample, known.shape());
      byte[] there = from.convert(document, to, known.shape());
      if (known.shape() != Shapes.ANY) { // whose maps are objects or maps, by their names
        assertArrayEquals(to.write(sample, known.shape()), there);
      }
      assertArrayEquals(document, to.convert(there, from, known.shape()));
    }
    return known.samples().size();
  }

  /** Then no list is null, for protobuf has empty ones only. */
  private static boolean hasProtobuf(Format from, Format to) {
    return from == Format.PROTOBUF || to == Format.PROTOBUF;
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void an_object_that_describes_itself_is_converted_likewise(Format from, Format to) {
    if (from == Format.FIX || to == Format.FIX) {
      FixFormatTest.Message sample = FixFormatTest.Message.full();
      if (hasProtobuf(from, to)) {
        sample = Format.PROTOBUF.read(Format.PROTOBUF.write(sample), new FixFormatTest.Message());
      }
      check(sample, FixFormatTest.Message::new, from, to);
    } else if (hasProtobuf(from, to)) {
      check(Letter.random(new Random(3), 2), Letter::new, from, to);
    } else {
      check(Everything.random(new Random(3), 3), Everything::new, from, to);
    }
  }

  private static void check(Wired sample, Supplier<Wired> blank, Format from, Format to) {
    byte[] there = from.convert(from.write(sample), to, blank.get());
    assertEquals(sample.toString(), to.read(there, blank.get()).toString());
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void a_format_without_types_is_converted_with_a_shape_only(Format from, Format to) {
    byte[] document =
        from == Format.FIX
            ? from.write(new FuzzShapes.Circle(7), FuzzShapes.Circle.SHAPE)
            : from.write(WiredOrder.SAMPLE, WiredOrder.SHAPE);
    if (AllFormats.DESCRIBED.contains(from) || AllFormats.DESCRIBED.contains(to)) {
      String message =
          assertThrows(IllegalArgumentException.class, () -> from.convert(document, to))
              .getMessage();
      assertTrue(message.startsWith("must have a shape"), message);
    } else {
      byte[] there = from.convert(document, to);
      assertEquals(WiredOrder.SAMPLE, to.read(there, WiredOrder.SHAPE));
    }
  }

  @Test
  void every_constant_of_a_format_is_in_the_matrix() throws ReflectiveOperationException {
    for (java.lang.reflect.Field constant : Format.class.getFields()) {
      assertTrue(all().contains((Format) constant.get(null)), constant.getName());
    }
  }
}
