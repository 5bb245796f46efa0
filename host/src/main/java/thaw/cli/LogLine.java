package thaw.cli;

import thaw.platform.Observation;

/** What {@code thaw run} shows on its terminal, before it is made a line. */
sealed interface LogLine {
  /** Without a line feed; empty when there is nothing to show. */
  String text();

  /** What happened in an environment. */
  record Observed(Observation observation) implements LogLine {
    @Override
    public String text() {
      return observation.text().map(text -> observation.function() + " | " + text).orElse("");
    }
  }

  /** What the platform says of a function. */
  record Said(String function, String line) implements LogLine {
    @Override
    public String text() {
      return function + " | " + line;
    }
  }
}
