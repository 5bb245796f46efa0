package thaw.steady;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AllStepsTest {
  private static Runnable failing(Throwable problem) {
    return () -> AllStepsTest.<RuntimeException>sneak(problem);
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void sneak(Throwable problem) throws T {
    throw (T) problem;
  }

  @Test
  void what_one_of_many_throws_is_reported_and_the_others_have_their_step() {
    List<String> done = new ArrayList<>();
    List<RuntimeException> problems = new ArrayList<>();
    RuntimeException exception = new IllegalStateException("a");
    Error error = new AssertionError("b");
    AllSteps.each(
        List.of("a", "b", "c"),
        each -> {
          done.add(each);
          if (!each.equals("c")) {
            failing(each.equals("a") ? exception : error).run();
          }
        },
        problems::add);
    assertEquals(List.of("a", "b", "c"), done);
    assertSame(exception, problems.get(0));
    assertSame(error, problems.get(1).getCause());
    assertEquals(2, problems.size());
  }

  @Test
  void a_fault_that_comes_again_from_the_same_place_is_passed_on_once() {
    List<RuntimeException> problems = new ArrayList<>();
    FirstFaults first = new FirstFaults(problems::add);
    for (int i = 0; i < 3; i++) {
      first.accept(new IllegalStateException("no " + i));
      first.accept(new IllegalStateException("from elsewhere"));
    }
    assertEquals(
        List.of("no 0", "from elsewhere"), problems.stream().map(Throwable::getMessage).toList());
  }

  @Test
  void what_fails_keeps_no_later_step_and_the_first_failure_has_the_others() {
    List<String> done = new ArrayList<>();
    RuntimeException first = new IllegalStateException("first");
    Error second = new AssertionError("second");
    RuntimeException thrown =
        assertThrows(
            RuntimeException.class,
            () ->
                AllSteps.run(
                    List.of(
                        () -> done.add("a"),
                        failing(first),
                        () -> done.add("b"),
                        failing(second),
                        failing(first),
                        () -> done.add("c"))));
    assertEquals(List.of("a", "b", "c"), done);
    assertSame(first, thrown);
    assertArrayEquals(new Throwable[] {second}, thrown.getSuppressed());
  }

  @Test
  void an_error_is_thrown_as_a_fault_with_its_cause() {
    Error problem = new StackOverflowError();
    RuntimeException thrown =
        assertThrows(RuntimeException.class, () -> AllSteps.run(List.of(failing(problem))));
    assertInstanceOf(InternalFault.class, thrown);
    assertSame(problem, thrown.getCause());
  }

  @Test
  void each_thing_has_its_step_so_many_at_a_time_whatever_fails() {
    Queue<Integer> done = new ConcurrentLinkedQueue<>();
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    RuntimeException thrown =
        assertThrows(
            IllegalStateException.class,
            () ->
                AllSteps.each(
                    List.of(1, 2, 3, 4, 5, 6, 7, 8),
                    3,
                    number -> {
                      most.accumulateAndGet(running.incrementAndGet(), Math::max);
                      Thread.yield();
                      done.add(number);
                      running.decrementAndGet();
                      if (number % 4 == 0) {
                        throw new IllegalStateException("of " + number);
                      }
                    }));
    assertEquals(Set.of(1, 2, 3, 4, 5, 6, 7, 8), new TreeSet<>(done));
    assertTrue(most.get() <= 3, most.toString());
    assertEquals("of 4", thrown.getMessage());
    assertEquals("of 8", thrown.getSuppressed()[0].getMessage());
  }
}
