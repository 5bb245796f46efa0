package thaw.app.running;

import java.util.Optional;
import java.util.regex.Pattern;
import thaw.pool.life.EnvironmentObservation;
import thaw.presentation.text.Terminal;
import thaw.runtimeapi.log.PlatformEvent;
import thaw.runtimeapi.log.PlatformLog;

/** An entry that {@code thaw run} shows on its terminal, before it is made a line. */
public sealed interface LogLine {
  /** Returns the text without a line feed; empty when there is nothing to show. */
  String text();

  /** Returns {@link #text()} in a form for a terminal, which has fewer columns than a log. */
  default String narrow() {
    return text();
  }

  /** Returns the line for whoever reads it: a person at a terminal, or a file. */
  static String shown(LogLine line) {
    return Terminal.isPresent() ? line.narrow() : line.text();
  }

  /** Returns the size in characters or so, known without making the text. */
  int size();

  /**
   * Returns the size in characters of what an observation has to tell, as {@link #size()} counts
   * it.
   */
  static int size(EnvironmentObservation observation) {
    return observation.text().map(String::length).orElse(0);
  }

  /** An observation in an environment. */
  record Observed(EnvironmentObservation observation) implements LogLine {
    private static final Pattern REPORTED_ID = Pattern.compile("REPORT RequestId: ([^-\\s]+)\\S*");
    private static final Pattern MEMORY =
        Pattern.compile("Memory Size: (\\d+) MB\\tMax Memory Used: (\\d+) MB");

    @Override
    public String text() {
      return said().map(text -> named(observation.function(), text)).orElse("");
    }

    @Override
    public int size() {
      return LogLine.size(observation);
    }

    /**
     * A REPORT fits on one line. START and END, which are shorter, keep the whole id, with which
     * one finds the request.
     */
    @Override
    public String narrow() {
      return observation.event().event() instanceof PlatformEvent.InvocationReport
          ? MEMORY
              .matcher(REPORTED_ID.matcher(text()).replaceFirst("REPORT $1"))
              .replaceFirst("Memory: $2 of $1 MB")
              .replace("Billed Duration:", "Billed:")
              .replace("\t", "  ")
              .stripTrailing()
          : text();
    }

    /** The function's log on Lambda has no line for what only Thaw does. */
    private Optional<String> said() {
      return observation.text().or(() -> PlatformLog.remark(observation.event().event()));
    }
  }

  /** A line of the platform about a function. */
  record Said(String function, String line) implements LogLine {
    @Override
    public String text() {
      return named(function, line);
    }

    @Override
    public int size() {
      return line.length();
    }
  }

  /** A line that is about no function. */
  record Noted(String line) implements LogLine {
    @Override
    public String text() {
      return line;
    }

    @Override
    public int size() {
      return line.length();
    }
  }

  /** Each line with the function's name, also those of a stack trace. */
  static String named(String function, String text) {
    String name = function + " | ";
    return name + PlatformLog.lines(text).replace("\n", "\n" + name);
  }
}
