package thaw.runtimeapi.extensions;

/** Monotonic time that stands still while the environment is frozen. Safe for any thread. */
final class ThawedClock {
  private boolean frozen; // guarded by this, as all below
  private long base;
  private long since = System.nanoTime();

  synchronized void stop() {
    if (!frozen) {
      base += System.nanoTime() - since;
      frozen = true;
    }
  }

  synchronized void go() {
    if (frozen) {
      since = System.nanoTime();
      frozen = false;
    }
  }

  synchronized boolean stands() {
    return frozen;
  }

  synchronized long nanos() {
    return frozen ? base : base + (System.nanoTime() - since);
  }
}
