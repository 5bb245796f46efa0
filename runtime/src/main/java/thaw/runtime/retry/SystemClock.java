package thaw.runtime.retry;

/** The clock of the machine, which goes on while a process is frozen. */
final class SystemClock implements Clock {
  private static final long NANOS_PER_MILLI = 1_000_000;

  @Override
  public long nanos() {
    return System.nanoTime();
  }

  /** Sleeps to the next whole millisecond: Java 17 rounds the rest as it likes. */
  @Override
  public void sleep(long nanos) throws InterruptedException {
    Thread.sleep((nanos + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI);
  }
}
