package thaw.apigateway;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Answers requests whose function takes too long, while it goes on.
 *
 * <p>For the maintainer. What was cancelled stays in the queue until its time, as an empty task:
 * the timer sleeps until the oldest one and is not woken up for each request, which would cost a
 * warm one a thread switch.
 */
final class TimeLimits implements AutoCloseable {
  private final ScheduledThreadPoolExecutor timer =
      new ScheduledThreadPoolExecutor(
          1, Thread.ofPlatform().daemon().name("api-time-limits").factory());

  private final boolean hold;

  /**
   * @param hold whether there are limits at all
   */
  TimeLimits(boolean hold) {
    this.hold = hold;
  }

  /**
   * @param late runs unless the returned task is cancelled in time; quick
   */
  Future<?> watch(Duration limit, Runnable late) {
    return hold ? scheduled(limit, late) : CompletableFuture.completedFuture("");
  }

  private Future<?> scheduled(Duration limit, Runnable late) {
    return timer.schedule(late, limit.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Requests that run are not answered any more. */
  @Override
  public void close() {
    timer.shutdownNow();
  }
}
