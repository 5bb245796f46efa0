package thaw.platform.pool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import thaw.sandbox.kernel.Deadline;

/** The pool with numbers in place of environments: 1 is the first that was started. */
class PoolTest {
  private static final Duration IDLE_LIMIT = Duration.ofMinutes(5);

  private final AtomicInteger started = new AtomicInteger();
  private final List<Integer> ended = Collections.synchronizedList(new ArrayList<>());
  private final Set<Integer> broken = new HashSet<>();
  private final List<RuntimeException> problems = Collections.synchronizedList(new ArrayList<>());
  private final AtomicLong clock = new AtomicLong(-5); // nanoTime may be negative
  private final Queue<Runnable> later = new ConcurrentLinkedQueue<>();
  private final Pool<Integer> pool =
      new Pool<>(
          started::incrementAndGet,
          ended::add,
          environment -> !broken.contains(environment),
          problems::add,
          IDLE_LIMIT,
          clock::get,
          later::add);

  private int used() throws InterruptedException {
    return pool.<Integer>use(environment -> environment);
  }

  private void pass(Duration time) {
    clock.addAndGet(time.toNanos());
  }

  /** Uses inside each other stand for requests at the same time. */
  private List<Integer> usedAtOnce(int requests) throws InterruptedException {
    List<Integer> all = new ArrayList<>();
    if (requests > 0) {
      pool.<Integer>use(environment -> {
        all.add(environment);
        all.addAll(usedAtOnce(requests - 1));
        return environment;
      });
    }
    return all;
  }

  @Test
  void one_after_the_other_share_an_environment() throws Exception {
    assertEquals(List.of(1, 1, 1), List.of(used(), used(), used()));
  }

  @Test
  void two_at_once_have_one_each() throws Exception {
    assertEquals(List.of(1, 2), usedAtOnce(2));
    assertEquals(2, pool.idleCount());
  }

  @Test
  void the_one_used_last_is_used_next() throws Exception {
    usedAtOnce(3); // 3 comes back first, 1 last
    assertEquals(List.of(1, 2, 3), usedAtOnce(3));
    assertEquals(1, used());
    assertEquals(List.of(), ended);
  }

  @Test
  void idle_environments_end_and_the_others_stay() throws Exception {
    usedAtOnce(2);
    pass(Duration.ofMinutes(4));
    assertEquals(1, used());
    pass(Duration.ofMinutes(1));
    pool.recycle();
    assertEquals(List.of(2), ended);
    assertEquals(1, used());
    pass(IDLE_LIMIT);
    pool.recycle();
    assertEquals(List.of(2, 1), ended);
    assertEquals(0, pool.idleCount());
  }

  @Test
  void an_environment_that_was_idle_for_too_long_is_not_used_even_before_it_ends()
      throws Exception {
    used();
    pass(IDLE_LIMIT);
    assertEquals(2, used());
    pool.recycle();
    assertEquals(List.of(1), ended);
  }

