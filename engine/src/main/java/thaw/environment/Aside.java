package thaw.environment;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Tells news on threads of their own: who does not take them at once must not make others late, who
 * hear of the same. Late is better than never: where no thread is to be had, the caller's tells
 * them.
 *
 * @param threads starts one for each
 */
record Aside(Executor threads) {
  void run(Runnable news) {
    AtomicBoolean begun = new AtomicBoolean();
    Runnable once =
        () -> {
          if (begun.compareAndSet(false, true)) { // a thread may run though its start has failed
            news.run();
          }
        };
    try {
      threads.execute(once);
    } catch (OutOfMemoryError e) {
      once.run();
    }
  }
}
