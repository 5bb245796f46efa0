package thaw.app.shared;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * The end of a long work at Ctrl-C: the thread that does it is interrupted and has time to take
 * away what it has made, in its own order. To be opened before anything that must be taken away.
 */
public final class Unwinding implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Thread worker = Thread.currentThread();
  private final CountDownLatch done = new CountDownLatch(1);
  private final ReentrantLock whole = new ReentrantLock();
  private final Runnable hook = Interruption.onInterrupt(this::end);

  /** Does something that must not be left half done. */
  public <T> T whole(Supplier<T> step) {
    whole.lock();
    try {
      return step.get();
    } finally {
      whole.unlock();
    }
  }

  private void end() {
    try {
      boolean between = whole.tryLock(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      worker.interrupt();
      if (between) {
        whole.unlock();
      }
      if (!done.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        throw new IllegalStateException("still at work: " + worker.getName());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    Interruption.forget(hook);
    done.countDown();
  }
}