  @Test
  void a_running_request_keeps_its_environment_however_long_it_takes() throws Exception {
    pool.<Integer>use(environment -> {
      pass(IDLE_LIMIT.multipliedBy(3));
      pool.recycle();
      return environment;
    });
    assertEquals(List.of(), ended);
    assertEquals(1, used());
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
    assertEquals(2, used());
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
  void an_environment_whose_conclusion_meets_an_Error_is_ended_and_reported() throws Exception {
    pool.<Integer>use(
        each -> each,
        _ -> {
          throw new OutOfMemoryError("no room for a report");
        });
    later.remove().run();
    Deadline.await(Duration.ofSeconds(10), "the end", () -> !ended.isEmpty());
    assertEquals(List.of(1), ended);
    Deadline.await(Duration.ofSeconds(10), "the report", () -> !problems.isEmpty());
    assertInstanceOf(OutOfMemoryError.class, problems.getFirst().getCause());
    assertEquals(2, used());
    pool.close(); // waits for nobody
    assertEquals(List.of(1, 2), ended);
  }

  @Test
  void an_environment_whose_conclusion_cannot_be_arranged_is_concluded_nevertheless()
      throws Exception {
    CountDownLatch concluded = new CountDownLatch(1);
    pool.<Integer>use(
        each -> each,
        new Conclusion<>() {
          @Override
          public void conclude(Integer environment) {
            concluded.countDown();
          }

          @Override
          public void whenReady(Integer environment, Runnable step) {
            throw new OutOfMemoryError("no room for a step");
          }
        });
    assertTrue(concluded.await(10, TimeUnit.SECONDS));
    Deadline.await(Duration.ofSeconds(10), "idle", () -> pool.idleCount() == 1);
    assertEquals(1, used());
  }

  @Test
  void an_environment_that_broke_while_it_was_idle_is_ended_and_not_used() throws Exception {
    pool.<Integer>use(_ -> used()); // two are idle, the first is the one used last
    broken.add(1);
    assertEquals(2, used());
    assertEquals(List.of(1), ended);
  }

  @Test
  void closing_interrupts_and_waits_for_who_is_there_and_refuses_who_comes() throws Exception {
    used();
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
    assertThrows(IllegalStateException.class, this::used);
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

  /** What the pool gave away to be done a moment later. */
  private void aMomentPasses() {
    for (Runnable step = later.poll(); step != null; step = later.poll()) {
      step.run();
    }
  }

  /** With a conclusion that nobody tells of its readiness. */
  private int answered(Conclusion<Integer> conclusion) throws InterruptedException {
    return pool.<Integer>use(environment -> environment, conclusion);
  }

  /** A conclusion that need not wait, and notes which environment was put to rest. */
  private final class AtOnce implements Conclusion<Integer> {
    private final List<Integer> rested = Collections.synchronizedList(new ArrayList<>());

    @Override
    public void conclude(Integer environment) {}

    @Override
    public void whenReady(Integer environment, Runnable step) {
      step.run();
    }

    @Override
    public void rest(Integer environment) {
      rested.add(environment);
    }
  }

  @Test
  void who_comes_while_an_environment_is_concluded_gets_that_one() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    assertEquals(1, answered(_ -> end.await()));
    aMomentPasses();
    List<Integer> got = Collections.synchronizedList(new ArrayList<>());
    Thread second =
        Thread.ofPlatform()
            .start(() -> {
              try {
                got.add(used());
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    Deadline.await(
        Duration.ofSeconds(10),
        "the second to wait",
        () -> second.getState() == Thread.State.TIMED_WAITING || !second.isAlive());
    end.countDown();
    second.join();
    assertEquals(started.get(), got.getFirst()); // 1, unless this machine slept for 50 ms
  }

  @Test
  void who_comes_waits_as_long_as_a_conclusion_may_take() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    assertEquals(
        1,
        answered(
            new Conclusion<>() {
              @Override
              public void conclude(Integer environment) throws InterruptedException {
                end.await();
              }

              @Override
              public Duration patience(Integer environment) {
                return Duration.ofMinutes(1);
              }
            }));
    aMomentPasses();
    Thread ending =
        Thread.ofPlatform()
            .start(() -> {
              try { // longer than a conclusion has by default
                TimeUnit.MILLISECONDS.sleep(200);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              end.countDown();
            });
    assertEquals(1, used());
    ending.join();
  }

  @Test
  void who_comes_when_a_conclusion_is_overdue_does_not_wait() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    answered(
        new Conclusion<>() {
          @Override
          public void conclude(Integer environment) throws InterruptedException {
            end.await();
          }

          @Override
          public Duration patience(Integer environment) {
            return Duration.ZERO;
          }
        });
    aMomentPasses();
    assertEquals(2, used());
    end.countDown();
  }

  /** Of which one environment starts at a time, each when {@code begin} has a permit. */
  private Pool<Integer> oneByOne(StartQueue queue, Semaphore begin) {
    return new Pool<>(
        _ -> {
          begin.acquire();
          return started.incrementAndGet();
        },
        queue::join,
        ended::add,
        _ -> true,
        problems::add,
        IDLE_LIMIT,
        false,
        clock::get,
        later::add);
  }

  /** Of which each start takes so long. */
  private Pool<Integer> reusing(Duration start) {
    return new Pool<>(
        _ -> {
          pass(start);
          return started.incrementAndGet();
        },
        new StartQueue(2)::join,
        ended::add,
        _ -> true,
        problems::add,
        IDLE_LIMIT.multipliedBy(100),
        true,
        clock::get,
        later::add);
  }

  @Test
  void who_may_start_one_rather_takes_one_that_is_free_sooner() throws Exception {
    CountDownLatch used = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    try (Pool<Integer> reusing = reusing(Duration.ofHours(1));
        ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Integer> first =
          clients.submit(() ->
              reusing.<Integer>use(each -> {
                used.countDown();
                end.await();
                return each;
              }));
      used.await();
      List<Future<Integer>> others = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        others.add(clients.submit(() -> reusing.<Integer>use(each -> each)));
      }
      end.countDown();
      assertEquals(1, first.get(10, TimeUnit.SECONDS));
      for (Future<Integer> other : others) {
        assertEquals(1, other.get(10, TimeUnit.SECONDS));
      }
    }
    assertEquals(1, started.get());
  }

  private static int answer(Future<Integer> request) {
    try {
      return request.get(10, TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void an_environment_of_one_who_fails_to_get_a_turn_stays_in_the_pool() throws Exception {
    StartQueue queue = new StartQueue(2);
    AtomicInteger joined = new AtomicInteger();
    CountDownLatch used = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    List<Future<Integer>> first = new ArrayList<>();
    try (Pool<Integer> failing =
            new Pool<>(
                _ -> started.incrementAndGet(),
                whenItCame -> {
                  if (joined.incrementAndGet() == 2) {
                    end.countDown();
                    answer(first.getFirst()); // its environment is the one's who asks now
                    throw new IllegalStateException("no turn");
                  }
                  return queue.join(whenItCame);
                },
                ended::add,
                _ -> true,
                problems::add,
                IDLE_LIMIT,
                true,
                clock::get,
                later::add);
        ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      first.add(
          clients.submit(() ->
              failing.<Integer>use(each -> {
                used.countDown();
                end.await();
                return each;
              })));
      used.await();
      assertThrows(IllegalStateException.class, () -> failing.<Integer>use(each -> each));
      assertEquals(1, first.getFirst().get(10, TimeUnit.SECONDS));
      assertEquals(1, failing.idleCount());
      assertEquals(1, failing.<Integer>use(each -> each));
    }
  }

  @Test
  void who_may_start_one_does_so_where_uses_take_longer() throws Exception {
    try (Pool<Integer> reusing = reusing(Duration.ofHours(1))) {
      reusing.<Integer>use(each -> {
        pass(Duration.ofHours(2));
        return each;
      });
      assertEquals(2, reusing.<Integer>use(_ -> reusing.<Integer>use(each -> each)));
    }
  }

  @Test
  void who_may_start_one_waits_for_as_long_as_a_start_at_most() throws Exception {
    try (Pool<Integer> reusing = reusing(Duration.ofMillis(20))) {
      assertEquals(2, reusing.<Integer>use(_ -> reusing.<Integer>use(each -> each)));
    }
  }

  @Test
  void who_waits_for_his_turn_takes_an_environment_that_becomes_free_before_it() throws Exception {
    Semaphore begin = new Semaphore(1);
    try (Pool<Integer> slow = oneByOne(new StartQueue(1), begin);
        ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Integer>> answers = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        answers.add(clients.submit(() -> slow.<Integer>use(each -> each)));
      }
      Set<Integer> used = new HashSet<>();
      for (Future<Integer> answer : answers.subList(0, 1)) {
        used.add(answer.get(10, TimeUnit.SECONDS));
      }
      begin.release(8); // whoever had his turn meanwhile
      for (Future<Integer> answer : answers) {
        used.add(answer.get(10, TimeUnit.SECONDS));
      }
      assertTrue(used.size() <= 2, "eight requests, environments " + used);
    }
  }

  @Test
  void no_more_start_at_once_than_have_a_turn_and_who_came_first_starts_first() throws Exception {
    Semaphore begin = new Semaphore(0, true);
    StartQueue queue = new StartQueue(2);
    CountDownLatch end = new CountDownLatch(1);
    List<Integer> order = Collections.synchronizedList(new ArrayList<>());
    Pool<Integer> slow = oneByOne(queue, begin);
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      try {
        for (int i = 0; i < 5; i++) {
          int client = i;
          clients.submit(() ->
              slow.<Integer>use(each -> {
                order.add(client);
                end.await();
                return each;
              }));
          awaitStarting(queue, begin, Math.min(2, i + 1), Math.max(0, i - 1));
        }
        for (int begun = 1; begun <= 5; begun++) {
          begin.release();
          int so = begun;
          Deadline.await(Duration.ofSeconds(10), "one more to run", () -> order.size() == so);
          awaitStarting(queue, begin, Math.min(2, 5 - begun), Math.max(0, 3 - begun));
        }
        assertEquals(List.of(0, 1, 2, 3, 4), order);
      } finally {
        end.countDown();
      }
    }
    slow.close();
  }

  private static void awaitStarting(StartQueue queue, Semaphore begin, int starting, int waiting) {
    Deadline.await(
        Duration.ofSeconds(10),
        starting + " to start and " + waiting + " to wait",
        () -> begin.getQueueLength() == starting && queue.waiting() == waiting);
  }

  @Test
  void closing_sends_away_who_waits_for_his_turn() throws Exception {
    Semaphore begin = new Semaphore(0);
    StartQueue queue = new StartQueue(1);
    Pool<Integer> slow = oneByOne(queue, begin);
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Integer> first = clients.submit(() -> slow.<Integer>use(each -> each));
      Future<Integer> second = clients.submit(() -> slow.<Integer>use(each -> each));
      Deadline.await(Duration.ofSeconds(10), "one to wait", () -> queue.waiting() == 1);
      slow.close();
      assertInstanceOf(
          InterruptedException.class,
          assertThrows(ExecutionException.class, first::get).getCause());
      assertInstanceOf(
          InterruptedException.class,
          assertThrows(ExecutionException.class, second::get).getCause());
      assertTrue(queue.join(() -> {}).hasCome(), "no turn is lost");
    }
  }

  @Test
  void nobody_waits_long_for_a_conclusion() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    answered(_ -> end.await());
    aMomentPasses();
    assertEquals(2, used());
    end.countDown();
  }

  @Test
  void an_environment_whose_conclusion_failed_is_ended_and_the_problem_told() throws Exception {
    CountDownLatch told = new CountDownLatch(1);
    answered(_ -> {
      told.countDown();
      throw new IllegalStateException("broken");
    });
    aMomentPasses();
    told.await();
    assertEquals(2, used());
    pool.close();
    assertEquals(List.of("broken"), problems.stream().map(Throwable::getMessage).toList());
    assertEquals(List.of(1, 2), ended.stream().sorted().toList());
  }

  @Test
  void closing_interrupts_a_conclusion_and_ends_its_environment() throws Exception {
    answered(_ -> new CountDownLatch(1).await());
    aMomentPasses();
    pool.close();
    assertEquals(List.of(1), ended);
  }

  @Test
  void closing_ends_an_environment_whose_conclusion_nobody_has_begun() throws Exception {
    answered(_ -> new CountDownLatch(1).await());
    pool.close();
    assertEquals(List.of(1), ended);
  }

  @Test
  void a_conclusion_that_need_not_wait_runs_on_the_thread_that_says_so_and_only_once()
      throws Exception {
    List<Thread> by = Collections.synchronizedList(new ArrayList<>());
    List<Runnable> steps = new ArrayList<>();
    answered(
        new Conclusion<>() {
          @Override
          public void conclude(Integer environment) {
            by.add(Thread.currentThread());
          }

          @Override
          public void whenReady(Integer environment, Runnable step) {
            steps.add(step);
          }
        });
    assertEquals(0, pool.idleCount());
    steps.getFirst().run();
    assertEquals(1, pool.idleCount());
    steps.getFirst().run();
    aMomentPasses();
    assertEquals(List.of(Thread.currentThread()), by);
    assertEquals(1, used());
  }

  @Test
  void an_environment_rests_when_nobody_has_needed_it_for_a_moment() throws Exception {
    AtOnce conclusion = new AtOnce();
    answered(conclusion);
    assertEquals(List.of(), conclusion.rested);
    aMomentPasses();
    assertEquals(1, used()); // waits for the rest to begin and end
    assertEquals(List.of(1), conclusion.rested);
  }

  @Test
  void an_environment_that_is_used_again_at_once_does_not_rest() throws Exception {
    AtOnce conclusion = new AtOnce();
    answered(conclusion);
    pass(Duration.ofNanos(1));
    used();
    aMomentPasses();
    assertEquals(List.of(), conclusion.rested);
    assertEquals(1, pool.idleCount());
  }

  @Test
  void an_environment_that_rests_keeps_its_place_in_the_row() throws Exception {
    AtOnce conclusion = new AtOnce();
    pool.<Integer>use(environment -> {
      pool.<Integer>use(other -> other, conclusion); // 2 comes back first
      pass(Duration.ofNanos(1));
      return environment;
    });
    aMomentPasses();
    Deadline.await(Duration.ofSeconds(10), "2 to rest", () -> pool.idleCount() == 2);
    assertEquals(List.of(1, 2), usedAtOnce(2));
  }

  @Test
  void a_retired_pool_ends_what_is_idle_at_once_and_what_is_used_after_its_use() throws Exception {
    used();
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
