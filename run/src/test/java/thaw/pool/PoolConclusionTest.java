package thaw.pool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import thaw.sandbox.kernel.Deadline;

/** What follows a use, and who comes meanwhile; rest when nobody comes. */
class PoolConclusionTest {
  private final NumberPool numbers = new NumberPool();
  private final AtomicInteger started = numbers.started;
  private final List<Integer> ended = numbers.ended;
  private final Set<Integer> broken = numbers.broken;
  private final List<RuntimeException> problems = numbers.problems;
  private final Queue<Runnable> later = numbers.later;
  private final Pool<Integer> pool = numbers.pool;

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
    assertEquals(2, numbers.used());
    pool.close(); // waits for nobody
    assertEquals(List.of(1, 2), ended);
  }

  @Test
  void an_environment_whose_conclusion_cannot_be_arranged_is_concluded_nevertheless()
      throws Exception {
    CountDownLatch concluded = new CountDownLatch(1);
    pool.<Integer>use(
        each -> each,
        new Pool.Conclusion<>() {
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
    assertEquals(1, numbers.used());
  }

  /** With a conclusion that nobody tells of its readiness. */
  private int answered(Pool.Conclusion<Integer> conclusion) throws InterruptedException {
    return pool.<Integer>use(environment -> environment, conclusion);
  }

  /** A conclusion that need not wait, and notes which environment was put to rest. */
  private final class AtOnce implements Pool.Conclusion<Integer> {
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
    numbers.aMomentPasses();
    List<Integer> got = Collections.synchronizedList(new ArrayList<>());
    Thread second =
        Thread.ofPlatform()
            .start(() -> {
              try {
                got.add(numbers.used());
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
            new Pool.Conclusion<>() {
              @Override
              public void conclude(Integer environment) throws InterruptedException {
                end.await();
              }

              @Override
              public Duration patience(Integer environment) {
                return Duration.ofMinutes(1);
              }
            }));
    numbers.aMomentPasses();
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
    assertEquals(1, numbers.used());
    ending.join();
  }

  @Test
  void who_comes_when_a_conclusion_is_overdue_does_not_wait() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    answered(
        new Pool.Conclusion<>() {
          @Override
          public void conclude(Integer environment) throws InterruptedException {
            end.await();
          }

          @Override
          public Duration patience(Integer environment) {
            return Duration.ZERO;
          }
        });
    numbers.aMomentPasses();
    assertEquals(2, numbers.used());
    end.countDown();
  }

  @Test
  void nobody_waits_long_for_a_conclusion() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    answered(_ -> end.await());
    numbers.aMomentPasses();
    assertEquals(2, numbers.used());
    end.countDown();
  }

  @Test
  void an_environment_whose_conclusion_failed_is_ended_and_the_problem_told() throws Exception {
    CountDownLatch told = new CountDownLatch(1);
    answered(_ -> {
      told.countDown();
      throw new IllegalStateException("broken");
    });
    numbers.aMomentPasses();
    told.await();
    assertEquals(2, numbers.used());
    pool.close();
    assertEquals(List.of("broken"), problems.stream().map(Throwable::getMessage).toList());
    assertEquals(List.of(1, 2), ended.stream().sorted().toList());
  }

  @Test
  void closing_interrupts_a_conclusion_and_ends_its_environment() throws Exception {
    answered(_ -> new CountDownLatch(1).await());
    numbers.aMomentPasses();
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
        new Pool.Conclusion<>() {
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
    numbers.aMomentPasses();
    assertEquals(List.of(Thread.currentThread()), by);
    assertEquals(1, numbers.used());
  }

  @Test
  void an_environment_rests_when_nobody_has_needed_it_for_a_moment() throws Exception {
    AtOnce conclusion = new AtOnce();
    answered(conclusion);
    assertEquals(List.of(), conclusion.rested);
    numbers.aMomentPasses();
    assertEquals(1, numbers.used()); // waits for the rest to begin and end
    assertEquals(List.of(1), conclusion.rested);
  }

  @Test
  void an_environment_that_is_used_again_at_once_does_not_rest() throws Exception {
    AtOnce conclusion = new AtOnce();
    answered(conclusion);
    numbers.pass(Duration.ofNanos(1));
    numbers.used();
    numbers.aMomentPasses();
    assertEquals(List.of(), conclusion.rested);
    assertEquals(1, pool.idleCount());
  }

  @Test
  void an_environment_that_rests_keeps_its_place_in_the_row() throws Exception {
    AtOnce conclusion = new AtOnce();
    pool.<Integer>use(environment -> {
      pool.<Integer>use(other -> other, conclusion); // 2 comes back first
      numbers.pass(Duration.ofNanos(1));
      return environment;
    });
    numbers.aMomentPasses();
    Deadline.await(Duration.ofSeconds(10), "2 to rest", () -> pool.idleCount() == 2);
    assertEquals(List.of(1, 2), numbers.usedAtOnce(2));
  }
}
