package thaw.steady;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * An amount of memory, or of something else that there is only so much of, which is shared out
 * before it is used: who asked first gets his share first, and who waits too long is refused.
 * Without it everybody would get some, until nobody can go on.
 *
 * <p>Thread-safe.
 */
public final class SharedAllowance {
  /** A semaphore counts with an int. */
  private static final long UNIT = 1024;

  private static final Duration HEAP_PATIENCE = Duration.ofSeconds(10);

  private final int most;
  private final Semaphore left;
  private final Duration patience;

  /**
   * @param amount in all
   * @param patience how long somebody waits for his share
   */
  public SharedAllowance(long amount, Duration patience) {
    this.most = Math.toIntExact(units(amount));
    this.left = new Semaphore(most, true);
    this.patience = patience;
  }

  /** Bytes: such a part of this program's heap, for who waits 10 s at most. */
  public static SharedAllowance ofHeap(int part) {
    return new SharedAllowance(Runtime.getRuntime().maxMemory() / part, HEAP_PATIENCE);
  }

  private static long units(long amount) {
    return Math.max(1, (amount + UNIT - 1) / UNIT);
  }

  /**
   * Waits for a share. Who wants more than there is in all gets all of it.
   *
   * @throws Exhausted when others have too much for too long
   */
  public Share take(long amount) throws InterruptedException {
    int units = (int) Math.min(most, units(amount));
    if (!left.tryAcquire(units, patience.toNanos(), TimeUnit.NANOSECONDS)) {
      throw new Exhausted(patience);
    }
    return new Share(units);
  }

  /** Returns the amount that nobody has. */
  long left() {
    return left.availablePermits() * UNIT;
  }

  /** Somebody's, of one thread at a time. */
  public final class Share implements AutoCloseable {
    private int units;

    private Share(int units) {
      this.units = units;
    }

    /** Gives back what is beyond the amount. */
    public void reduceTo(long amount) {
      int kept = (int) Math.min(units, units(amount));
      left.release(units - kept);
      units = kept;
    }

    @Override
    public void close() {
      left.release(units);
      units = 0;
    }
  }

  /** Nobody's bug, and over soon: without a stack trace. */
  public static final class Exhausted extends RuntimeException {
    private Exhausted(Duration waited) {
      super(
          "Thaw has no memory to spare for this request: others have taken it for "
              + waited.toSeconds()
              + " s. Try again.",
          null,
          false,
          false);
    }
  }
}
