package thaw.lambda;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import thaw.problem.UserMistake;

/**
 * A deployed function that can be measured: it is there, idle enough, and its variables are known.
 */
public final class RemoteFunction implements AutoCloseable {
  private static final Duration FIRST_WAIT = Duration.ofSeconds(1);

  private final LambdaCalls calls;
  private final FunctionName name;
  private final DeployedFunction function;
  private final Consumer<String> said;

  private RemoteFunction(
      LambdaCalls calls, FunctionName name, DeployedFunction function, Consumer<String> said) {
    this.calls = calls;
    this.name = name;
    this.function = function;
    this.said = said;
  }

  /**
   * Asks the API for it; changes nothing.
   *
   * @param said is told what takes longer than usual
   * @throws UserMistake when it cannot be asked, or is not there
   */
  public static RemoteFunction open(Access access, FunctionName name, Consumer<String> said)
      throws InterruptedException {
    return open(access, name, FIRST_WAIT, said);
  }

  static RemoteFunction open(
      Access access, FunctionName name, Duration firstWait, Consumer<String> said)
      throws InterruptedException {
    LambdaCalls calls = LambdaCalls.open(access, name, firstWait, said);
    try {
      return new RemoteFunction(
          calls, name, calls.configuration(name.qualifier().orElse(null)), said);
    } catch (RuntimeException | InterruptedException e) {
      calls.close();
      throw e;
    }
  }

  /** Returns the address of its API, if it is not AWS's own. */
  public Optional<String> endpoint() {
    return calls.endpoint();
  }

  /** Returns the function as it was found. */
  public DeployedFunction function() {
    return function;
  }

  /**
   * The way to force cold starts that changes least. Nothing is changed before the first one.
   *
   * @param publish whether versions of {@code $LATEST} may be published for them; not of a function
   *     that was named with a version or an alias
   * @throws UserMistake when it cannot be measured
   */
  public RemoteSide coldStarts(boolean publish, int runs, byte[] event)
      throws InterruptedException {
    requireReady(function);
    if (!function.isLatest() && !publish) {
      String qualifier = name.qualifier().orElseThrow();
      if (calls.isProvisioned(qualifier)) {
        throw new UserMistake(
            qualifier + " has provisioned concurrency: its environments are started ahead",
            "measure $LATEST, or a version or alias without it");
      }
      return new ConcurrentStarts(calls, function, qualifier, event, runs, said);
    }
    @Nullable String unreadable = function.unreadable().orElse(null);
    if (unreadable != null) {
      throw new UserMistake(
          "the environment variables of %s cannot be read: %s"
              .formatted(function.name(), unreadable),
          "have your user or role allowed kms:Decrypt with the function's key: without them they"
              + " could not be put back");
    }
    OneByOne.Renewal renewal = publish ? new ByPublishing(calls, function) : new ByUpdate();
    return new OneByOne(calls, function, event, renewal, said);
  }

  private static void requireReady(DeployedFunction function) {
    if (function.update().equals("InProgress") || function.state().equals("Pending")) {
      throw new UserMistake(
          "%s is being changed: state %s, last update %s"
              .formatted(function.name(), function.state(), function.update()),
          "wait until that has ended: aws lambda wait function-updated-v2 --function-name "
              + function.name());
    }
    if (function.update().equals("Failed") || function.state().equals("Failed")) {
      throw new UserMistake(
          "%s has failed: state %s, last update %s: %s"
              .formatted(function.name(), function.state(), function.update(), function.reason()),
          "have it deployed again, and measure then");
    }
  }

  @Override
  public void close() {
    calls.close();
  }
}
