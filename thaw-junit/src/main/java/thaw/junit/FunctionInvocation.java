package thaw.junit;

import java.util.List;
import java.util.Optional;

/**
 * An invocation that has ended, as the platform tells of it.
 *
 * @param function the function's name
 * @param requestId as in the function's log; attempts of one asynchronous event have the same
 * @param environment the log stream of the environment that served it; those of one environment are
 *     equal
 * @param start what had to be done before
 * @param status {@code success}, {@code failure} when the function threw, {@code error} when its
 *     runtime broke, {@code timeout}
 * @param errorType for example {@code java.lang.IllegalStateException}; absent after a success
 * @param log what the function wrote, one entry for each line or whole stack trace, with that of
 *     the init phase when this was the environment's first invocation
 * @param report the figures of its REPORT line
 * @param freezes how often the environment had been frozen before this invocation began
 */
public record FunctionInvocation(
    String function,
    String requestId,
    String environment,
    StartKind start,
    String status,
    Optional<String> errorType,
    List<String> log,
    ReportFigures report,
    int freezes) {
  public FunctionInvocation {
    log = List.copyOf(log);
  }

  /** Returns whether the function returned. */
  public boolean isSuccess() {
    return status.equals("success");
  }
}
