package thaw.pool.life;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import thaw.runtimeapi.log.PlatformEvent;

/**
 * Collects what happened in an environment for one invocation: the events from the environment's
 * start, where this is its first one, to the REPORT. Grows until it has ended; {@link
 * EnvironmentTimeline} makes it. Of one thread at a time.
 */
public final class InvocationTimeline {
  /** A request that waited for an environment's start gets it at once, on a busy machine too. */
  private static final long AT_ONCE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final String function;
  private final String version;
  private final String environment;
  private final boolean ahead;
  private final List<PlatformEvent.Stamped> events = new ArrayList<>(8);
  private int beginning; // index of the invocation's own start
  private PlatformEvent.@Nullable InvocationStart start;
  private PlatformEvent.@Nullable InvocationRuntimeDone done;
  private PlatformEvent.@Nullable InvocationReport report;
  private boolean ended;
  private long endNanos;

  /**
   * @param ahead whether the environment was started ahead of requests
   */
  InvocationTimeline(EnvironmentObservation first, boolean ahead) {
    this.function = first.function();
    this.version = first.version();
    this.environment = first.environment();
    this.ahead = ahead;
  }

  void add(PlatformEvent.Stamped event) {
    if (event.event() instanceof PlatformEvent.ManagedReport both) {
      add(new PlatformEvent.Stamped(event.time(), event.nanos(), both.done(), Optional.empty()));
      add(new PlatformEvent.Stamped(event.time(), event.nanos(), both.report(), Optional.empty()));
      return;
    }
    switch (event.event()) {
      case PlatformEvent.InvocationStart begun -> {
        start = begun;
        beginning = events.size();
      }
      case PlatformEvent.InvocationRuntimeDone ready -> done = ready;
      case PlatformEvent.InvocationReport last -> {
        report = last;
        cutOff(event.nanos());
      }
      case PlatformEvent.Ended _ -> cutOff(event.nanos());
      default -> {}
    }
    events.add(event);
  }

  /** No more will be known of it. */
  void cutOff(long nanos) {
    ended = true;
    endNanos = nanos;
  }

  public String function() {
    return function;
  }

  public String version() {
    return version;
  }

  /** Its log stream. */
  public String environment() {
    return environment;
  }

  /** Returns whether the function has the event; before, the environment is made ready. */
  public boolean hasBegun() {
    return start != null;
  }

  public boolean hasEnded() {
    return ended;
  }

  /** Returns the time of its end in ns, when it has ended. */
  public long endNanos() {
    return endNanos;
  }

  /** Returns the event of its start, when it has begun. */
  public PlatformEvent.InvocationStart start() {
    return Objects.requireNonNull(start);
  }

  /** Returns the time in ns at which the function had the event, when it has begun. */
  public long startNanos() {
    return events.get(beginning).nanos();
  }

  public Optional<PlatformEvent.InvocationRuntimeDone> done() {
    return Optional.ofNullable(done);
  }

  public Optional<PlatformEvent.InvocationReport> report() {
    return Optional.ofNullable(report);
  }

  /** Those from the environment's start on, unless that was ahead of requests. */
  public List<PlatformEvent.Stamped> events() {
    return since(ahead ? beginning : 0);
  }

  /** Those from the environment's start on, if the request waited for that. */
  public List<PlatformEvent.Stamped> awaitedEvents() {
    return since(waitedForStart() ? 0 : beginning);
  }

  private List<PlatformEvent.Stamped> since(int first) {
    return List.copyOf(events.subList(first, events.size()));
  }

  private boolean waitedForStart() {
    return beginning == 0 || startNanos() - events.get(beginning - 1).nanos() < AT_ONCE_NANOS;
  }

  /** Returns the kind of start as far as it is known: REPORT may tell more. */
  public StartType startType() {
    if (ahead) {
      return StartType.WARM;
    }
    List<PlatformEvent.Stamped> awaited = awaitedEvents();
    return switch (awaited.getFirst().event()) {
      case PlatformEvent.InitStart _ -> StartType.INIT;
      case PlatformEvent.RestoreStart _ -> StartType.RESTORE;
      default ->
          StartType.of(
              report != null && report.init().isPresent(),
              report != null && report.restore().isPresent(),
              ended
                  && awaited.stream().anyMatch(e -> e.event() instanceof PlatformEvent.InitStart));
    };
  }

  /**
   * Returns the time in ns at which the first byte of the response came, if one did, else {@code
   * startNanos}.
   */
  public static long firstByteNanos(long startNanos, PlatformEvent.InvocationRuntimeDone done) {
    return startNanos + done.responseLatency().map(took -> took.toNanos()).orElse(0L);
  }

  /**
   * Returns the time in ns at which the last byte of the response came, if one did, else {@code
   * startNanos}.
   */
  public static long respondedNanos(long startNanos, PlatformEvent.InvocationRuntimeDone done) {
    return firstByteNanos(startNanos, done)
        + done.responseDuration().map(took -> took.toNanos()).orElse(0L);
  }
}
