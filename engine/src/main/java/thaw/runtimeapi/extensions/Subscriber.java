package thaw.runtimeapi.extensions;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import thaw.runtimeapi.log.PlatformEvent;
import thaw.steady.StepLoop;

/**
 * Delivers the events of one subscription in batches, on a thread of its own. Events wait while the
 * environment is frozen, and nothing that happens then counts as slowness of the receiver.
 *
 * <p>All state is guarded by {@code lock}; nothing is sent under it.
 */
final class Subscriber implements AutoCloseable {
  private static final int ATTEMPTS = 4;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);

  /** The number of full batches that wait at most; what comes then is dropped and counted. */
  private static final int FULL_BATCHES = 8;

  private static final String FALLEN_BEHIND =
      "Consumer seems to have fallen behind as it has not acknowledged receipt of logs.";

  private final Subscription.Buffering buffering;
  private final Receiver receiver;
  private final ThawedClock clock;
  private final Function<PlatformEvent.LogsDropped, List<byte[]>> dropped;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Deque<byte[]> waiting = new ArrayDeque<>();
  private long waitingBytes;
  private long oldestNanos; // of the clock
  private boolean flushing;
  private boolean closed;
  private final Losses unsent = new Losses(); // older than what waits
  private final Losses refused = new Losses(); // younger than what waits
  private boolean ended; // of the thread
  private @Nullable Thread thread;

  /**
   * @param dropped how this subscriber is told of a loss; empty when it does not want to know
   */
  Subscriber(
      Subscription.Buffering buffering,
      Receiver receiver,
      ThawedClock clock,
      Function<PlatformEvent.LogsDropped, List<byte[]>> dropped) {
    this.buffering = buffering;
    this.receiver = receiver;
    this.clock = clock;
    this.dropped = dropped;
  }

  void start() {
    thread = Thread.ofVirtual().name("telemetry").start(this::run);
  }

  void offer(byte[] event) {
    lock.lock();
    try {
      if (waitingBytes + event.length > (long) FULL_BATCHES * buffering.maxBytes()
          || waiting.size() >= FULL_BATCHES * buffering.maxItems()) {
        refused.add(1, event.length, FALLEN_BEHIND);
        return;
      }
      tellRefused();
      keep(event, Deque::addLast);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void keep(byte[] event, BiConsumer<Deque<byte[]>, byte[]> at) {
    if (waiting.isEmpty()) {
      oldestNanos = clock.nanos();
    }
    at.accept(waiting, event);
    waitingBytes += event.length;
  }

  /** Events that were lost, of which the receiver has not been told. */
  private static final class Losses {
    private long records;
    private long bytes;
    private String reason = "";

    void add(long moreRecords, long moreBytes, String why) {
      records += moreRecords;
      bytes += moreBytes;
      reason = why;
    }

    /** What tells of them, once. */
    Optional<PlatformEvent.LogsDropped> taken() {
      if (records == 0) {
        return Optional.empty();
      }
      var loss = new PlatformEvent.LogsDropped(reason, records, bytes);
      records = 0;
      bytes = 0;
      return Optional.of(loss);
    }
  }

  /** The clock has stopped, or goes again. */
  void clockChanged() {
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Sends what waits without waiting for more. */
  void flush() {
    lock.lock();
    try {
      flushing = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void run() {
    new StepLoop("telemetry")
        .run(
            () -> !ended,
            () -> {
              List<byte[]> batch = take();
              if (batch.isEmpty()) {
                ended = true;
              } else {
                send(batch);
              }
            });
  }

  /** The next batch when it is due; empty at the end. */
  private List<byte[]> take() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (!closed) {
        if (clock.stands()) {
          changed.await();
          continue;
        }
        tellLosses();
        long left =
            waiting.isEmpty()
                ? Long.MAX_VALUE
                : buffering.timeout().toNanos() - (clock.nanos() - oldestNanos);
        boolean full =
            waiting.size() >= buffering.maxItems() || waitingBytes >= buffering.maxBytes();
        if (left <= 0 || full || (flushing && !waiting.isEmpty())) {
          return cut();
        }
        flushing = false;
        changed.awaitNanos(left);
      }
      return List.of();
    } finally {
      lock.unlock();
    }
  }

  /** A batch that could not be sent came before what waits, what was refused comes after it. */
  private void tellLosses() {
    unsent
        .taken()
        .ifPresent(
            loss -> dropped.apply(loss).reversed().forEach(event -> keep(event, Deque::addFirst)));
    tellRefused();
  }

  private void tellRefused() {
    refused
        .taken()
        .ifPresent(loss -> dropped.apply(loss).forEach(event -> keep(event, Deque::addLast)));
  }

  private List<byte[]> cut() {
    List<byte[]> batch = new ArrayList<>();
    long bytes = 0;
    while (!waiting.isEmpty()
        && batch.size() < buffering.maxItems()
        && (batch.isEmpty() || bytes + waiting.getFirst().length <= buffering.maxBytes())) {
      byte[] event = waiting.removeFirst();
      bytes += event.length;
      batch.add(event);
    }
    waitingBytes -= bytes;
    oldestNanos = clock.nanos();
    return batch;
  }

  private void send(List<byte[]> batch) throws InterruptedException {
    String problem = "";
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      try {
        receiver.deliver(batch, clock);
        return;
      } catch (IOException e) {
        problem = String.valueOf(e.getMessage());
      }
      if (!pause(FIRST_PAUSE.multipliedBy(1L << attempt))) {
        return;
      }
    }
    lock.lock();
    try {
      long bytes = batch.stream().mapToLong(event -> event.length).sum();
      unsent.add(batch.size(), bytes, "could not send events: " + problem);
    } finally {
      lock.unlock();
    }
  }

  /** Waits for so long; returns false when the subscription has ended meanwhile. */
  private boolean pause(Duration duration) throws InterruptedException {
    long end = clock.nanos() + duration.toNanos();
    lock.lockInterruptibly();
    try {
      while (!closed) {
        long left = end - clock.nanos();
        if (clock.stands()) {
          changed.await();
        } else if (left <= 0) {
          return true;
        } else {
          changed.awaitNanos(left);
        }
      }
      return false;
    } finally {
      lock.unlock();
    }
  }

  /** Gives up what has not been delivered. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    receiver.close();
    Thread running = thread;
    if (running != null) {
      running.interrupt();
    }
  }
}
