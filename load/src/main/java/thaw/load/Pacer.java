package thaw.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Waits until a moment, as precisely as the kernel lets a thread that does not burn a CPU: on two
 * cores spinning takes the time from the target. Only after a long wait, when the CPU may be
 * asleep, does it spin at the end.
 *
 * <p>Linux lets a timer be late by the thread's timer slack, 50 µs unless told otherwise; {@link
 * #sharpen} asks for the least there is.
 *
 * @see <a href="https://man7.org/linux/man-pages/man5/proc_pid_timerslack_ns.5.html">proc
 *     timerslack_ns</a>
 */
public final class Pacer {
  /** The time that an idle CPU needs to wake up, as seen at 100 requests a second. */
  private static final long AWAKE_NANOS = 100_000;

  /** A wait from which on the thread wakes early, which takes at most 5 % of a CPU. */
  private static final long FAR_NANOS = 2_000_000;

  private Pacer() {}

  /**
   * Asks for the least timer slack for the calling thread, a platform thread, which gets precedence
   * as well; without effect where the host does not permit.
   */
  public static void sharpen() {
    ThreadPriority.raise();
    try {
      Path thread = Files.readSymbolicLink(Path.of("/proc/thread-self"));
      Files.writeString(Path.of("/proc", "" + thread.getFileName(), "timerslack_ns"), "1");
    } catch (IOException | UnsupportedOperationException e) {
      // It stays as late as it is: the lag is measured and shown.
    }
  }

  /**
   * Returns when the moment has come, or at once when it is over.
   *
   * @param moment of {@link System#nanoTime}
   * @param stopped whether not to wait any more; to be unparked when that changes
   */
  static void until(long moment, BooleanSupplier stopped) {
    long awake = moment - System.nanoTime() > FAR_NANOS ? AWAKE_NANOS : 0;
    for (long left = moment - System.nanoTime();
        left > 0 && !stopped.getAsBoolean();
        left = moment - System.nanoTime()) {
      if (left > awake) {
        LockSupport.parkNanos(left - awake);
      } else {
        Thread.onSpinWait();
      }
    }
  }
}
