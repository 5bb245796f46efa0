package thaw.pool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.fail;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import thaw.sandbox.kernel.Deadline;

/** With numbers in place of environments: 1 is the first that was started. */
class ProvisionedTest {
  private final AtomicInteger started = new AtomicInteger();
  private final AtomicInteger ready = new AtomicInteger();
  private final List<Integer> ended = Collections.synchronizedList(new ArrayList<>());

  private Provisioned<Integer> provisioned(int requested, Pool.Start<Integer> start) {
    return new Provisioned<>(
        requested,
        start,
        ended::add,
        _ -> true,
        problem -> fail(problem),
        ready::incrementAndGet,
        _ -> {});
  }

  private static void await(Provisioned<?> provisioned, ProvisionedStatus.State state) {
    Deadline.await(
        Duration.ofSeconds(10), state.toString(), () -> provisioned.status().state() == state);
  }

  @Test
  void none_is_shown_before_all_are_there() throws Exception {
    CountDownLatch last = new CountDownLatch(1);
    Provisioned<Integer> two =
        provisioned(
            2,
            () -> {
              int number = started.incrementAndGet();
              if (number == 2) {
                last.await();
              }
              return number;
            });
    two.begin();
    Deadline.await(Duration.ofSeconds(10), "one is there", () -> two.pool().idleCount() == 1);
    assertEquals(
        new ProvisionedStatus(2, 0, 0, ProvisionedStatus.State.IN_PROGRESS, Optional.empty()),
        two.status());
    assertEquals(Optional.of(1), two.pool().useIdle(environment -> environment));
    last.countDown();
    await(two, ProvisionedStatus.State.READY);
    assertEquals(2, two.status().available());
    Deadline.await(Duration.ofSeconds(10), "it is told once", () -> ready.get() == 1);
    two.close();
    assertEquals(2, ended.size());
  }

  @Test
  void one_that_fails_in_use_is_replaced() throws Exception {
    Provisioned<Integer> one = provisioned(1, started::incrementAndGet);
    one.begin();
    await(one, ProvisionedStatus.State.READY);
    assertThrows(
        IllegalStateException.class,
        () ->
            one.pool()
                .<Integer>useIdle(_ -> {
                  throw new IllegalStateException("it broke");
                }));
    Deadline.await(Duration.ofSeconds(10), "another is there", () -> one.pool().idleCount() == 1);
    assertEquals(Optional.of(2), one.pool().useIdle(environment -> environment));
    assertEquals(List.of(1), ended);
  }

  @Test
  void an_init_that_fails_fails_all_of_it() {
    Provisioned<Integer> two =
        provisioned(
            2,
            () -> {
              if (started.incrementAndGet() == 2) {
                throw new Provisioned.InitFailed("ill");
              }
              return 1;
            });
    two.begin();
    await(two, ProvisionedStatus.State.FAILED);
    Deadline.await(Duration.ofSeconds(10), "the other ends", () -> ended.equals(List.of(1)));
    assertEquals(
        new ProvisionedStatus(
            2, 0, 0, ProvisionedStatus.State.FAILED, Optional.of("FUNCTION_ERROR_INIT_FAILURE")),
        two.status());
  }
}
