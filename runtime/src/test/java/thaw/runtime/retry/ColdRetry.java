package thaw.runtime.retry;

import java.time.Duration;
import java.util.concurrent.Callable;

/**
 * The published test in a JVM of its own, with threads that keep its processors busy: how many
 * attempts are made in 200 ms at 50 ms by the loop of the article, or by {@link Retry}?
 */
public final class ColdRetry {
  private static final int INTERVAL_MILLIS = 50;
  private static final int TIMEOUT_MILLIS = 200;

  private static int made;

  private ColdRetry() {}

  /**
   * Prints the number of attempts.
   *
   * @param arguments {@code naive} or {@code retry}, and the number of busy threads
   */
  public static void main(String[] arguments) throws Exception {
    for (int i = 0; i < Integer.parseInt(arguments[1]); i++) {
      Thread busy = new Busy();
      busy.setDaemon(true);
      busy.start();
    }
    if (arguments[0].equals("naive")) {
      naive(() -> ++made);
      System.out.println(made);
    } else {
      Retry retry =
          Retry.every(Duration.ofMillis(INTERVAL_MILLIS), Duration.ofMillis(TIMEOUT_MILLIS))
              .condition(new Never())
              .build();
      Outcome<Integer> outcome = retry.call(number -> lambdaInside());
      if (made != outcome.attempts()) {
        throw new IllegalStateException(made + " were made, told are " + outcome.attempts());
      }
      System.out.println(made);
    }
    System.out.flush();
    Runtime.getRuntime().halt(0); // there is nothing to wait for
  }

  /** Links a lambda expression, and those of a stream, in the first attempt. */
  private static int lambdaInside() {
    return java.util.stream.Stream.of(1).map(one -> made += one).findFirst().orElse(0);
  }

  /** Until the time is over, with a rest after each attempt; the timed part links the lambdas. */
  private static void naive(Callable<Integer> attempt) throws Exception {
    long end = System.nanoTime() + TIMEOUT_MILLIS * 1_000_000L;
    while (System.nanoTime() < end) {
      attempt.call();
      java.util.stream.Stream.of(1).map(one -> one + made).findFirst().orElse(0);
      Thread.sleep(INTERVAL_MILLIS);
    }
  }

  private static final class Never extends Condition {
    @Override
    protected boolean retriesResult(Object value) {
      return true;
    }
  }

  private static final class Busy extends Thread {
    private volatile long count;

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate")
    public void run() {
      while (true) {
        count++;
      }
    }
  }
}
