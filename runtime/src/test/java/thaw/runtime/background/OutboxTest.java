package thaw.runtime.background;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static thaw.runtime.background.KeepingSink.event;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class OutboxTest {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();
  private static final long LONG = 30 * SECOND;

  private final KeepingSink received = new KeepingSink();

  private Outbox outbox(int events, long bytes, Overflow overflow, long blockNanos) {
    return new Outbox(received, new Outbox.Room(events, bytes, 3, 100, overflow, blockNanos));
  }

  private Outbox large() {
    return outbox(1000, 100_000, Overflow.REJECT, 1);
  }

  private static void publish(Outbox outbox, int from, int to) throws InterruptedException {
    for (int i = from; i < to; i++) {
      assertTrue(outbox.publish(event("e" + i)));
    }
  }

  @Test
  void a_flush_delivers_all_in_order_and_in_batches() throws Exception {
    Outbox outbox = large();
    publish(outbox, 0, 7);
    Flushed flushed = outbox.flush(LONG);
    assertTrue(flushed.isComplete());
    assertEquals(List.of("e0", "e1", "e2", "e3", "e4", "e5", "e6"), received.events);
    assertEquals(List.of(3, 3, 1), received.sizes);
    assertEquals(3, new TreeSet<>(received.keys).size());
    assertEquals(new Counts(7, 7, 0, 0, 0, 0), outbox.counts());
  }

  @Test
  void batches_are_limited_in_bytes_and_larger_events_go_alone() throws Exception {
    Outbox outbox = large();
    outbox.publish(event("a".repeat(60)));
    outbox.publish(event("b".repeat(60)));
    outbox.publish(event("c".repeat(600)));
    outbox.publish(event("d".repeat(40)));
    outbox.publish(event("e".repeat(60)));
    outbox.flush(LONG);
    assertEquals(List.of(1, 1, 1, 2), received.sizes);
  }

  @Test
  void a_batch_that_failed_is_kept_with_its_key_and_is_next() throws Exception {
    Outbox outbox = large();
    publish(outbox, 0, 2);
    received.fail(new IOException("down"));
    Flushed failed = outbox.flush(LONG);
    assertEquals(2, failed.remaining());
    assertEquals("down", failed.failure().getMessage());
    assertEquals(1, received.keys.size());

    received.fail(null);
    publish(outbox, 2, 4);
    assertTrue(outbox.flush(LONG).isComplete());
    assertEquals(List.of("e0", "e1", "e2", "e3"), received.events);
    assertEquals(List.of(2, 2), received.sizes);
    assertEquals(received.keys.get(0), received.keys.get(1));
    assertFalse(received.keys.get(0).equals(received.keys.get(2)));
  }

  @Test
  void a_batch_that_is_refused_is_dropped_and_counted() throws Exception {
    Outbox outbox = large();
    publish(outbox, 0, 4);
    received.fail(new RefusedException("no"));
    Flushed flushed = outbox.flush(LONG);
    assertTrue(flushed.isComplete());
    assertEquals(new Counts(4, 0, 4, 0, 0, 0), outbox.counts());
    assertEquals(4, outbox.counts().lost());
  }

  @Test
  void a_sink_with_a_fault_of_its_own_does_not_stop_those_behind() throws Exception {
    Outbox outbox = large();
    publish(outbox, 0, 3);
    received.fail(new IllegalStateException("a fault"));
    outbox.flush(LONG);
    received.fail(null);
    publish(outbox, 3, 5);
    outbox.flush(LONG);
    assertEquals(List.of("e3", "e4"), received.events);
    assertEquals(new Counts(5, 2, 3, 0, 0, 0), outbox.counts());
  }

  @Test
  void who_publishes_is_told_when_there_is_no_room() throws Exception {
    Outbox outbox = outbox(2, 1000, Overflow.REJECT, 1);
    publish(outbox, 0, 2);
    assertFalse(outbox.publish(event("e2")));
    assertEquals(new Counts(2, 0, 0, 0, 1, 2), outbox.counts());
  }

  @Test
  void the_oldest_make_room_in_events_and_in_bytes() throws Exception {
    Outbox outbox = outbox(3, 20, Overflow.DROP_OLDEST, 1);
    publish(outbox, 0, 4);
    assertTrue(outbox.publish(event("x".repeat(17))));
    outbox.flush(LONG);
    assertEquals(List.of("e3", "x".repeat(17)), received.events);
    assertEquals(new Counts(5, 2, 0, 3, 0, 0), outbox.counts());
  }

  @Test
  void an_event_that_failed_remains_though_newer_ones_were_displaced() throws Exception {
    Outbox outbox = outbox(2, 1000, Overflow.DROP_OLDEST, 1);
    received.hold();
    publish(outbox, 0, 1);
    try (Threads threads = new Threads()) {
      Future<Flushed> flush = threads.submit(() -> outbox.flush(LONG));
      received.entered.acquire();
      publish(outbox, 1, 5);
      received.fail(new IOException("down"));
      received.gate.release(10);
      assertEquals(1, flush.get().remaining());
    }
    assertEquals(new Counts(5, 0, 0, 2, 0, 3), outbox.counts());
    received.fail(null);
    assertTrue(outbox.flush(LONG).isComplete());
    assertEquals(List.of("e0", "e3", "e4"), received.events);
  }

  @ParameterizedTest
  @EnumSource(Overflow.class)
  void what_is_larger_than_all_room_is_rejected_at_once(Overflow overflow) throws Exception {
    Outbox outbox = outbox(3, 20, overflow, LONG);
    publish(outbox, 0, 1);
    assertFalse(outbox.publish(event("x".repeat(21))));
    assertEquals(new Counts(1, 0, 0, 0, 1, 1), outbox.counts());
  }

  @Test
  void who_is_blocked_makes_room_by_sending() throws Exception {
    Outbox outbox = outbox(2, 1000, Overflow.BLOCK, LONG);
    publish(outbox, 0, 7);
    assertEquals(List.of("e0", "e1", "e2", "e3", "e4", "e5"), received.events);
    outbox.flush(LONG);
    assertEquals(new Counts(7, 7, 0, 0, 0, 0), outbox.counts());
  }

  @Test
  void who_is_blocked_by_a_destination_that_fails_is_told_at_once() throws Exception {
    Outbox outbox = outbox(2, 1000, Overflow.BLOCK, LONG);
    received.fail(new IOException("down"));
    publish(outbox, 0, 2);
    assertTrue(outbox.publish(event("e2")), "the batch on its way is not counted");
    outbox.publish(event("e3"));
    assertFalse(outbox.publish(event("e4")));
    assertEquals(1, outbox.counts().rejected());
  }

  @Test
  void who_is_blocked_by_another_threads_sending_waits_until_it_is_over() throws Exception {
    Outbox outbox = outbox(1, 1000, Overflow.BLOCK, LONG);
    received.hold();
    publish(outbox, 0, 1);
    try (Threads threads = new Threads()) {
      Future<Flushed> flush = threads.submit(() -> outbox.flush(LONG));
      received.entered.acquire();
      publish(outbox, 1, 2); // takes the room of what is on its way
      Future<Boolean> blocked = threads.submit(() -> outbox.publish(event("e2")));
      received.gate.release(10);
      assertTrue(blocked.get());
      flush.get();
    }
    outbox.flush(LONG);
    assertEquals(List.of("e0", "e1", "e2"), received.events);
  }

  @Test
  void who_is_blocked_for_too_long_loses_his_event_and_is_told() throws Exception {
    Outbox outbox = outbox(1, 1000, Overflow.BLOCK, SECOND / 50);
    received.hold();
    publish(outbox, 0, 1);
    try (Threads threads = new Threads()) {
      Future<Flushed> flush = threads.submit(() -> outbox.flush(LONG));
      received.entered.acquire();
      publish(outbox, 1, 2);
      assertFalse(outbox.publish(event("e2")));
      received.gate.release(10);
      assertTrue(flush.get().isComplete());
    }
    assertEquals(new Counts(2, 1, 0, 0, 1, 1), outbox.counts());
  }

  @Test
  void a_flush_waits_for_what_another_thread_is_sending() throws Exception {
    Outbox outbox = large();
    received.hold();
    publish(outbox, 0, 1);
    try (Threads threads = new Threads()) {
      Future<Flushed> first = threads.submit(() -> outbox.flush(LONG));
      received.entered.acquire();
      Flushed tooShort = outbox.flush(SECOND / 50);
      assertEquals(1, tooShort.remaining());
      Future<Flushed> second = threads.submit(() -> outbox.flush(LONG));
      received.gate.release(10);
      assertTrue(second.get().isComplete());
      assertTrue(first.get().isComplete());
    }
    assertEquals(List.of("e0"), received.events);
  }

  @Test
  void a_flush_without_time_sends_nothing() throws Exception {
    Outbox outbox = large();
    publish(outbox, 0, 2);
    assertEquals(2, outbox.flush(-5).remaining());
    assertTrue(received.events.isEmpty());
  }

  @Test
  void an_interrupted_delivery_is_kept() throws Exception {
    Outbox outbox = large();
    received.hold();
    publish(outbox, 0, 2);
    Thread.currentThread().interrupt();
    assertThrows(InterruptedException.class, () -> outbox.flush(LONG));
    received.gate.release(10);
    assertTrue(outbox.flush(LONG).isComplete());
    assertEquals(List.of("e0", "e1"), received.events);
  }

  @Test
  void many_threads_and_a_destination_that_often_fails_lose_and_double_nothing() throws Exception {
    Random random = new Random(8);
    List<String> arrived = new ArrayList<>();
    Sink flaky =
        (batch, within) -> {
          if (random.nextInt(3) == 0) {
            throw new IOException("sometimes");
          }
          for (int i = 0; i < batch.size(); i++) {
            arrived.add(new String(batch.event(i)));
          }
        };
    Outbox outbox = new Outbox(flaky, new Outbox.Room(50, 10_000, 7, 1000, Overflow.REJECT, 1));
    ConcurrentSkipListSet<String> accepted = new ConcurrentSkipListSet<>();
    try (Threads threads = new Threads()) {
      List<Future<?>> all = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        String name = "t" + t + "-";
        all.add(
            threads.submit(() -> {
              for (int i = 0; i < 2000; i++) {
                if (outbox.publish(event(name + i))) {
                  accepted.add(name + i);
                }
                if (i % 10 == 0) {
                  outbox.flush(SECOND);
                }
              }
              return null;
            }));
      }
      for (Future<?> each : all) {
        each.get();
      }
    }
    while (!outbox.flush(LONG).isComplete()) {
      // until the destination has a good day
    }
    assertEquals(accepted.size(), arrived.size());
    assertEquals(accepted, new TreeSet<>(arrived));
    assertEquals(8000 - accepted.size(), outbox.counts().rejected());
  }

  /** Closed by an interrupt of all that is left. */
  private static final class Threads implements AutoCloseable {
    private final ExecutorService service = Executors.newCachedThreadPool();

    <T> Future<T> submit(java.util.concurrent.Callable<T> task) {
      return service.submit(task);
    }

    @Override
    public void close() {
      service.shutdownNow();
    }
  }
}
