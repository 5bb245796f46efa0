package thaw.app.run;

import java.util.Optional;
import thaw.environment.log.PlatformLog;
import thaw.platform.pool.EnvironmentObservation;

/** What {@code thaw run} shows on its terminal, before it is made a line. */
public sealed interface LogLine {
  /** Without a line feed; empty when there is nothing to show. */
  String text();

  /** In characters or so, known without making the text. */
  int size();

  /** Of what an observation has to tell, as {@link #size()}. */
  static int size(EnvironmentObservation observation) {
    return observation.text().map(String::length).orElse(0);
  }

  /** What happened in an environment. */
  record Observed(EnvironmentObservation observation) implements LogLine {
    @Override
    public String text() {
      return said().map(text -> named(observation.function(), text)).orElse("");
    }

    @Override
    public int size() {
      return LogLine.size(observation);
    }

    /** The function's log on Lambda has no line for what only Thaw does. */
    private Optional<String> said() {
      return observation.text().or(() -> PlatformLog.remark(observation.event().event()));
    }
  }

  /** What the platform says of a function. */
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

  /** What is said of no function. */
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
