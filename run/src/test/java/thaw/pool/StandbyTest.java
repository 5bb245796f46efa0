package thaw.pool;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import thaw.sandbox.kernel.Deadline;

@Timeout(60)
class StandbyTest {
  private final AtomicInteger prepared = new AtomicInteger();
  private final List<Integer> ended = new CopyOnWriteArrayList<>();
  private final Set<Integer> broken = new CopyOnWriteArraySet<>();
  private final List<RuntimeException> problems = new CopyOnWriteArrayList<>();

  private final List<Thread> preparers = new CopyOnWriteArrayList<>();

  private Standby<Integer> standby(Pool.Start<Integer> prepare) {
    return new Standby<>(
        () -> {
          preparers.add(Thread.currentThread());
          return prepare.start();
        },
        ended::add,
        each -> !broken.contains(each),
        problems::add);
  }

  /** It has been prepared in the background when the last thread that did so has ended. */
  private void awaitOneStandsBy() {
    Deadline.await(
        Duration.ofSeconds(10),
        "one stands by",
        () ->
            !preparers.isEmpty()
                && preparers.getLast().isVirtual()
                && !preparers.getLast().isAlive());
  }

  @Test
  void one_that_ended_while_it_stood_by_is_not_given_to_anybody() throws InterruptedException {
    Standby<Integer> standby = standby(prepared::incrementAndGet);
    standby.refill();
    awaitOneStandsBy();
    broken.add(1);
    assertEquals(2, standby.take());
    assertEquals(List.of(1), ended);
  }

  @Test
  void one_stands_by_and_is_replaced_when_asked() throws InterruptedException {
    Standby<Integer> standby = standby(prepared::incrementAndGet);
    assertEquals(1, standby.take(), "none stood by");
    standby.refill();
    awaitOneStandsBy();
    standby.refill();
    standby.refill();
    assertEquals(2, standby.take());
    assertEquals(3, standby.take(), "prepared by who takes it");
    standby.close();
  }

  @Test
  void close_ends_the_one_that_stands_by_and_none_is_prepared_later() {
    Standby<Integer> standby = standby(prepared::incrementAndGet);
    standby.refill();
    awaitOneStandsBy();
    standby.close();
    assertEquals(List.of(1), ended);
    standby.refill();
    standby.close(); // waits for one that is being prepared, if there is any
    assertEquals(1, prepared.get());
  }

  @Test
  void close_waits_for_one_that_is_being_prepared_and_ends_it() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    Standby<Integer> standby =
        standby(() -> {
          begun.countDown();
          go.await();
          return 7;
        });
    standby.refill();
    begun.await();
    Thread closing = Thread.ofVirtual().start(standby::close);
    Deadline.await(
        Duration.ofSeconds(10),
        "close waits",
        () -> closing.getState() == Thread.State.TIMED_WAITING);
    assertEquals(List.of(), ended);
    go.countDown();
    closing.join();
    assertEquals(List.of(7), ended);
  }

  @Test
  void a_failure_that_nobody_waited_for_is_told_and_does_not_last() throws InterruptedException {
    Standby<Integer> standby =
        standby(() -> {
          if (prepared.incrementAndGet() == 1) {
            throw new IllegalStateException("no disk");
          }
          return prepared.get();
        });
    standby.refill();
    Deadline.await(Duration.ofSeconds(10), "told", () -> !problems.isEmpty());
    assertEquals("no disk", problems.getFirst().getMessage());
    assertEquals(2, standby.take());
    standby.close();
  }
}
