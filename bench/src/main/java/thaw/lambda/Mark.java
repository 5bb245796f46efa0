package thaw.lambda;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import thaw.problem.UserMistake;

/**
 * The environment variable by which {@code $LATEST} is made new: Lambda starts new environments
 * after every change of a function's configuration. It is the only thing that is changed, so taking
 * it away gives the variables that were there before; no copy of them is kept anywhere.
 *
 * <p>Each change names the revision that it was made for, so that nobody else's change is lost.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/lambda/latest/api/API_UpdateFunctionConfiguration.html">UpdateFunctionConfiguration</a>
 */
final class Mark {
  static final String VARIABLE = "THAW_COLD_START";

  /** A change of configuration takes seconds; of a function in a VPC it may take minutes. */
  static final Duration PATIENCE = Duration.ofMinutes(5);

  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

  private final LambdaCalls calls;
  private final DeployedFunction before;
  private final Consumer<String> said;
  private final String stamp = STAMP.format(Instant.now());

  /** Held while something is changed, and for all of the removal: who ends waits for it. */
  private final ReentrantLock lock = new ReentrantLock();

  private int number; // guarded by lock
  private boolean set; // guarded by lock
  private boolean ended; // guarded by lock

  /**
   * @param before {@code $LATEST} as it was found; a variable that a run has left which was killed
   *     is taken away in the end
   */
  Mark(LambdaCalls calls, DeployedFunction before, Consumer<String> said) {
    this.calls = calls;
    this.before = before;
    this.said = said;
    this.set = isLeft(before);
  }

  static boolean isLeft(DeployedFunction function) {
    return function.variables().containsKey(VARIABLE);
  }

  /**
   * Gives the variable a value that it never had, and waits until that has taken effect.
   *
   * @return {@code $LATEST} as it is now
   */
  DeployedFunction renew() throws InterruptedException {
    lock.lock();
    try {
      if (ended) {
        throw new IllegalStateException("the measurement has ended");
      }
      DeployedFunction now = calls.configuration(null);
      requireUnchanged(now);
      Map<String, String> variables = new TreeMap<>(now.variables());
      variables.put(VARIABLE, stamp + "-" + ++number);
      set = true; // even if the answer never comes
      calls.update(variables, now.revision());
    } finally {
      lock.unlock();
    }
    DeployedFunction renewed = calls.awaitReady(null, PATIENCE);
    if (renewed.update().equals("Failed")) {
      throw new UserMistake(
          "a change of its environment variables failed: " + renewed.reason(),
          "do what the message says, and measure again");
    }
    return renewed;
  }

  private void requireUnchanged(DeployedFunction now) {
    if (now.unreadable().isPresent()
        || !others(now).equals(others(before))
        || !now.codeSha256().equals(before.codeSha256())
        || now.memoryMiB() != before.memoryMiB()
        || !now.runtime().equals(before.runtime())
        || !now.handler().equals(before.handler())) {
      throw new UserMistake(
          "somebody else has changed " + before.name() + " while it was measured",
          "measure when nobody works on it: the samples before and after do not compare");
    }
  }

  private static Map<String, String> others(DeployedFunction function) {
    Map<String, String> others = new TreeMap<>(function.variables());
    others.remove(VARIABLE);
    return others;
  }

  /** Takes it away. Once: who comes second waits until it is done. */
  void remove() {
    lock.lock();
    boolean interrupted = Thread.interrupted(); // an interrupted measurement is put back, too
    try {
      if (ended) {
        return;
      }
      ended = true;
      if (set) {
        takeAway();
      }
    } catch (InterruptedException e) {
      interrupted = true;
      throw left("interrupted");
    } catch (UserMistake e) {
      throw left(String.valueOf(e.getMessage()));
    } finally {
      lock.unlock();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void takeAway() throws InterruptedException {
    DeployedFunction now = calls.awaitReady(null, PATIENCE);
    if (now.unreadable().isPresent()) {
      throw left("its variables cannot be read: " + now.unreadable().get());
    }
    if (!isLeft(now)) {
      return;
    }
    calls.update(others(now), now.revision());
    DeployedFunction after = calls.awaitReady(null, PATIENCE);
    if (!after.variables().equals(others(now))) {
      throw left("its variables are not those that were put back");
    }
    said.accept("the environment variables of " + before.name() + " are as they were before");
  }

  private UserMistake left(String cause) {
    return new UserMistake(
        "%s could not be taken from the environment variables of %s: %s"
            .formatted(VARIABLE, before.arn(), cause),
        "take it away in the console; the next thaw bench --on lambda does it, too");
  }
}
