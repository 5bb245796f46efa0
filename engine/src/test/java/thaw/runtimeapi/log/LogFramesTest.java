package thaw.runtimeapi.log;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogFramesTest {
  private final LogFrames frames = new LogFrames();

  @Test
  void lines_are_split_at_line_feeds_and_an_unfinished_one_waits() {
    assertEquals(List.of("a", "", "b"), split("a\n\nb\r\nc".getBytes()));
    assertEquals(List.of("cd"), split("d\n".getBytes()));
    assertEquals(Optional.empty(), frames.rest());
  }

  @Test
  void what_lacks_its_line_feed_is_not_lost() {
    assertEquals(List.of(), split("end".getBytes()));
    assertEquals(Optional.of("end"), frames.rest().map(LogFrames.Entry::text));
  }

  @ParameterizedTest(name = "read in pieces of {0} bytes")
  @ValueSource(ints = {1, 2, 3, 7, 15, 16, 17, 1000})
  void a_frame_keeps_its_lines_together_however_it_is_read(int size) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes("before\n".getBytes());
    all.writeBytes(frame("line 1\n\tat line 2\n"));
    all.writeBytes(frame("\u00a5 and \u20ac"));
    all.writeBytes(frame(""));
    all.writeBytes("after\n".getBytes());
    List<String> texts = new ArrayList<>();
    byte[] bytes = all.toByteArray();
    for (int at = 0; at < bytes.length; at += size) {
      texts.addAll(split(Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + size))));
    }
    assertEquals(List.of("before", "line 1\n\tat line 2", "\u00a5 and \u20ac", "", "after"), texts);
  }

  @Test
  void text_in_front_of_a_frame_becomes_a_text_of_its_own() {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes("no line feed".getBytes());
    all.writeBytes(frame("logged"));
    assertEquals(List.of("no line feed", "logged"), split(all.toByteArray()));
  }

  @Test
  void a_frame_longer_than_8_mib_or_shorter_than_nothing_is_text() {
    for (int length : new int[] {8 * 1024 * 1024 + 1, Integer.MAX_VALUE, -1, Integer.MIN_VALUE}) {
      byte[] head = ByteBuffer.allocate(16).putInt(0xa55a0003).putInt(length).array();
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      all.writeBytes(head);
      all.writeBytes("\nbehind\n".getBytes(StandardCharsets.UTF_8));
      assertEquals("behind", new LogFrames().split(all.toByteArray()).getLast().text());
    }
  }

  @Test
  void a_frame_has_the_level_that_the_logger_was_given() {
    List<Optional<LogLevel>> levels = new ArrayList<>();
    for (int level = 0; level <= 7; level++) {
      levels.add(frames.split(frame(0xa55a0002 | level << 2, "logged")).getFirst().level());
    }
    assertEquals(Optional.empty(), levels.removeFirst());
    assertEquals(Optional.empty(), levels.removeLast());
    assertEquals(Stream.of(LogLevel.values()).map(Optional::of).toList(), levels);
    assertEquals(Optional.empty(), frames.split("line\n".getBytes()).getFirst().level());
  }

  private List<String> split(byte[] output) {
    return frames.split(output).stream().map(LogFrames.Entry::text).toList();
  }

  private static byte[] frame(String text) {
    return frame(0xa55a0003, text);
  }

  private static byte[] frame(int type, String text) {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(16 + body.length)
        .putInt(type)
        .putInt(body.length)
        .putLong(1_700_000_000_000_000L)
        .put(body)
        .array();
  }
}
