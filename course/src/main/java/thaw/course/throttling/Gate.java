package thaw.course.throttling;

import java.io.File;

/**
 * The moment between a start without a quota and work under one, as on Lambda between init and the
 * first invocation. The lab sets the quota when it reads that this program is ready, and then puts
 * a file into the folder for temporary files.
 */
final class Gate {
  private static final String READY = "ready";
  private static final String GO = "go";
  private static final long POLL_MILLIS = 2;
  private static final long REST_MILLIS = 130;

  private Gate() {}

  static void await() throws InterruptedException {
    File go = new File(System.getProperty("java.io.tmpdir"), GO);
    System.out.println(READY);
    while (!go.exists()) {
      Thread.sleep(POLL_MILLIS);
    }
    // What the start has taken of the quota of this period is no matter any more.
    rest();
  }

  /** Until the quota is whole again: more than a period, and what the last work has overdrawn. */
  static void rest() throws InterruptedException {
    Thread.sleep(REST_MILLIS);
  }
}
