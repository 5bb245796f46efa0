package thaw.pool.life;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** The last lines of each function's log, for who asks for them afterwards. Thread-safe. */
public final class RecentLogs {
  private static final int MOST_CHARS = 1024 * 1024;

  private final Map<String, Log> logs = new ConcurrentHashMap<>();
  private final AtomicLong numbers = new AtomicLong();

  /**
   * A line.
   *
   * @param number grows with each line of all functions
   * @param millis since 1970
   * @param stream of the environment that has written it
   */
  public record Line(long number, long millis, String stream, String text) {
    /** Its characters and the end of the line: an empty one takes a place, too. */
    private int chars() {
      return text.length() + 1;
    }
  }

  /** Guarded by itself. */
  private static final class Log {
    private final Deque<Line> lines = new ArrayDeque<>();
    private int chars;

    private synchronized void add(Line line) {
      lines.add(line);
      chars += line.chars();
      while (chars > MOST_CHARS) {
        chars -= lines.removeFirst().chars();
      }
    }

    private synchronized List<Line> lines() {
      return new ArrayList<>(lines);
    }
  }

  /** Takes the line of an event, if it has one. */
  public void accept(EnvironmentObservation observation) {
    observation
        .text()
        .ifPresent(text ->
            logs.computeIfAbsent(observation.function(), _ -> new Log())
                .add(
                    new Line(
                        numbers.incrementAndGet(),
                        observation.event().time().toEpochMilli(),
                        observation.environment(),
                        text)));
  }

  /** Returns the last lines of a function, in the order in which they came. */
  public List<Line> of(String function) {
    Log log = logs.get(function);
    return log == null ? List.of() : log.lines();
  }
}
