package thaw.pool;

/**
 * Tells for how long a request whose turn it is to start an environment waits for one that becomes
 * free: for what the last start took, so that a wait in vain at most doubles it (as in the problem
 * of renting skis); not at all where uses are known to take longer. A start takes CPU time from the
 * uses, so where uses are short a burst is served sooner by few environments. Every method is
 * called under the pool's lock.
 */
final class ReusePatience {
  /** The weight of the last use in the mean of all. */
  private static final double WEIGHT = 0.25;

  private final boolean waits;
  private long startNanos;
  private double useNanos;
  private int held;
  private boolean known;
  private boolean inVain;

  /**
   * @param waits false: never wait
   */
  ReusePatience(boolean waits) {
    this.waits = waits;
  }

  void started(long nanos) {
    startNanos = nanos;
    held++;
  }

  /** A user has got an environment that was there. */
  void taken() {
    held++;
  }

  /** A user leaves his environment. */
  void left() {
    held--;
  }

  /** Somebody has waited, and nothing became free: nobody waits until a use has ended. */
  void waitedInVain() {
    inVain = true;
  }

  void used(long nanos) {
    inVain = false;
    useNanos = known ? useNanos + WEIGHT * (nanos - useNanos) : nanos;
    known = true;
  }

  /**
   * @param between environments that are about to be free
   * @return nothing where no environment can become free
   */
  long nanos(int between) {
    return waits && !inVain && held + between > 0 && useNanos < startNanos ? startNanos : 0;
  }
}
