package thaw.runtime;

import org.jspecify.annotations.Nullable;

/** Those who are told. Costs nothing as long as there are none. */
@SuppressWarnings("CatchAndPrintStackTrace") // Standard error is the log.
final class Lifecycles {
  private static final Object LOCK = new Object();

  /** Replaced, never changed. */
  private static volatile Lifecycle @Nullable [] registered;

  private static volatile boolean served;

  private Lifecycles() {}

  /** A runtime that tells has begun. */
  static void serve() {
    served = true;
  }

  static boolean add(Lifecycle lifecycle) {
    if (lifecycle == null) {
      throw new NullPointerException("lifecycle");
    }
    synchronized (LOCK) {
      Lifecycle[] before = registered;
      int count = before == null ? 0 : before.length;
      Lifecycle[] after = new Lifecycle[count + 1];
      if (before == null) {
        Runtime.getRuntime().addShutdownHook(new End());
      } else {
        System.arraycopy(before, 0, after, 0, count);
      }
      after[count] = lifecycle;
      registered = after;
    }
    return served;
  }

  static void beforeResponse(long deadlineMillis) {
    Lifecycle[] all = registered;
    if (all == null) {
      return;
    }
    for (Lifecycle each : all) {
      try {
        each.beforeResponse(deadlineMillis);
      } catch (Throwable failure) {
        failure.printStackTrace();
      }
    }
  }

  static void afterResponse(long deadlineMillis) {
    Lifecycle[] all = registered;
    if (all == null) {
      return;
    }
    for (Lifecycle each : all) {
      try {
        each.afterResponse(deadlineMillis);
      } catch (Throwable failure) {
        failure.printStackTrace();
      }
    }
  }

  static void shutdown() {
    Lifecycle[] all = registered;
    if (all == null) {
      return;
    }
    for (int i = all.length - 1; i >= 0; i--) {
      try {
        all[i].shutdown();
      } catch (Throwable failure) {
        failure.printStackTrace();
      }
    }
  }

  private static final class End extends Thread {
    End() {
      super("thaw-shutdown");
    }

    @Override
    public void run() {
      shutdown();
    }
  }
}
