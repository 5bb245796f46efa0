package thaw.load.command;

import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import thaw.load.ColdRequest;
import thaw.load.Generator;
import thaw.load.http.TraceIds;
import thaw.pool.life.EnvironmentObservation;
import thaw.pool.life.StartType;
import thaw.runtimeapi.log.PlatformEvent;

/**
 * Tells generators which of their requests were cold, by what a platform says of the traces that
 * they gave their requests.
 */
final class ColdWatch implements Consumer<EnvironmentObservation> {
  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final Duration LOOK = Duration.ofMillis(5);

  private final Map<TraceIds, Generator> generators = new ConcurrentHashMap<>();
  private final Map<String, Request> running = new ConcurrentHashMap<>();

  /** Environments that have initialised themselves anew since their last request ended. */
  private final Set<String> again = ConcurrentHashMap.newKeySet();

  private volatile boolean seen;

  private record Request(Generator generator, long number) {}

  void add(TraceIds traces, Generator generator) {
    generators.put(traces, generator);
  }

  @Override
  public void accept(EnvironmentObservation observation) {
    switch (observation.event().event()) {
      case PlatformEvent.InitStart start -> {
        if (start.phase() == PlatformEvent.Phase.INVOKE) {
          initialisedAgain(observation.environment());
        }
      }
      case PlatformEvent.InvocationStart start -> begun(start.requestId(), start.traceId());
      default ->
          PlatformEvent.reportOf(observation.event().event())
              .ifPresent(report ->
                  ended(
                      observation.environment(),
                      report.requestId(),
                      report.init().isPresent(),
                      report.restore().isPresent()));
    }
  }

  /**
   * An init phase within a request: after one that failed or took too long, of which Lambda's
   * REPORT says nothing.
   */
  void initialisedAgain(String environment) {
    again.add(environment);
  }

  void begun(String requestId, String traceHeader) {
    generators.forEach((traces, generator) -> {
      OptionalLong number = traces.number(traceHeader);
      number.ifPresent(found -> {
        seen = true;
        running.put(requestId, new Request(generator, found));
      });
    });
  }

  /**
   * @param init whether it paid for the init phase
   * @param restored whether its environment was restored for it
   */
  void ended(String environment, String requestId, boolean init, boolean restored) {
    Request request = running.get(requestId);
    boolean startedAgain = again.remove(environment);
    if (request != null) {
      switch (StartType.of(init, restored, startedAgain)) {
        case WARM -> {}
        case INIT -> request.generator().cold(request.number(), ColdRequest.Kind.INIT);
        case RESTORE -> request.generator().cold(request.number(), ColdRequest.Kind.RESTORE);
      }
    }
    running.remove(requestId);
  }

  /** Waits for the reports of requests that have been answered: they come a little later. */
  void settle() {
    long patience = System.nanoTime() + PATIENCE.toNanos();
    while (!running.isEmpty() && System.nanoTime() < patience) {
      LockSupport.parkNanos(LOOK.toNanos());
    }
  }

  /** Returns whether a request of ours has been seen there. */
  boolean hasSeen() {
    return seen;
  }
}
