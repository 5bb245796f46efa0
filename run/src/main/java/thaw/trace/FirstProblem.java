package thaw.trace;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Says the first of many problems of a kind; who counts them knows the others. */
final class FirstProblem {
  private final Consumer<String> lines;
  private final AtomicBoolean said = new AtomicBoolean();

  FirstProblem(Consumer<String> lines) {
    this.lines = lines;
  }

  void say(String line) {
    if (said.compareAndSet(false, true)) {
      lines.accept(line);
    }
  }

  /** Ends the problem, so that it is told again when it comes back. */
  void isOver() {
    said.set(false);
  }
}
