package thaw.runtimeapi.log;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Splits what a runtime process writes into texts: lines of standard output and standard error, and
 * the frames of the runtime client's logger, which keep the lines of one message together.
 *
 * <pre>
 *   0        4        8                16
 *   | type   | length | microseconds   | length bytes of text
 *   type = a5 5a 00 | level &lt;&lt; 2 | 2 | format; all numbers big-endian
 * </pre>
 *
 * <p>Both come through one file, so that their order is kept. The byte a5 begins no character in
 * UTF-8, so a frame's head is not mistaken for text. Not thread-safe.
 */
public final class LogFrames {
  private static final byte[] MAGIC = {(byte) 0xa5, 0x5a, 0x00};
  private static final int HEAD_BYTES = 16;
  private static final int LENGTH_OFFSET = 4;

  /** Lambda cuts log events at 256 KB. */
  private static final int LONGEST_TEXT = 256 * 1024;

  /**
   * The longest frame. Bytes that announce a longer one are a function's own, and we would wait for
   * it forever.
   */
  private static final int LONGEST_FRAME = 8 * 1024 * 1024;

  /** The client's levels begin with one for messages that have none. */
  private static final int UNDEFINED = 0;

  /**
   * A complete text.
   *
   * @param level that the logger was given
   */
  public record Entry(String text, Optional<LogLevel> level) {}

  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private byte[] unfinished = {};

  /** Complete texts; the rest waits for more output. */
  public List<Entry> split(byte[] output) {
    byte[] all = joined(unfinished, output);
    unfinished = new byte[0];
    List<Entry> texts = new ArrayList<>();
    int at = 0;
    while (at < all.length) {
      if (startsFrame(all, at) && !isTooLong(all, at)) {
        int end = frameEnd(all, at);
        if (end < 0) {
          unfinished = java.util.Arrays.copyOfRange(all, at, all.length);
          return texts;
        }
        rest().ifPresent(texts::add);
        texts.add(new Entry(withoutLineFeed(all, at + HEAD_BYTES, end), level(all[at + 3])));
        at = end;
      } else {
        if (all[at] == '\n') {
          texts.add(take());
        } else {
          line.write(all[at]);
          if (line.size() >= LONGEST_TEXT) {
            texts.add(take());
          }
        }
        at++;
      }
    }
    return texts;
  }

  /** A last line without a line feed. */
  public Optional<Entry> rest() {
    return line.size() == 0 ? Optional.empty() : Optional.of(take());
  }

  private Entry take() {
    String text = line.toString(StandardCharsets.UTF_8);
    line.reset();
    return new Entry(
        text.endsWith("\r") ? text.substring(0, text.length() - 1) : text, Optional.empty());
  }

  private static Optional<LogLevel> level(byte lowest) {
    int level = lowest >> 2;
    LogLevel[] all = LogLevel.values();
    return level > UNDEFINED && level <= all.length
        ? Optional.of(all[level - 1])
        : Optional.empty();
  }

  /** The magic may be cut off by the end of what has been read. */
  private static boolean startsFrame(byte[] bytes, int at) {
    for (int i = 0; i < MAGIC.length; i++) {
      if (at + i == bytes.length) {
        return i > 0;
      }
      if (bytes[at + i] != MAGIC[i]) {
        return false;
      }
    }
    return true;
  }

  private static boolean isTooLong(byte[] bytes, int at) {
    if (bytes.length - at < HEAD_BYTES) {
      return false; // not known yet
    }
    int length = ByteBuffer.wrap(bytes).getInt(at + LENGTH_OFFSET);
    return length < 0 || length > LONGEST_FRAME;
  }

  /** Returns the offset at which the frame ends, or -1 when it is not complete. */
  private static int frameEnd(byte[] bytes, int at) {
    if (bytes.length - at < HEAD_BYTES) {
      return -1;
    }
    int length = ByteBuffer.wrap(bytes).getInt(at + LENGTH_OFFSET);
    int end = at + HEAD_BYTES + length;
    return end > bytes.length ? -1 : end;
  }

  private static String withoutLineFeed(byte[] bytes, int from, int to) {
    int end = to > from && bytes[to - 1] == '\n' ? to - 1 : to;
    end = end < to && end > from && bytes[end - 1] == '\r' ? end - 1 : end;
    return new String(bytes, from, end - from, StandardCharsets.UTF_8);
  }

  private static byte[] joined(byte[] first, byte[] second) {
    if (first.length == 0) {
      return second;
    }
    byte[] both = java.util.Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }
}
