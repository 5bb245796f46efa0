package thaw.app.running;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.SequencedSet;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import thaw.apigateway.AuthorNotes;
import thaw.pool.life.EnvironmentObservation;
import thaw.runtimeapi.log.PlatformEvent;

/**
 * Shows what an API says of a request below the log of that request. The answer, which the line is
 * about, precedes the end of the invocation: a line waits for its REPORT.
 *
 * <p>Thread-safe; {@code lock} guards both collections.
 */
public final class NotesBelowLogs implements AuthorNotes {
  /** An invocation may end before the API has looked at its result, by so many others at most. */
  private static final int MOST_ENDED = 128;

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, String> waiting = new HashMap<>();
  private final SequencedSet<String> ended = new LinkedHashSet<>();
  private final Consumer<String> log;

  public NotesBelowLogs(Consumer<String> log) {
    this.log = log;
  }

  @Override
  public void say(String line) {
    log.accept(line);
  }

  @Override
  public void sayOf(String requestId, String line) {
    lock.lock();
    try {
      if (ended.contains(requestId)) {
        log.accept(line);
      } else {
        waiting.put(requestId, line);
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Writes what was said of a request when this is its report; is called after the log has been
   * told.
   */
  public void observe(EnvironmentObservation observation) {
    PlatformEvent.reportOf(observation.event().event())
        .ifPresent(report -> reported(report.requestId()));
  }

  private void reported(String requestId) {
    lock.lock();
    try {
      String line = waiting.remove(requestId);
      if (line != null) {
        log.accept(line);
        return;
      }
      ended.add(requestId);
      if (ended.size() > MOST_ENDED) {
        ended.removeFirst();
      }
    } finally {
      lock.unlock();
    }
  }
}
