package thaw.steady;

import java.time.Duration;

/** The end of a program that cannot do its work any more, as that of a bug: exit status 70. */
final class ProgramEnd {
  /** {@code EX_SOFTWARE} of sysexits.h. */
  private static final int STATUS = 70;

  /** The time for closing things in order, which may need what has failed. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private ProgramEnd() {}

  /** Closes what can be closed, and does not return. */
  static void now(String lastWords) {
    Runtime runtime = Runtime.getRuntime();
    try {
      System.err.println(lastWords);
      // Elsewhere: what is closed may wait for the thread that came here.
      Thread.ofPlatform().daemon().name("end").start(() -> runtime.exit(STATUS));
      Thread.sleep(PATIENCE);
    } catch (InterruptedException e) {
      awaitEnd();
    } catch (RuntimeException | Error e) {
      runtime.halt(STATUS); // neither memory nor a thread: the janitor cleans up
    }
    runtime.halt(STATUS);
  }

  /** Waits for the end. An interrupt means that whoever closes things goes on. */
  private static void awaitEnd() {
    try {
      Thread.sleep(PATIENCE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
