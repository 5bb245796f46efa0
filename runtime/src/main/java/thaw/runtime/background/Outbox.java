package thaw.runtime.background;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The buffer: events in their order, the batch that is on its way, and the counts. Knows no
 * invocations and no policy but that of a full buffer.
 *
 * <p>Concurrency: all state is guarded by {@code lock}. One thread sends at a time, without the
 * lock; a batch that failed stays the next one, so that its key holds.
 */
final class Outbox {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Sink sink;
  private final Room room;
  private final Object lock = new Object();
  private final ArrayDeque<byte[]> queue = new ArrayDeque<>();
  private long queuedBytes;
  private long oldestNanos;
  private @Nullable Batch current;

  /** The number of events that had been accepted before the current batch's first one. */
  private long currentFrom;

  private boolean sending;
  private long accepted;
  private long delivered;
  private long refused;
  private long displaced;
  private long rejected;
  private @Nullable Exception failure;

  /**
   * The limits of the buffer and of a batch.
   *
   * @param events in the buffer, the batch on its way not counted
   * @param bytes in the buffer
   * @param batchEvents in a batch
   * @param batchBytes in a batch; a larger event is a batch of its own
   * @param blockNanos how long {@link Overflow#BLOCK} waits
   */
  record Room(
      int events,
      long bytes,
      int batchEvents,
      int batchBytes,
      Overflow overflow,
      long blockNanos) {}

  Outbox(Sink sink, Room room) {
    this.sink = sink;
    this.room = room;
  }

  /** Returns whether the event is accepted. */
  boolean publish(byte[] event) throws InterruptedException {
    long deadline = 0;
    while (true) {
      synchronized (lock) {
        if (event.length > room.bytes()) {
          rejected++;
          return false;
        }
        if (room.overflow() == Overflow.DROP_OLDEST) {
          while (isFull(event)) {
            queuedBytes -= queue.remove().length;
            displaced++;
          }
        }
        if (!isFull(event)) {
          add(event);
          return true;
        }
        if (room.overflow() == Overflow.REJECT) {
          rejected++;
          return false;
        }
      }
      long now = System.nanoTime();
      deadline = deadline == 0 ? now + room.blockNanos() : deadline;
      if (deadline - now <= 0 || !send(deadline)) {
        synchronized (lock) {
          if (isFull(event)) {
            rejected++;
            return false;
          }
        }
      }
    }
  }

  /** An event was not even offered room. */
  void reject() {
    synchronized (lock) {
      rejected++;
    }
  }

  private boolean isFull(byte[] event) {
    return queue.size() >= room.events() || queuedBytes + event.length > room.bytes();
  }

  private void add(byte[] event) {
    if (queue.isEmpty()) {
      oldestNanos = System.nanoTime();
    }
    queue.add(event);
    queuedBytes += event.length;
    accepted++;
    lock.notifyAll();
  }

  /**
   * Sends until all that had been accepted before is settled, a batch has failed, or the time is
   * over.
   */
  Flushed flush(long budgetNanos) throws InterruptedException {
    long begin = System.nanoTime();
    long mark;
    synchronized (lock) {
      mark = accepted;
      failure = null;
    }
    while (remaining(mark) > 0 && send(begin + budgetNanos)) {
      // until it is done
    }
    synchronized (lock) {
      long remaining = remaining(mark);
      return new Flushed(remaining, System.nanoTime() - begin, remaining == 0 ? null : failure);
    }
  }

  /**
   * Counts those that remain of the first events, up to a mark. It counts by place, for a newer
   * event may be displaced or settled before an older one.
   */
  private long remaining(long mark) {
    synchronized (lock) {
      long queued = Math.max(0, mark - (accepted - queue.size()));
      Batch batch = current;
      long sent = batch == null ? 0 : Math.max(0, Math.min(batch.size(), mark - currentFrom));
      return queued + sent;
    }
  }

  /**
   * Sends a batch, or waits until another thread has sent its.
   *
   * @return false when it has failed, or the time is over
   */
  private boolean send(long deadlineNanos) throws InterruptedException {
    Batch batch;
    synchronized (lock) {
      if (sending) {
        return awaitChange(deadlineNanos);
      }
      if (deadlineNanos - System.nanoTime() <= 0) {
        return false;
      }
      if (current == null) {
        current = formed();
      }
      if (current == null) {
        return true; // another thread has sent it
      }
      batch = current;
      sending = true;
    }
    boolean settled = false;
    Exception thrown = null;
    try {
      sink.deliver(batch, Math.max(1, deadlineNanos - System.nanoTime()));
      settled = true;
    } catch (IOException e) {
      thrown = e;
    } catch (RuntimeException e) {
      thrown = e; // the sink's fault, which sending again does not mend
    } finally {
      synchronized (lock) {
        sending = false;
        if (thrown != null) {
          failure = thrown;
        }
        if (settled) {
          delivered += batch.size();
          current = null;
        } else if (thrown instanceof RefusedException || thrown instanceof RuntimeException) {
          refused += batch.size();
          current = null;
        }
        settled = current == null;
        lock.notifyAll();
      }
    }
    return settled;
  }

  private @Nullable Batch formed() {
    int count = 0;
    int bytes = 0;
    for (byte[] event : queue) {
      if (count == room.batchEvents() || (count > 0 && bytes + event.length > room.batchBytes())) {
        break;
      }
      count++;
      bytes += event.length;
    }
    if (count == 0) {
      return null;
    }
    currentFrom = accepted - queue.size();
    byte[][] events = new byte[count][];
    for (int i = 0; i < count; i++) {
      events[i] = Objects.requireNonNull(queue.remove());
    }
    queuedBytes -= bytes;
    return new Batch(events, bytes);
  }

  /**
   * Waits until something changes, or the deadline, and returns true: the callers look again.
   * Returns false when the deadline is over already.
   */
  @SuppressWarnings("WaitNotInLoop")
  private boolean awaitChange(long deadlineNanos) throws InterruptedException {
    long left = deadlineNanos - System.nanoTime();
    if (left <= 0) {
      return false;
    }
    lock.wait((left + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI);
    return true;
  }

  /** Waits until there are so many events, or the oldest is so old. */
  void awaitSizeOrAge(int events, long ageNanos) throws InterruptedException {
    synchronized (lock) {
      while (true) {
        if (queue.isEmpty() && current == null) {
          lock.wait();
          continue;
        }
        long left = ageNanos - (System.nanoTime() - oldestNanos);
        if (left <= 0 || queue.size() >= events) {
          return;
        }
        lock.wait(1 + left / NANOS_PER_MILLI);
      }
    }
  }

  Counts counts() {
    synchronized (lock) {
      return new Counts(
          accepted,
          delivered,
          refused,
          displaced,
          rejected,
          accepted - delivered - refused - displaced);
    }
  }
}
