package thaw.snapshot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.snapshot.WireMessage.Field;

class WireMessageTest {
  /** The examples of the encoding's own documentation. */
  @Test
  void the_documented_examples_are_read() throws Exception {
    assertEquals(150, WireMessage.parse(bytes(0x08, 0x96, 0x01)).required(1));
    assertEquals(
        Optional.of("testing"),
        WireMessage.parse(bytes(0x12, 0x07, 0x74, 0x65, 0x73, 0x74, 0x69, 0x6e, 0x67)).text(2));
    WireMessage inner = WireMessage.parse(bytes(0x1a, 0x03, 0x08, 0x96, 0x01));
    assertEquals(150, inner.message(3).orElseThrow().required(1));
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void what_is_read_is_written_byte_for_byte(long seed) throws Exception {
    Random random = new Random(seed);
    for (int i = 0; i < 200; i++) {
      byte[] message = randomMessage(random);
      assertArrayEquals(message, WireMessage.parse(message).bytes());
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {11, 12, 13, 14})
  void a_changed_field_leaves_all_others_as_they_were(long seed) throws Exception {
    Random random = new Random(seed);
    for (int i = 0; i < 200; i++) {
      WireMessage message = WireMessage.parse(randomMessage(random));
      int number = 1 + random.nextInt(20);
      long value = random.nextLong() >>> random.nextInt(64);
      WireMessage changed = WireMessage.parse(message.with(number, value).bytes());
      assertEquals(value, changed.required(number));
      assertArrayEquals(message.without(number).bytes(), changed.without(number).bytes());
    }
  }

  @Test
  void every_integer_survives() throws Exception {
    for (long value : new long[] {0, 1, 127, 128, 1L << 35, Long.MAX_VALUE, -1, Long.MIN_VALUE}) {
      assertEquals(value, WireMessage.parse(Field.ofNumber(3, value).raw()).required(3));
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {21, 22})
  void a_message_that_is_cut_off_inside_a_field_is_refused(long seed) throws Exception {
    Random random = new Random(seed);
    for (int i = 0; i < 100; i++) {
      byte[] field = Field.ofBytes(1 + random.nextInt(99), new byte[random.nextInt(300)]).raw();
      for (int length = 1; length < field.length; length++) {
        byte[] cut = Arrays.copyOf(field, length);
        assertThrows(WireMessage.Malformed.class, () -> WireMessage.parse(cut));
      }
    }
  }

  @Test
  void nonsense_is_refused() {
    for (byte[] nonsense :
        List.of(
            bytes(0x00, 0x01), // field 0
            bytes(0x0b, 0x01), // a group
            bytes(0x08, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01),
            bytes(0x0a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01))) {
      assertThrows(WireMessage.Malformed.class, () -> WireMessage.parse(nonsense));
    }
  }

  private static byte[] randomMessage(Random random) {
    List<Field> fields = new ArrayList<>();
    for (int i = random.nextInt(12); i > 0; i--) {
      int number = 1 + random.nextInt(20);
      byte[] bytes = new byte[random.nextInt(200)];
      random.nextBytes(bytes);
      long value = random.nextLong() >>> random.nextInt(64);
      fields.add(
          random.nextBoolean() ? Field.ofNumber(number, value) : Field.ofBytes(number, bytes));
    }
    return new WireMessage(fields).bytes();
  }

  private static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }
}
