package thaw.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import thaw.sandbox.kernel.Deadline;

class SetUpsTest {
  private final SetUps setUps = new SetUps(2);

  @Test
  void no_more_than_agreed_are_set_up_at_the_same_time_and_all_in_the_end() throws Exception {
    AtomicInteger now = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    CountDownLatch two = new CountDownLatch(2);
    List<Future<Integer>> all = new ArrayList<>();
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 20; i++) {
        int number = i;
        all.add(
            executor.submit(() ->
                setUps.inTurn(() -> {
                  most.accumulateAndGet(now.incrementAndGet(), Math::max);
                  two.countDown();
                  awaitQuietly(two);
                  now.decrementAndGet();
                  return number;
                })));
      }
      for (int i = 0; i < all.size(); i++) {
        assertEquals(i, all.get(i).get(20, TimeUnit.SECONDS));
      }
    }
    assertEquals(2, most.get());
  }

  private static void awaitQuietly(CountDownLatch latch) {
    Deadline.await(Duration.ofSeconds(20), "two at the same time", () -> latch.getCount() == 0);
  }

  @Test
  void one_that_fails_makes_room_for_the_next() {
    for (int i = 0; i < 5; i++) {
      assertThrows(
          IllegalArgumentException.class,
          () ->
              setUps.inTurn(() -> {
                throw new IllegalArgumentException("no such box");
              }));
    }
    assertEquals("made", setUps.inTurn(() -> "made"));
  }

  @Test
  void an_interrupted_thread_is_refused_and_stays_interrupted() {
    Thread.currentThread().interrupt();
    assertThrows(IllegalStateException.class, () -> setUps.inTurn(() -> "made"));
    assertTrue(Thread.interrupted());
  }
}
