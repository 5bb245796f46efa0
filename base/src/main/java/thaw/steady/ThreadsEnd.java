package thaw.steady;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/** The end of threads whose work has been interrupted. */
public final class ThreadsEnd {
  private ThreadsEnd() {}

  /**
   * Returns when all have ended, or when this thread is interrupted, which it then is.
   *
   * @param what people call the threads
   * @throws IllegalStateException when they have not ended in time
   */
  public static void await(ExecutorService threads, Duration patience, String what) {
    try {
      if (!threads.awaitTermination(patience.toSeconds(), TimeUnit.SECONDS)) {
        throw new IllegalStateException(what + " did not end in " + patience.toSeconds() + " s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
