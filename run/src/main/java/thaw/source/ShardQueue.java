package thaw.source;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import thaw.function.LambdaLimits;

/**
 * Records that wait for a function, in their order, and the batches that are made of them. One
 * thread puts, another takes.
 */
final class ShardQueue {
  /** The most records that are read ahead, beside the batch itself. */
  private static final int CAPACITY = 2 * RecordStream.MOST_RECORDS;

  /** An item for the taker: records, or the end, which wakes it without one. */
  private sealed interface Item {
    record Of(List<StreamRecord> records) implements Item {}

    record End() implements Item {}
  }

  private final StreamTerms terms;
  private final InstantSource clock;
  private final LinkedBlockingDeque<Item> items = new LinkedBlockingDeque<>();
  private final Semaphore room = new Semaphore(CAPACITY);
  private final Deque<StreamRecord> held = new ArrayDeque<>(); // the taker's
  private boolean ended; // the taker's

  ShardQueue(StreamTerms terms, InstantSource clock) {
    this.terms = terms;
    this.clock = clock;
  }

  /**
   * Waits for room.
   *
   * @param records at most {@link RecordStream#MOST_RECORDS}; what was read at once is taken at
   *     once
   */
  void put(List<StreamRecord> records) throws InterruptedException {
    if (!records.isEmpty()) {
      room.acquire(records.size());
      items.addLast(new Item.Of(List.copyOf(records)));
    }
  }

  /**
   * Nothing comes any more.
   *
   * @param atOnce whether what waits is left
   */
  void end(boolean atOnce) {
    if (atOnce) {
      items.addFirst(new Item.End());
    } else {
      items.addLast(new Item.End());
    }
  }

  boolean isEnded() {
    return ended && held.isEmpty();
  }

  /**
   * Waits for a record; makes a batch of it and of those that follow in time.
   *
   * @param until when a tumbling window ends; absent for no end
   * @return empty at that end, and when nothing comes any more
   */
  List<StreamRecord> next(Optional<Instant> until) throws InterruptedException {
    StreamRecord first = take(until);
    if (first == null) {
      return List.of();
    }
    if (until.isPresent() && !first.arrived().isBefore(until.get())) {
      held.addFirst(first);
      return List.of();
    }
    Optional<Instant> windowEnd =
        until.or(() ->
            terms.tumbling().map(length -> TumblingWindow.around(first.arrived(), length).end()));
    Instant due = clock.instant().plus(terms.window());
    Instant end = windowEnd.filter(other -> other.isBefore(due)).orElse(due);
    List<StreamRecord> batch = new ArrayList<>(List.of(first));
    int size = BatchPayload.FRAME_BYTES + first.sizeBytes();
    while (batch.size() < terms.batchSize()) {
      StreamRecord record = take(Optional.of(end));
      if (record == null) {
        break;
      }
      size += record.sizeBytes() + 1;
      boolean isOther = windowEnd.isPresent() && !record.arrived().isBefore(windowEnd.get());
      if (size > LambdaLimits.LARGEST_REQUEST_BYTES || isOther) {
        held.addFirst(record);
        break;
      }
      batch.add(record);
    }
    return batch;
  }

  private @Nullable StreamRecord take(Optional<Instant> until) throws InterruptedException {
    if (!held.isEmpty() || ended) { // what is held is of before the end
      return held.pollFirst();
    }
    Item item =
        until.isEmpty()
            ? items.takeFirst()
            : items.pollFirst(
                Math.max(0, Duration.between(clock.instant(), until.get()).toNanos()),
                TimeUnit.NANOSECONDS);
    return switch (item) {
      case null -> null;
      case Item.Of(List<StreamRecord> records) -> {
        room.release(records.size());
        held.addAll(records);
        yield held.pollFirst();
      }
      case Item.End() -> {
        ended = true;
        yield null;
      }
    };
  }
}
