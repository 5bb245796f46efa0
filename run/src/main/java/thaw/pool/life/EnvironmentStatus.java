package thaw.pool.life;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import thaw.runtimeapi.log.Initialization;
import thaw.runtimeapi.log.PlatformEvent;

/**
 * Tells what one environment is doing.
 *
 * @param environment its log stream
 * @param initialization how it came to be initialised, as {@link Initialization} names it
 * @param since when it began to be in that state
 * @param requests that it had, with the one that runs
 * @param requestId the one that runs, else the last one
 * @param maxMemoryMiB as its last REPORT has it; 0 before that
 */
@RecordBuilder
public record EnvironmentStatus(
    String function,
    String version,
    String environment,
    String initialization,
    State state,
    Instant since,
    long requests,
    Optional<String> requestId,
    long maxMemoryMiB)
    implements EnvironmentStatusBuilder.With {
  /** The part of its life in which an environment is. */
  public enum State {
    /** Its init phase runs. */
    INITIALISING,
    /** A request runs. */
    RUNNING,
    /** It waits for a request, and its processes run on. */
    IDLE,
    /** It waits for a request, and its processes are stopped. */
    FROZEN
  }

  /**
   * Returns the status of an environment after one more of its events, which come in order.
   *
   * @param before null when nothing was heard of it
   * @return null when it has not begun, or has ended
   */
  public static @Nullable EnvironmentStatus after(
      @Nullable EnvironmentStatus before, EnvironmentObservation observation) {
    Instant now = observation.event().time();
    PlatformEvent event = observation.event().event();
    return before == null ? begun(observation, event, now) : before.after(event, now);
  }

  private static @Nullable EnvironmentStatus begun(
      EnvironmentObservation observation, PlatformEvent event, Instant now) {
    return switch (event) {
      case PlatformEvent.InitStart start -> begun(observation, start.initializationType(), now);
      case PlatformEvent.RestoreStart _ ->
          begun(observation, Initialization.SNAP_START.lambdaName(), now);
      default -> null;
    };
  }

  private @Nullable EnvironmentStatus after(PlatformEvent event, Instant now) {
    return switch (event) {
      case PlatformEvent.InitStart start ->
          in(start.phase() == PlatformEvent.Phase.INIT ? State.INITIALISING : state, now);
      case PlatformEvent.InitReport report ->
          report.phase() == PlatformEvent.Phase.INIT ? in(State.IDLE, now) : this;
      case PlatformEvent.RestoreStart _ -> in(State.INITIALISING, now);
      case PlatformEvent.RestoreReport _ -> in(State.IDLE, now);
      case PlatformEvent.InvocationStart start -> running(start.requestId(), now);
      case PlatformEvent.InvocationReport report -> reported(report.maxMemoryMiB(), now);
      case PlatformEvent.ManagedReport both -> reported(both.report().maxMemoryMiB(), now);
      case PlatformEvent.Frozen _ -> in(State.FROZEN, now);
      case PlatformEvent.Ended _ -> null;
      default -> this;
    };
  }

  private static EnvironmentStatus begun(
      EnvironmentObservation observation, String initialization, Instant now) {
    return new EnvironmentStatus(
        observation.function(),
        observation.version(),
        observation.environment(),
        initialization,
        State.INITIALISING,
        now,
        0,
        Optional.empty(),
        0);
  }

  private EnvironmentStatus in(State other, Instant now) {
    return with().state(other).since(now).build();
  }

  private EnvironmentStatus running(String id, Instant now) {
    return with()
        .state(State.RUNNING)
        .since(now)
        .requests(requests + 1)
        .requestId(Optional.of(id))
        .build();
  }

  private EnvironmentStatus reported(long memoryMiB, Instant now) {
    return in(State.IDLE, now).withMaxMemoryMiB(memoryMiB);
  }
}
