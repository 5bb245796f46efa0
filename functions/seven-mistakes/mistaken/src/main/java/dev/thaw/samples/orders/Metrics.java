package dev.thaw.samples.orders;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts orders, and a thread of its own logs the count from time to time. */
final class Metrics {
  private final AtomicInteger orders = new AtomicInteger();

  void count() {
    orders.incrementAndGet();
  }

  void flushEach(long millis) {
    ScheduledExecutorService flusher =
        Executors.newSingleThreadScheduledExecutor(task -> {
          Thread thread = new Thread(task, "metrics");
          thread.setDaemon(true);
          return thread;
        });
    flusher.scheduleAtFixedRate(this::flush, millis, millis, TimeUnit.MILLISECONDS);
  }

  private void flush() {
    int count = orders.getAndSet(0);
    if (count > 0) {
      System.out.println("{\"orders\":" + count + "}");
    }
  }
}
