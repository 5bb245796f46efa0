package thaw.steady;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Work of which there is always more, step by step on one thread at a time: whatever a step throws
 * is reported, and the next one comes. Refuses to know what a step does.
 *
 * <p>An exception is a fault of that step. An {@code Error}, as when no memory is left, may be
 * everybody's: it has the loop wait, and when the next steps end so as well the program is of no
 * use any more and ends, instead of looking alive with a part of it dead.
 */
public final class StepLoop {
  /** The number of Errors in a row that end the program. */
  static final int MOST_ERRORS = 3;

  /**
   * A step that fails at once must not take a CPU for itself, or fill the log: twice as long each.
   */
  private static final Duration AFTER_EXCEPTION = Duration.ofMillis(20);

  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

  /** The pause after the first Error in a row; it is longer after the second. */
  private static final Duration AFTER_ERROR = Duration.ofMillis(100);

  private static final int LONGER = 10;

  private final String name;
  private final Consumer<? super RuntimeException> problems;
  private final Consumer<String> end;
  private int errors; // in a row, as those below
  private int failures;

  /** One round of the work. */
  public interface Step {
    void run() throws InterruptedException;
  }

  /**
   * @param name as the message calls it that ends the program
   * @param problems gets what steps throw
   */
  public StepLoop(String name, Consumer<? super RuntimeException> problems) {
    this(name, problems, ProgramEnd::now);
  }

  /**
   * Makes a loop for work whose faults nobody takes: they are printed, as are those of a thread
   * that ends by one.
   */
  public StepLoop(String name) {
    this(name, Throwable::printStackTrace);
  }

  /**
   * @param end takes the last words, and does not return before the program has ended
   */
  StepLoop(String name, Consumer<? super RuntimeException> problems, Consumer<String> end) {
    this.name = name;
    this.problems = problems;
    this.end = end;
  }

  /** Step after step, until there is to be none or the thread is interrupted, which it then is. */
  public void run(BooleanSupplier goesOn, Step step) {
    try {
      while (goesOn.getAsBoolean() && !Thread.currentThread().isInterrupted()) {
        step(step);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** One step, and the pause after it when it failed. */
  public void step(Step step) throws InterruptedException {
    Throwable thrown;
    try {
      step.run();
      errors = 0;
      failures = 0;
      return;
    } catch (RuntimeException | Error e) {
      thrown = e;
    }
    boolean isError = thrown instanceof Error;
    errors = isError ? errors + 1 : 0;
    failures++;
    report(thrown);
    if (errors >= MOST_ERRORS) {
      end.accept(
          "thaw: \""
              + name
              + "\" has failed "
              + errors
              + " times in a row, and Thaw is of no use without it: "
              + thrown);
    }
    Duration pause =
        isError
            ? AFTER_ERROR.multipliedBy(errors > 1 ? LONGER : 1)
            : AFTER_EXCEPTION.multipliedBy(1L << Math.min(failures - 1, 10));
    TimeUnit.NANOSECONDS.sleep(Math.min(pause.toNanos(), LONGEST_PAUSE.toNanos()));
  }

  /** A task of a timer of the library, which would never run one again that has thrown. */
  public Runnable task(Step step) {
    return () -> {
      try {
        step(step);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    };
  }

  private void report(Throwable thrown) {
    try {
      problems.accept(InternalFault.of(thrown));
    } catch (RuntimeException | Error e) {
      return; // as long as not even this works: the count goes on, and the step may
    }
  }
}
