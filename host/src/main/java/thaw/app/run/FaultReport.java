package thaw.app.run;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import thaw.app.shared.MachineFault;
import thaw.problem.UserMistake;

/**
 * Tells of requests that failed by no fault of their function. What this machine lacks is told
 * once, with the remedy, and then how often it has happened: a full disk refuses every request.
 * Thread-safe.
 */
final class FaultReport implements AutoCloseable {
  private static final int STEP = 10;

  private final Consumer<String> lines;
  private final Map<String, Count> counts = new HashMap<>(); // by remedy; guarded by this

  private static final class Count {
    private long times;
    private long told;
  }

  FaultReport(Consumer<String> lines) {
    this.lines = lines;
  }

  void add(Exception problem) {
    add("a request failed", problem);
  }

  /**
   * @param what has happened, as the beginning of a sentence
   */
  synchronized void add(String what, Exception problem) {
    Optional<UserMistake> fault = MachineFault.of(problem);
    if (fault.isEmpty()) {
      StringWriter text = new StringWriter();
      problem.printStackTrace(new PrintWriter(text, true));
      lines.accept("thaw: " + what + " by a fault of Thaw's or of this machine's: " + text);
      return;
    }
    Count count = counts.computeIfAbsent(fault.get().remedy(), _ -> new Count());
    count.times++;
    if (count.times == 1) {
      count.told = 1;
      lines.accept("thaw: " + what + " by a fault of this machine: " + fault.get().getMessage());
      lines.accept("Remedy: " + fault.get().remedy());
    } else if (count.times >= count.told * STEP) {
      tell(count, fault.get().remedy());
    }
  }

  private void tell(Count count, String remedy) {
    lines.accept(
        "thaw: %d requests have failed by this fault of the machine; remedy: %s"
            .formatted(count.times, remedy));
    count.told = count.times;
  }

  /** Tells the last counts. */
  @Override
  public synchronized void close() {
    counts.forEach((remedy, count) -> {
      if (count.told < count.times) {
        tell(count, remedy);
      }
    });
  }
}
