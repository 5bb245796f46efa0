package thaw.app.run;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import thaw.platform.Platform;
import thaw.platform.async.EventQueue;

/**
 * The end of a worker. Requests still come until whoever distributes them has seen that it is not
 * ready any more, so they are served meanwhile; events that have not come to their end stay in the
 * store, for the next worker that opens it.
 *
 * @param said gets a line for people
 */
record WorkerEnd(
    Readiness readiness,
    EventQueue events,
    Platform platform,
    Duration patience,
    Consumer<String> said)
    implements Runnable {
  /**
   * The time for requests that run when the program is told to end, as docker stop kills it after
   * 10 s.
   */
  private static final Duration RUNNING_REQUESTS = Duration.ofSeconds(5);

  /** Returns what a server does first when it is told to end, as a worker or by itself. */
  static Runnable of(
      Optional<WorkerTerms> worker,
      Readiness readiness,
      EventQueue events,
      Platform platform,
      Consumer<String> said) {
    return worker
        .<Runnable>map(terms -> new WorkerEnd(readiness, events, platform, terms.drain(), said))
        .orElseGet(() ->
            () -> {
              readiness.end();
              platform.drain(RUNNING_REQUESTS);
            });
  }

  @Override
  public void run() {
    long end = System.nanoTime() + patience.toNanos();
    readiness.drain();
    boolean answered = false;
    try {
      said.accept(
          "draining for at most " + patience.toSeconds() + " s; " + waiting() + " events wait");
      events.drain(patience);
    } finally {
      // Also where the store or the terminal fails: what runs must not be told as failed.
      try {
        answered = platform.drain(Duration.ofNanos(Math.max(0, end - System.nanoTime())));
      } finally {
        readiness.end();
      }
    }
    said.accept(
        "drained: "
            + (answered ? "all requests were answered" : "requests that still run are cut off")
            + "; "
            + waiting()
            + " events stay in --data for the next worker");
  }

  private long waiting() {
    return events.sizes().values().stream().mapToLong(Long::longValue).sum();
  }
}
