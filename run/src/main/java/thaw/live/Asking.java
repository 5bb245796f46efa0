package thaw.live;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import thaw.steady.StepLoop;

/** Asks the platform each second for what no event tells, as long as somebody looks. */
final class Asking implements AutoCloseable {
  private static final long PERIOD_MILLIS = 1_000;

  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().name("asking").factory());

  /**
   * @param problems what went wrong with one time; there are more
   */
  Asking(Runnable ask, Viewers viewers, Consumer<? super RuntimeException> problems) {
    timer.scheduleWithFixedDelay(
        new StepLoop("asking", problems)
            .task(() -> {
              if (viewers.count() > 0) {
                ask.run();
              }
            }),
        PERIOD_MILLIS,
        PERIOD_MILLIS,
        TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
