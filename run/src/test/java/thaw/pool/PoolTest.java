package thaw.pool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Environments are lent, ended when they were idle for too long, and closed. */
class PoolTest {
  private static final Duration IDLE_LIMIT = NumberPool.IDLE_LIMIT;

  private final NumberPool numbers = new NumberPool();
  private final AtomicInteger started = numbers.started;
  private final List<Integer> ended = numbers.ended;
  private final Set<Integer> broken = numbers.broken;
  private final List<RuntimeException> problems = numbers.problems;
  private final AtomicLong clock = numbers.clock;
  private final Queue<Runnable> later = numbers.later;
  private final Pool<Integer> pool = numbers.pool;

  @Test
  void one_after_the_other_share_an_environment() throws Exception {
    assertEquals(List.of(1, 1, 1), List.of(numbers.used(), numbers.used(), numbers.used()));
  }

  @Test
  void two_at_once_have_one_each() throws Exception {
    assertEquals(List.of(1, 2), numbers.usedAtOnce(2));
    assertEquals(2, pool.idleCount());
  }

  @Test
  void the_one_used_last_is_used_next() throws Exception {
    numbers.usedAtOnce(3); // 3 comes back first, 1 last
    assertEquals(List.of(1, 2, 3), numbers.usedAtOnce(3));
    assertEquals(1, numbers.used());
    assertEquals(List.of(), ended);
  }

  @Test
  void idle_environments_end_and_the_others_stay() throws Exception {
    numbers.usedAtOnce(2);
    numbers.pass(Duration.ofMinutes(4));
    assertEquals(1, numbers.used());
    numbers.pass(Duration.ofMinutes(1));
    pool.recycle();
    assertEquals(List.of(2), ended);
    assertEquals(1, numbers.used());
    numbers.pass(IDLE_LIMIT);
    pool.recycle();
    assertEquals(List.of(2, 1), ended);
    assertEquals(0, pool.idleCount());
  }

  @Test
  void an_environment_that_was_idle_for_too_long_is_not_used_even_before_it_ends()
      throws Exception {
    numbers.used();
    numbers.pass(IDLE_LIMIT);
    assertEquals(2, numbers.used());
    pool.recycle();
    assertEquals(List.of(1), ended);
  }

  @Test
  void a_running_request_keeps_its_environment_however_long_it_takes() throws Exception {
    pool.<Integer>use(environment -> {
      numbers.pass(IDLE_LIMIT.multipliedBy(3));
      pool.recycle();
      return environment;
    });
    assertEquals(List.of(), ended);
    assertEquals(1, numbers.used());
  }

  @Test
  void an_environment_whose_use_threw_is_ended() throws Exception {
    assertThrows(
        ArithmeticException.class,
        () ->
            pool.<Integer>use(_ -> {
              throw new ArithmeticException();
            }));
    assertEquals(List.of(1), ended);
    assertEquals(2, numbers.used());
  }

  @Test
  void who_comes_upon_an_environment_that_broke_just_now_uses_another_one() throws Exception {
    numbers.usedAtOnce(2);
    List<Integer> tried = new ArrayList<>();
    int used =
        pool.<Integer>use(environment -> {
          tried.add(environment);
          return environment == 3 ? environment : null;
        });
    assertEquals(3, used);
    assertEquals(List.of(1, 2, 3), tried);
    assertEquals(List.of(1, 2), ended);
    assertEquals(Optional.empty(), pool.<Integer>useIdle(_ -> null));
    assertEquals(List.of(1, 2, 3), ended);
    assertThrows(IllegalStateException.class, () -> pool.<Integer>use(_ -> null)); // just started
    assertEquals(List.of(1, 2, 3, 4), ended);
  }

  @Test
  void a_failed_start_leaves_the_pool_as_it_was() throws Exception {
    AtomicInteger tries = new AtomicInteger();
    Pool<Integer> failing =
        new Pool<>(
            () -> {
              if (tries.incrementAndGet() == 1) {
                throw new IllegalStateException("no cgroup");
              }
              return tries.get();
            },
            ended::add,
            _ -> true,
            problems::add,
            IDLE_LIMIT,
            clock::get,
            later::add);
    assertThrows(IllegalStateException.class, () -> failing.<Integer>use(each -> each));
    assertEquals(2, failing.<Integer>use(each -> each));
    failing.close();
    assertEquals(List.of(2), ended);
  }

  @Test
  void an_environment_that_broke_while_it_was_idle_is_ended_and_not_used() throws Exception {
    pool.<Integer>use(_ -> numbers.used()); // two are idle, the first is the one used last
    broken.add(1);
    assertEquals(2, numbers.used());
    assertEquals(List.of(1), ended);
  }

  @Test
  void closing_interrupts_and_waits_for_who_is_there_and_refuses_who_comes() throws Exception {
    numbers.used();
    CountDownLatch inside = new CountDownLatch(1);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Boolean> request =
          threads.submit(() ->
              pool.<Boolean>use(_ -> {
                inside.countDown();
                return new CountDownLatch(1).await(1, TimeUnit.MINUTES);
              }));
      assertTrue(inside.await(10, TimeUnit.SECONDS));
      pool.close();
      assertEquals(List.of(1), ended);
      ExecutionException failure =
          assertThrows(ExecutionException.class, () -> request.get(10, TimeUnit.SECONDS));
      assertInstanceOf(InterruptedException.class, failure.getCause());
    }
    assertThrows(IllegalStateException.class, numbers::used);
    assertEquals(1, started.get());
  }

  @Test
  void all_end_even_when_one_does_so_badly() throws Exception {
    Pool<Integer> bad =
        new Pool<>(
            started::incrementAndGet,
            environment -> {
              ended.add(environment);
              throw new IllegalStateException("end of " + environment);
            },
            _ -> true,
            problems::add,
            IDLE_LIMIT,
            clock::get,
            later::add);
    bad.<Integer>use(_ -> bad.<Integer>use(each -> each));
    IllegalStateException failure = assertThrows(IllegalStateException.class, bad::close);
    assertEquals(List.of(1, 2), ended.stream().sorted().toList(), "at the same time");
    assertEquals("end of 1", failure.getMessage());
    assertEquals("end of 2", failure.getSuppressed()[0].getMessage());
  }

  @Test
  void a_retired_pool_ends_what_is_idle_at_once_and_what_is_used_after_its_use() throws Exception {
    numbers.used();
    int second =
        pool.<Integer>use(environment -> {
          int other = usedWithin();
          pool.retire();
          assertEquals(List.of(other), ended);
          return environment;
        });
    assertEquals(List.of(2, 1), ended);
    assertEquals(1, second);
    assertEquals(0, pool.idleCount());
  }

  private int usedWithin() throws InterruptedException {
    return pool.<Integer>use(environment -> environment);
  }

  @Test
  void who_starts_none_gets_only_what_is_idle() throws Exception {
    assertEquals(Optional.empty(), pool.useIdle(environment -> environment));
    pool.add(70);
    assertEquals(Optional.of(70), pool.useIdle(environment -> environment));
    assertEquals(Optional.of(70), pool.useIdle(environment -> environment));
    assertEquals(0, started.get());
    pool.retire();
    assertEquals(Optional.empty(), pool.useIdle(environment -> environment));
    pool.add(71);
    assertEquals(List.of(70, 71), ended);
  }
}
