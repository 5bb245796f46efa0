package thaw.source;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import thaw.function.LambdaLimits;
import thaw.service.ServiceFault;

/** Makes batches of a queue's messages, as large and as late as a mapping wants. One thread's. */
final class QueueBatches {
  private final QueueTerms terms;
  private final InstantSource clock;
  private final CountDownLatch stop;

  /** Received, and too large for the batch before. */
  private final Deque<QueueMessage> left = new ArrayDeque<>();

  /**
   * @param received when the first message was
   */
  record Batch(List<QueueMessage> messages, Instant received) {}

  /**
   * @param stop open until no more is to be waited for
   */
  QueueBatches(QueueTerms terms, InstantSource clock, CountDownLatch stop) {
    this.terms = terms;
    this.clock = clock;
    this.stop = stop;
  }

  /** Takes the received messages that are in no batch, and will be in none. */
  List<QueueMessage> takeLeft() {
    List<QueueMessage> taken = List.copyOf(left);
    left.clear();
    return taken;
  }

  /**
   * Waits for messages for a while. Messages that no filter passes are deleted.
   *
   * @return without messages when none came
   */
  Batch next(SqsQueue queue) throws IOException, ServiceFault, InterruptedException {
    List<QueueMessage> batch = new ArrayList<>();
    boolean isReady = false;
    try {
      Batch next = gather(queue, batch);
      isReady = true;
      return next;
    } finally {
      if (!isReady) {
        batch.reversed().forEach(left::addFirst);
      }
    }
  }

  private Batch gather(SqsQueue queue, List<QueueMessage> batch)
      throws IOException, ServiceFault, InterruptedException {
    int size = BatchPayload.FRAME_BYTES;
    Instant received = clock.instant();
    Instant end = received.plus(terms.window());
    while (true) {
      while (!left.isEmpty() && batch.size() < terms.batchSize()) {
        if (!batch.isEmpty()
            && size + left.getFirst().sizeBytes() > LambdaLimits.LARGEST_REQUEST_BYTES) {
          return new Batch(batch, received);
        }
        size += left.getFirst().sizeBytes() + 1;
        batch.add(left.removeFirst());
      }
      Duration rest = Duration.between(clock.instant(), end);
      boolean isDue = !batch.isEmpty() && (rest.isNegative() || rest.isZero());
      if (batch.size() == terms.batchSize() || isDue || stop.getCount() == 0) {
        return new Batch(batch, received);
      }
      left.addAll(received(queue, terms.batchSize() - batch.size(), batch.isEmpty(), rest));
      if (batch.isEmpty()) {
        if (left.isEmpty()) {
          return new Batch(batch, received);
        }
        received = clock.instant();
        end = received.plus(terms.window());
      }
    }
  }

  /**
   * @param rest of the window
   */
  private List<QueueMessage> received(SqsQueue queue, int most, boolean isFirst, Duration rest)
      throws IOException, ServiceFault, InterruptedException {
    Duration wait = SqsQueue.LONGEST_WAIT;
    if (!isFirst && rest.compareTo(wait) < 0) {
      wait = Duration.ofSeconds(rest.toSeconds()); // the service knows whole seconds only
      if (wait.isZero()) {
        boolean _ = stop.await(rest.toNanos(), TimeUnit.NANOSECONDS);
      }
    }
    List<QueueMessage> received = queue.receive(most, wait, !terms.window().isZero());
    List<QueueMessage> passed = new ArrayList<>();
    List<QueueMessage> filtered = new ArrayList<>();
    for (QueueMessage message : received) {
      (terms.filters().pass(message.record()) ? passed : filtered).add(message);
    }
    if (!filtered.isEmpty()) {
      queue.delete(filtered);
    }
    return passed;
  }
}
