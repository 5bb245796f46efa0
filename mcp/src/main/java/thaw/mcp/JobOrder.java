package thaw.mcp;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Lets one measuring job run at a time, in the order in which they came, and others at once. */
final class JobOrder {
  /**
   * The permits of {@link #atWork}, more than there are ever jobs: each takes one, and one that
   * measures takes the turn as well.
   */
  private static final int MOST = 1_000_000;

  private final Semaphore turn = new Semaphore(1, true);

  /** Each job at work holds one. */
  private final Semaphore atWork = new Semaphore(MOST);

  /** A piece of work that gives a result. */
  interface Job<T> {
    T run() throws InterruptedException;
  }

  /**
   * Waits for its turn and runs it.
   *
   * @param quiet whether it waits for others, and others for it
   */
  <T> T run(boolean quiet, Job<T> job) throws InterruptedException {
    atWork.acquire();
    try {
      return quiet ? inTurn(job) : job.run();
    } finally {
      atWork.release();
    }
  }

  private <T> T inTurn(Job<T> job) throws InterruptedException {
    turn.acquire();
    try {
      return job.run();
    } finally {
      turn.release();
    }
  }

  /** Waits until no job is at work, or the time is over; returns whether none is. */
  boolean awaitIdle(Duration longest) throws InterruptedException {
    return atWork.tryAcquire(MOST, longest.toMillis(), TimeUnit.MILLISECONDS);
  }
}
