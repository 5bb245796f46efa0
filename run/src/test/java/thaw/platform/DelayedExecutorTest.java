package thaw.platform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DelayedExecutorTest {
  @Test
  void a_step_that_meets_an_Error_is_reported_and_the_next_ones_run() throws Exception {
    List<RuntimeException> problems = new CopyOnWriteArrayList<>();
    CountDownLatch ran = new CountDownLatch(2);
    try (DelayedExecutor later = new DelayedExecutor(Duration.ofMillis(1), problems::add)) {
      later.accept(() -> {
        throw new OutOfMemoryError("no room for a step");
      });
      later.accept(ran::countDown);
      later.accept(ran::countDown);
      assertTrue(ran.await(10, TimeUnit.SECONDS));
    }
    assertEquals(
        List.of("java.lang.OutOfMemoryError: no room for a step"),
        problems.stream().map(Throwable::getMessage).toList());
  }
}
