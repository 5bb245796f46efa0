package thaw.steady;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class SharedAllowanceTest {
  private static final int KIB = 1024;
  private static final Duration LONG = Duration.ofMinutes(1);

  @Test
  void a_share_is_there_again_when_it_was_given_back_once() throws Exception {
    SharedAllowance budget = new SharedAllowance(10 * KIB, LONG);
    SharedAllowance.Share share = budget.take(4 * KIB);
    assertEquals(6 * KIB, budget.left());
    share.reduceTo(KIB + 1);
    assertEquals(8 * KIB, budget.left());
    share.reduceTo(9 * KIB); // it grows by no word of its owner's
    assertEquals(8 * KIB, budget.left());
    share.close();
    share.close();
    assertEquals(10 * KIB, budget.left());
  }

  @Test
  void who_wants_more_than_there_is_gets_all_of_it() throws Exception {
    SharedAllowance budget = new SharedAllowance(10 * KIB, LONG);
    try (SharedAllowance.Share _ = budget.take(Long.MAX_VALUE / 2)) {
      assertEquals(0, budget.left());
    }
    assertEquals(10 * KIB, budget.left());
  }

  @Test
  void who_waits_too_long_is_refused_and_takes_nothing() throws Exception {
    SharedAllowance budget = new SharedAllowance(10 * KIB, Duration.ofMillis(1));
    try (SharedAllowance.Share _ = budget.take(8 * KIB)) {
      assertThrows(SharedAllowance.Exhausted.class, () -> budget.take(3 * KIB));
      budget.take(2 * KIB).close();
    }
    assertEquals(10 * KIB, budget.left());
  }

  @Test
  void who_came_first_is_first() throws Exception {
    SharedAllowance budget = new SharedAllowance(10 * KIB, LONG);
    SharedAllowance.Share half = budget.take(5 * KIB);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      CountDownLatch done = new CountDownLatch(1);
      AtomicReference<Thread> first = new AtomicReference<>(Thread.currentThread());
      Future<?> large =
          threads.submit(() -> {
            first.set(Thread.currentThread());
            try (SharedAllowance.Share _ = budget.take(10 * KIB)) {
              return done.await(10, TimeUnit.SECONDS);
            }
          });
      while (first.get().getState() != Thread.State.TIMED_WAITING) {
        Thread.onSpinWait();
      }
      Future<?> small =
          threads.submit(() -> {
            try (SharedAllowance.Share _ = budget.take(KIB)) {
              return true;
            }
          });
      assertFalse(small.isDone(), "it waits behind the large one, for which there is no room yet");
      half.close();
      done.countDown();
      large.get(10, TimeUnit.SECONDS);
      assertTrue(small.get(10, TimeUnit.SECONDS).equals(true));
    }
  }
}
