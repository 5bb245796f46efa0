package thaw.steady;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import thaw.fixture.SideBySide;

@Timeout(30)
@SideBySide
class StepLoopTest {
  private final List<RuntimeException> problems = new ArrayList<>();
  private final List<String> ends = new ArrayList<>();
  private final AtomicInteger rounds = new AtomicInteger();

  private StepLoop loop() {
    return new StepLoop("work", problems::add, ends::add);
  }

  /** Each letter is what a step does: it goes well, or throws an exception or an Error. */
  private void run(String steps) {
    loop()
        .run(
            () -> rounds.get() < steps.length(),
            () -> {
              switch (steps.charAt(rounds.getAndIncrement())) {
                case 'x' -> throw new IllegalStateException("x");
                case 'E' -> throw new OutOfMemoryError("E");
                default -> {}
              }
            });
  }

  @Test
  void the_next_step_comes_whatever_one_throws() {
    run("xE.xxxxE.");
    assertEquals(9, rounds.get());
    assertEquals(
        "x, java.lang.OutOfMemoryError: E, x, x, x, x, java.lang.OutOfMemoryError: E",
        String.join(", ", problems.stream().map(Throwable::getMessage).toList()));
    assertInstanceOf(OutOfMemoryError.class, problems.get(1).getCause());
    assertEquals(List.of(), ends);
  }

  @Test
  void Errors_with_a_good_step_between_them_do_not_end_the_program() {
    run("EE.EE.");
    assertEquals(List.of(), ends);
  }

  @Test
  void three_Errors_in_a_row_end_the_program_with_a_line() {
    run("EEE");
    assertEquals(
        List.of(
            "thaw: \"work\" has failed 3 times in a row, and Thaw is of no use without it:"
                + " java.lang.OutOfMemoryError: E"),
        ends);
  }

  @Test
  void an_interrupt_ends_it_and_is_kept() {
    loop()
        .run(
            () -> true,
            () -> {
              rounds.incrementAndGet();
              throw new InterruptedException();
            });
    assertEquals(1, rounds.get());
    assertTrue(Thread.interrupted());
  }

  @Test
  void a_report_that_fails_is_no_end() {
    StepLoop loop =
        new StepLoop(
            "work",
            _ -> {
              throw new OutOfMemoryError("no room for a report");
            },
            ends::add);
    loop.run(
        () -> rounds.get() < 2,
        () -> {
          rounds.incrementAndGet();
          throw new IllegalStateException("x");
        });
    assertEquals(2, rounds.get());
  }

  /** The library's timer would never run it again. */
  @Test
  void a_task_of_a_timer_that_has_thrown_is_run_again() throws Exception {
    CountDownLatch again = new CountDownLatch(1);
    try (ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor()) {
      timer.scheduleWithFixedDelay(
          loop()
              .task(() -> {
                if (rounds.incrementAndGet() == 1) {
                  throw new OutOfMemoryError("E");
                }
                again.countDown();
              }),
          1,
          1,
          TimeUnit.MILLISECONDS);
      assertTrue(again.await(10, TimeUnit.SECONDS));
      timer.shutdownNow();
    }
  }

  /** What the program of the next test does. */
  static final class Hopeless {
    private Hopeless() {}

    public static void main(String[] arguments) {
      Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("closed in order")));
      new StepLoop("work", _ -> {})
          .run(
              () -> true,
              () -> {
                throw new OutOfMemoryError("E");
              });
    }
  }

  @Test
  void the_program_ends_as_that_of_a_bug_and_closes_what_it_has() throws Exception {
    Process program =
        new ProcessBuilder(
                System.getProperty("java.home") + "/bin/java",
                "-cp",
                System.getProperty("java.class.path"),
                Hopeless.class.getName())
            .redirectErrorStream(true)
            .start();
    String output = text(program);
    assertEquals(70, program.waitFor(), output);
    assertTrue(output.contains("closed in order"), output);
    assertTrue(output.contains("\"work\" has failed 3 times in a row"), output);
  }

  private static String text(Process program) throws IOException {
    return new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  @Test
  void an_Error_becomes_an_exception_that_has_it_as_cause() {
    IllegalStateException own = new IllegalStateException("own");
    assertEquals(own, InternalFault.of(own));
    RuntimeException made = InternalFault.of(new StackOverflowError());
    assertInstanceOf(StackOverflowError.class, made.getCause());
    assertThrows(
        InternalFault.class,
        () -> {
          throw made;
        });
  }
}
