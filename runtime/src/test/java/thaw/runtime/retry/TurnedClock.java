package thaw.runtime.retry;

import java.util.ArrayList;
import java.util.List;

/** A clock that a test turns, and that waits by turning itself. */
final class TurnedClock implements Clock {
  final List<Long> sleeps = new ArrayList<>();
  long now = 1_000_000_000L;

  /** Of what is asked for: 1 for all of it. */
  double slept = 1;

  @Override
  public long nanos() {
    return now;
  }

  @Override
  public void sleep(long nanos) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    sleeps.add(nanos);
    now += Math.max(1, (long) (nanos * slept));
  }
}
