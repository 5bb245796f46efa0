package thaw.app.workspace;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import thaw.environment.Environment;
import thaw.environment.ProxyStatus;
import thaw.environment.launch.EnvironmentSpec;
import thaw.problem.UserMistake;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;
import thaw.runtimeapi.log.Initialization;
import thaw.sandbox.Instance;

/**
 * Tells of a function that fails when it is restored from a snapshot, and not without one, that the
 * restore is the cause: no other event would help.
 */
public final class RestoreFailure {
  private static final int FIRST_SERVER_ERROR = 500;

  private RestoreFailure() {}

  /**
   * Has a function whose restore has failed answer the same events once without its snapshot.
   *
   * @param restored its environments as they have failed
   * @param events at which they have
   * @param failures in words, of each event
   * @return the mistake to report; empty where the function is not restored, or fails without its
   *     snapshot as well
   */
  public static Optional<UserMistake> of(
      Instance instance, EnvironmentSpec restored, List<byte[]> events, List<String> failures)
      throws InterruptedException {
    if (restored.snapshot().isEmpty() || events.isEmpty()) {
      return Optional.empty();
    }
    EnvironmentSpec plain =
        restored.with().initialization(Initialization.ON_DEMAND).snapshot(Optional.empty()).build();
    try (Environment environment = Environment.prepareWithLog(instance, plain, _ -> {})) {
      environment.initialise();
      for (int i = 0; i < events.size(); i++) {
        if (failure(environment.invoke(Invocation.of(events.get(i))).outcome()).isEmpty()) {
          return Optional.of(
              new UserMistake(
                  "%s fails when it is restored from its snapshot: %s; without SnapStart it answers the same event"
                      .formatted(restored.function().logicalId(), failures.get(i)),
                  "mend what does not outlive a restore, which thaw snapstart names, or remove SnapStart from the template"));
        }
      }
    }
    return Optional.empty();
  }

  /** Returns in words how an invocation failed; a status below 500 may be the event's fault. */
  public static Optional<String> failure(InvocationOutcome outcome) {
    if (outcome instanceof InvocationOutcome.Failure failure) {
      return Optional.of(failure.type() + ": " + failure.message());
    }
    OptionalInt status = ProxyStatus.of(outcome.payload());
    return status.orElse(0) >= FIRST_SERVER_ERROR
        ? Optional.of("it answers " + status.getAsInt())
        : Optional.empty();
  }
}
