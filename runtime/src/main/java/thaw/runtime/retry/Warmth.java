package thaw.runtime.retry;

/** Goes through a whole retry without waiting, for what it makes the JVM load and link. */
final class Warmth implements Clock, Attempt<String> {
  static final long INTERVAL = 2;
  static final long TIMEOUT = 3;

  private long now;

  static void of(Retry.Builder plan) {
    try {
      plan.cold().call(new Warmth());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // it was before
    }
  }

  @Override
  public long nanos() {
    return now;
  }

  @Override
  public void sleep(long nanos) {
    now += nanos;
  }

  @Override
  public String make(int number) {
    if (number == 1) {
      throw new IllegalStateException("the first of two");
    }
    return "warm";
  }
}
