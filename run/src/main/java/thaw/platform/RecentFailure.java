package thaw.platform;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import thaw.problem.UserMistake;

/**
 * Remembers for a while why something could not be made, and says it at once to who asks again: a
 * hook that hangs is waited for by one request and not by each. Later it is tried again.
 *
 * <p>One thread at a time makes, any may come next.
 */
final class RecentFailure {
  static final Duration KEPT = Duration.ofMinutes(1);

  private final LongSupplier nanoClock;
  private final AtomicReference<@Nullable Failure> last = new AtomicReference<>();

  private record Failure(UserMistake mistake, long nanos) {}

  /** Makes what may fail. */
  interface Making<T> {
    T make() throws InterruptedException;
  }

  RecentFailure(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
  }

  /**
   * @throws UserMistake why it cannot be made, or could not a moment ago
   */
  <T> T unlessRecent(Making<T> making) throws InterruptedException {
    Failure failure = last.get();
    if (failure != null) {
      Duration ago = Duration.ofNanos(nanoClock.getAsLong() - failure.nanos());
      if (ago.compareTo(KEPT) < 0) {
        throw again(failure.mistake(), ago);
      }
    }
    try {
      T made = making.make();
      last.set(null);
      return made;
    } catch (UserMistake e) {
      last.set(new Failure(e, nanoClock.getAsLong()));
      throw e;
    }
  }

  private static UserMistake again(UserMistake mistake, Duration ago) {
    return new UserMistake(
        "%s (%d s ago; it is tried again after %d s)"
            .formatted(mistake.getMessage(), ago.toSeconds(), KEPT.toSeconds()),
        mistake.remedy());
  }
}
