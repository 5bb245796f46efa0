package thaw.pool;

import java.util.Optional;
import thaw.runtimeapi.InvocationOutcome;

/** Tells what became of a request. */
public sealed interface RequestOutcome {
  /**
   * The function had it, whether it succeeded or failed.
   *
   * @param logTail the last 4 KB of the request's log, when it was wanted
   * @param executedVersion the version that an alias led to, or {@code $LATEST}
   */
  record Completed(InvocationOutcome outcome, Optional<byte[]> logTail, String executedVersion)
      implements RequestOutcome {}

  /** Too many requests run already. */
  record Throttled(ThrottleReason reason) implements RequestOutcome {}

  /**
   * The function cannot be run as it is: its project does not build, its handler is missing. The
   * next request tries again.
   */
  record Unprepared(String cause, String remedy) implements RequestOutcome {}
}
