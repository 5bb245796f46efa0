package thaw.program;

import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Ends a program and what it has started. */
public final class ProgramStop {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private ProgramStop() {}

  /**
   * Returns when it has ended. An interrupt makes that sooner and does not prevent it; the thread
   * stays interrupted.
   *
   * @param orderly how long it may take after the end of its standard input; zero for a program
   *     that does not mind that
   */
  public static void end(Process process, Duration orderly) {
    // Nobody knows them any more when it has ended, which its input's end may cause at once.
    Set<ProcessHandle> started = new HashSet<>(process.descendants().toList());
    boolean interrupted = false;
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // It has ended already.
    }
    for (Stop stop : stops(orderly)) {
      started.addAll(process.descendants().toList());
      stop.how.accept(process);
      try {
        if (process.waitFor(stop.patience.toMillis(), TimeUnit.MILLISECONDS)) {
          break;
        }
      } catch (InterruptedException e) {
        interrupted = true; // it must end all the same: the next step is sharper
      }
    }
    // Not by force: its janitor, who does not mind this, is among them and removes what is left.
    started.forEach(ProcessHandle::destroy);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private record Stop(Consumer<Process> how, Duration patience) {}

  private static List<Stop> stops(Duration orderly) {
    return List.of(
        new Stop(process -> {}, orderly),
        new Stop(Process::destroy, PATIENCE),
        new Stop(Process::destroyForcibly, PATIENCE));
  }
}
