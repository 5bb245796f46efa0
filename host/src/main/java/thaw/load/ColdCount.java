package thaw.load;

import java.util.PrimitiveIterator;
import java.util.PriorityQueue;
import thaw.load.schedule.Schedule;

/**
 * Counts the requests of a schedule that meet no idle environment, when each environment serves one
 * request at a time, none ends, and all warm requests take equally long.
 */
public final class ColdCount {
  private static final double NANOS_PER_MILLI = 1e6;

  private ColdCount() {}

  /**
   * @param warmMillis of a request that meets an idle environment
   * @param coldMillis of one that waits for a new one
   */
  public static long of(Schedule schedule, double warmMillis, double coldMillis) {
    PriorityQueue<Long> busyUntil = new PriorityQueue<>();
    long idle = 0;
    long cold = 0;
    for (PrimitiveIterator.OfLong due = schedule.due(); due.hasNext(); ) {
      long now = due.nextLong();
      while (!busyUntil.isEmpty() && busyUntil.peek() <= now) {
        busyUntil.remove();
        idle++;
      }
      boolean isCold = idle == 0;
      if (isCold) {
        cold++;
      } else {
        idle--;
      }
      busyUntil.add(now + Math.round((isCold ? coldMillis : warmMillis) * NANOS_PER_MILLI));
    }
    return cold;
  }
}
