package thaw.pool.life;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import thaw.runtimeapi.log.Initialization;
import thaw.runtimeapi.log.PlatformEvent;

/**
 * The events of one environment, cut into its invocations. This is where the order of the life
 * cycle is known: an init phase or a restore makes the environment ready, then it has one
 * invocation after the other, within which it may be initialised again, and at any time it may end.
 * On managed instances it has many at a time, told apart by their ids, to none of which its init
 * phase belongs. Refuses to know who asks. Of one thread at a time.
 */
public final class EnvironmentTimeline {
  private @Nullable InvocationTimeline current;
  private boolean ahead;
  private boolean shared;
  private final Map<String, InvocationTimeline> atOnce = new HashMap<>(); // where it is shared

  /** Returns whether an event is part of an invocation, or of what comes before it. */
  public static boolean concerns(PlatformEvent event) {
    return switch (event) {
      case PlatformEvent.InitStart _,
          PlatformEvent.InitRuntimeDone _,
          PlatformEvent.InitReport _,
          PlatformEvent.RestoreStart _,
          PlatformEvent.RestoreRuntimeDone _,
          PlatformEvent.RestoreReport _,
          PlatformEvent.InvocationStart _,
          PlatformEvent.Thawed _,
          PlatformEvent.InvocationRuntimeDone _,
          PlatformEvent.InvocationReport _,
          PlatformEvent.ManagedReport _,
          PlatformEvent.Ended _ ->
          true;
      default -> false;
    };
  }

  /** Returns whether events that follow an event belong to the same invocation as it. */
  public static boolean begins(PlatformEvent event) {
    return event instanceof PlatformEvent.InvocationStart || starts(event);
  }

  private static boolean starts(PlatformEvent event) {
    return event instanceof PlatformEvent.InitStart || event instanceof PlatformEvent.RestoreStart;
  }

  /**
   * Takes the next event.
   *
   * @return the invocation that it belongs to, which may have ended with it, and which may not have
   *     begun yet; null when there is none
   */
  public @Nullable InvocationTimeline accept(EnvironmentObservation observation) {
    PlatformEvent event = observation.event().event();
    if (!concerns(event)) {
      return null;
    }
    shared |= isShared(event);
    if (shared) {
      return acceptShared(observation);
    }
    if (starts(event) && (current == null || !current.hasBegun())) {
      ahead = isAhead(event);
      current = new InvocationTimeline(observation, ahead);
    } else if (event instanceof PlatformEvent.InvocationStart) {
      if (current != null && current.hasBegun()) {
        current.cutOff(observation.event().nanos()); // its report was lost
        current = null;
      }
      current = current == null ? new InvocationTimeline(observation, ahead) : current;
    }
    InvocationTimeline its = current;
    if (its != null) {
      its.add(observation.event());
      current = its.hasEnded() ? null : its;
    }
    return its;
  }

  private @Nullable InvocationTimeline acceptShared(EnvironmentObservation observation) {
    @Nullable InvocationTimeline its =
        switch (observation.event().event()) {
          case PlatformEvent.InvocationStart start ->
              atOnce.computeIfAbsent(
                  start.requestId(), _ -> new InvocationTimeline(observation, true));
          case PlatformEvent.ManagedReport both -> atOnce.remove(both.report().requestId());
          default -> null;
        };
    if (its != null) {
      its.add(observation.event());
    }
    return its;
  }

  private static boolean isShared(PlatformEvent event) {
    return event instanceof PlatformEvent.InitStart start
        && start.initializationType().equals(Initialization.MANAGED_INSTANCES.lambdaName());
  }

  /** Returns the invocation that has begun and has not ended, if there is one. */
  public Optional<InvocationTimeline> running() {
    return Optional.ofNullable(current).filter(InvocationTimeline::hasBegun);
  }

  /** Tells whether an environment is started ahead of requests, and so for none. */
  private static boolean isAhead(PlatformEvent event) {
    return event instanceof PlatformEvent.InitStart start
        && !start.initializationType().equals(Initialization.ON_DEMAND.lambdaName());
  }
}
