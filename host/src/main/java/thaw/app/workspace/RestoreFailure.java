package thaw.app.workspace;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
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
   * Has a function whose restore has failed answer the same events once without its snapshot, and
   * once more restored: beside services that have data by then it may answer another way, restored
   * or not.
   *
   * @param restored its environments as they have failed
   * @param events at which they have
   * @param failures in words, of each event
   * @return the mistake to report; empty where the function is not restored, fails without its
   *     snapshot as well, or no longer fails
   */
  public static Optional<UserMistake> of(
      Instance instance, EnvironmentSpec restored, List<byte[]> events, List<String> failures)
      throws InterruptedException {
    if (restored.snapshot().isEmpty() || events.isEmpty()) {
      return Optional.empty();
    }
    EnvironmentSpec plain =
        restored.with().initialization(Initialization.ON_DEMAND).snapshot(Optional.empty()).build();
    List<Boolean> without = isAnswered(instance, plain, events);
    if (!without.contains(true)) {
      return Optional.empty();
    }
    return ofRestore(failures, without, isAnswered(instance, restored, events)).stream()
        .findFirst()
        .map(failure ->
            new UserMistake(
                "%s fails when it is restored from its snapshot: %s; without SnapStart it answers the same event"
                    .formatted(restored.function().logicalId(), failure),
                "mend what does not outlive a restore, which thaw snapstart names, or remove SnapStart from the template"));
  }

  private static List<Boolean> isAnswered(
      Instance instance, EnvironmentSpec spec, List<byte[]> events) throws InterruptedException {
    List<Boolean> answered = new ArrayList<>();
    try (Environment environment = Environment.prepareWithLog(instance, spec, _ -> {})) {
      environment.initialise();
      for (byte[] event : events) {
        answered.add(failure(environment.invoke(Invocation.of(event)).outcome()).isEmpty());
      }
    }
    return answered;
  }

  /**
   * Returns those of failures that the restore has caused.
   *
   * @param without whether each event is answered without a snapshot
   * @param again whether it is afterwards, restored
   */
  static List<String> ofRestore(List<String> all, List<Boolean> without, List<Boolean> again) {
    return IntStream.range(0, all.size())
        .filter(i -> without.get(i) && !again.get(i))
        .mapToObj(all::get)
        .toList();
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
