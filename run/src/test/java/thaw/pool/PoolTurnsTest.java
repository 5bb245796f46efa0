package thaw.pool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
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

/** Turns to start an environment, and environments that become free before a turn comes. */
class PoolTurnsTest {
  private static final Duration IDLE_LIMIT = NumberPool.IDLE_LIMIT;

  private final NumberPool numbers = new NumberPool();
  private final AtomicInteger started = numbers.started;
  private final List<Integer> ended = numbers.ended;
  private final List<RuntimeException> problems = numbers.problems;
  private final AtomicLong clock = numbers.clock;
  private final Queue<Runnable> later = numbers.later;

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
          numbers.pass(start);
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
        numbers.pass(Duration.ofHours(2));
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
      try {
        Deadline.await(
            Duration.ofSeconds(10),
            "all but the one who has his turn to take the first environment",
            () -> answers.stream().filter(Future::isDone).count() >= 7);
      } finally {
        begin.release(8);
      }
      Set<Integer> used = new HashSet<>();
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
}
