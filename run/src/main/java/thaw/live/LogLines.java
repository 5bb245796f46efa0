package thaw.live;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The lines that were written while one request ran, or before it; of many only the last are kept.
 * Of one thread at a time.
 */
final class LogLines {
  private static final int MOST_CHARS = 32 * 1024;
  private static final int LONGEST_LINE_CHARS = 8 * 1024;

  /** The origin of a line. */
  enum Speaker {
    FUNCTION,
    EXTENSION,
    PLATFORM,
    /** The platform, of a failure. */
    FAULT
  }

  /**
   * @param nanos when it was read, on the monotonic clock
   */
  record Line(long nanos, Speaker speaker, String text) {}

  private final Deque<Line> lines = new ArrayDeque<>();
  private int chars;
  private long dropped;

  void add(long nanos, Speaker speaker, String text) {
    String kept =
        text.length() <= LONGEST_LINE_CHARS
            ? text
            : text.substring(0, LONGEST_LINE_CHARS)
                + "… ("
                + (text.length() - LONGEST_LINE_CHARS)
                + " characters more)";
    lines.add(new Line(nanos, speaker, kept));
    chars += kept.length();
    while (chars > MOST_CHARS) {
      chars -= lines.removeFirst().text().length();
      dropped++;
    }
  }

  List<Line> lines() {
    return List.copyOf(lines);
  }

  int chars() {
    return chars;
  }

  /** Returns the number of earlier lines that are not kept. */
  long dropped() {
    return dropped;
  }
}
