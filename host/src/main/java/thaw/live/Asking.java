package thaw.live;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Asks the platform each second for what no event tells, as long as somebody looks. */
final class Asking implements AutoCloseable {
  private static final long PERIOD_MILLIS = 1_000;

  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().name("asking").factory());

  Asking(Runnable ask, Viewers viewers) {
    timer.scheduleWithFixedDelay(
        () -> {
          if (viewers.count() > 0) {
            ask.run();
          }
        },
        PERIOD_MILLIS,
        PERIOD_MILLIS,
        TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
