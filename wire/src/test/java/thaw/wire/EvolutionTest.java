package thaw.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Descriptions that have changed, on either side: fields come, go, move, and get wider. */
class EvolutionTest {
  private static final int FIELDS = 24;
  private static final List<Field> ALL = new ArrayList<>();

  static {
    for (int i = 0; i < FIELDS; i++) {
      ALL.add(Field.of(i + 1, "a" + "x".repeat(i) + i));
    }
  }

  /** Fields of a description, in an order, each of a type: one in five is an object. */
  private static final class Version implements Wired {
    private static final long MISSING = -1;
    private static final int OBJECT = 4;

    private final List<Integer> fields = new ArrayList<>();
    private final List<Integer> types = new ArrayList<>();
    private final TreeMap<Integer, Long> values = new TreeMap<>();
    private final TreeMap<Integer, Version> objects = new TreeMap<>();

    Version(Random random, boolean written, int depth, int kinds) {
      for (int i = 0; i < FIELDS; i++) {
        boolean object = i % 5 == OBJECT;
        types.add(random.nextInt(kinds));
        if (random.nextInt(10) < 7 && !(object && depth == 0)) {
          fields.add(i);
          if (object) {
            objects.put(i, new Version(random, written, depth - 1, kinds));
          } else {
            values.put(i, written ? random.nextInt(100) : MISSING);
          }
        }
      }
      if (random.nextBoolean()) {
        Collections.shuffle(fields, random);
      }
    }

    @Override
    public void wire(Wire w) {
      for (int i : fields) {
        if (i % 5 == OBJECT) {
          w.object(ALL.get(i), objects.get(i));
        } else {
          values.put(i, ((Number) scalar(w, ALL.get(i), values.get(i), types.get(i))).longValue());
        }
      }
    }

    /** Of a version that was read from another one; null for one that was not there. */
    void assertReadFrom(Version written) {
      for (int i : fields) {
        if (i % 5 == OBJECT) {
          objects.get(i).assertReadFrom(written == null ? null : written.objects.get(i));
        } else {
          Long expected = written == null ? null : written.values.get(i);
          assertEquals(expected == null ? MISSING : expected, values.get(i));
        }
      }
    }

    private static Object scalar(Wire w, Field field, long value, int type) {
      return switch (type) {
        case 0 -> w.int8(field, (byte) value);
        case 1 -> w.int16(field, (short) value);
        case 2 -> w.int32(field, (int) value);
        case 3 -> w.int64(field, value);
        default -> w.decimal(field, BigDecimal.valueOf(value));
      };
    }
  }

  static Stream<Arguments> formats() {
    long now = System.nanoTime();
    return Stream.of(Format.JSON, Format.YAML, Format.CBOR, Format.PROTOBUF)
        .flatMap(format ->
            Stream.of(1L, now).map(seed -> Arguments.of(format, Named.of("seed " + seed, seed))));
  }

  @ParameterizedTest
  @MethodSource("formats")
  void what_both_descriptions_have_is_read_and_all_else_keeps_its_value(Format format, long seed) {
    Random random = new Random(seed);
    int kinds = format == Format.PROTOBUF ? 4 : 5; // where a decimal is a string
    Writer writer = format.writer();
    Reader reader = format.reader();
    for (int i = 0; i < 500; i++) {
      Version written = new Version(random, true, 2, kinds);
      Version read = new Version(random, false, 2, kinds);
      reader.reset(writer.write(written).toByteArray()).read(read);
      read.assertReadFrom(written);
    }
  }
}
