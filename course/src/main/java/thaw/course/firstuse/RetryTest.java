package thaw.course.firstuse;

import java.util.List;
import java.util.function.Supplier;
import thaw.course.Stopwatch;
import thaw.course.Told;

/**
 * The published test of a retry: how many attempts are made in this time at this interval, when
 * each fails and the first one is the first code of the JVM with lambda expressions?
 */
public final class RetryTest {
  private static final List<String> PETS = List.of("Rex", "Tom");

  private static int attempts;
  private static double firstMillis;

  private RetryTest() {}

  /**
   * Tells how many attempts there were.
   *
   * @param arguments {@code naive} or {@code planned}, the interval and the timeout in ms
   */
  public static void main(String[] arguments) throws InterruptedException {
    attempts = 0;
    long interval = Long.parseLong(arguments[1]);
    long timeout = Long.parseLong(arguments[2]);
    Supplier<Boolean> attempt = new Attempt();
    if (arguments[0].equals("naive")) {
      NaiveRetry.retryLambda(interval, timeout, attempt);
    } else {
      PlannedRetry.retryLambda(interval, timeout, attempt);
    }
    Told.figure("attempts", attempts);
    Told.figure("first_attempt_ms", firstMillis);
  }

  /** Counts, and fails. A class, so that what the attempt links falls into the attempt. */
  private static final class Attempt implements Supplier<Boolean> {
    private final Stopwatch watch = new Stopwatch();

    @Override
    public Boolean get() {
      watch.start();
      boolean found = PETS.stream().map(pet -> pet + attempts).anyMatch(pet -> pet.isEmpty());
      Stopwatch.Lap lap = watch.stop();
      if (++attempts == 1) {
        firstMillis = lap.millis();
      }
      return found;
    }
  }
}
