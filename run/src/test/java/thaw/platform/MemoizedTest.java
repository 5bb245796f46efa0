package thaw.platform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import thaw.problem.UserMistake;

class MemoizedTest {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  @Test
  void many_who_ask_at_once_get_the_one_value() throws Exception {
    AtomicInteger made = new AtomicInteger();
    CountDownLatch bothAsk = new CountDownLatch(2);
    Memoized<Integer> once =
        new Memoized<>(() -> {
          bothAsk.await(10, TimeUnit.SECONDS);
          return made.incrementAndGet();
        });
    Callable<Integer> ask =
        () -> {
          bothAsk.countDown();
          return once.get(PATIENCE);
        };
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Integer> answer : threads.invokeAll(List.of(ask, ask, ask))) {
        assertEquals(1, answer.get(10, TimeUnit.SECONDS));
      }
    }
    assertEquals(1, once.get(PATIENCE));
  }

  @Test
  void a_failure_is_the_askers_and_the_next_one_tries_again() throws Exception {
    AtomicInteger tries = new AtomicInteger();
    Memoized<String> once =
        new Memoized<>(() -> {
          if (tries.incrementAndGet() == 1) {
            throw new UserMistake("does not build", "mend it");
          }
          return "built";
        });
    assertEquals(
        "does not build", assertThrows(UserMistake.class, () -> once.get(PATIENCE)).getMessage());
    assertEquals("built", once.get(PATIENCE));
    assertEquals(2, tries.get());
  }

  @Test
  void who_waits_in_vain_gives_up_and_the_making_goes_on() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    Memoized<String> once =
        new Memoized<>(() -> {
          go.await(10, TimeUnit.SECONDS);
          return "made";
        });
    assertThrows(IllegalStateException.class, () -> once.get(Duration.ofMillis(1)));
    go.countDown();
    assertEquals("made", once.get(PATIENCE));
  }
}
