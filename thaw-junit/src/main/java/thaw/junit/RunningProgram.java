package thaw.junit;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.extension.ExtensionContext;
import thaw.program.ProgramMistake;
import thaw.program.ProgramOutput;
import thaw.program.ProgramStop;
import thaw.program.ThawException;

/**
 * A {@code thaw run} of ours. It ends when its standard input ends: when it is closed here, and
 * when this JVM has gone, whatever has ended it.
 */
@SuppressWarnings(
    "deprecation") // JUnit 5.11 closes nothing else; later versions close AutoCloseables
final class RunningProgram implements AutoCloseable, ExtensionContext.Store.CloseableResource {
  private static final Duration ORDERLY = Duration.ofSeconds(20);

  /** The longest time from the end of the program's connections to its own, in seconds. */
  private static final long DYING_SECONDS = 2;

  private final Process process;
  private final ProgramOutput errors;
  private final ThawRun run;

  private RunningProgram(Process process, ProgramOutput errors, ThawRun run) {
    this.process = process;
    this.errors = errors;
    this.run = run;
  }

  /**
   * Returns when it takes requests.
   *
   * @throws ThawException when it does not; no process is left then
   */
  static RunningProgram start(ApplicationSpec spec) {
    Process process = process(spec);
    try {
      CompletableFuture<String> first = new CompletableFuture<>();
      ProgramOutput errors = ProgramOutput.of(process.getErrorStream(), line -> {});
      ProgramOutput.of(process.getInputStream(), first::complete);
      CompletableFuture<Void> ending =
          process
              .onExit()
              .thenAccept(ended -> first.completeExceptionally(new IOException("it has ended")));
      ThawRun run = ThawRun.of(document(spec, process, first, errors), spec);
      ending.cancel(false);
      RunningProgram program = new RunningProgram(process, errors, run);
      run.client().onFailure(program::ended);
      return program;
    } catch (RuntimeException | Error e) {
      ProgramStop.end(process, ORDERLY);
      throw e;
    }
  }

  private static Process process(ApplicationSpec spec) {
    try {
      return new ProcessBuilder(spec.command()).start();
    } catch (IOException e) {
      throw new ThawException(
          "the program could not be started: " + spec.program() + ": " + e.getMessage(),
          "look whether it is the file bin/thaw of Thaw's zip, and may be executed",
          e);
    }
  }

  private static String document(
      ApplicationSpec spec,
      Process process,
      CompletableFuture<String> first,
      ProgramOutput errors) {
    try {
      return first.get(spec.startTimeoutSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw ended(process, "run " + spec.source(), errors);
    } catch (TimeoutException e) {
      throw new ThawException(
          "thaw took no requests for "
              + spec.source()
              + " within "
              + spec.startTimeoutSeconds()
              + " s; it printed:"
              + System.lineSeparator()
              + String.join(System.lineSeparator(), errors.lines()),
          "give it more time by @ThawApplication(startTimeoutSeconds = ...), or build the functions"
              + " before the tests");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ThawException(
          "the test was interrupted while thaw started " + spec.source(),
          "give the test more time than the first start takes",
          e);
    }
  }

  private static ThawException ended(Process process, String what, ProgramOutput errors) {
    try {
      return ProgramMistake.of(what, process.waitFor(), errors.afterEnd());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new ThawException("interrupted while thaw ended", "run the test again", e);
    }
  }

  /**
   * Returns why a request failed, when the reason is that the program has ended, or ends just now.
   */
  private Optional<ThawException> ended() {
    try {
      return process.waitFor(DYING_SECONDS, TimeUnit.SECONDS)
          ? Optional.of(ended(process, "go on serving requests", errors))
          : Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  ThawRun run() {
    return run;
  }

  /** Returns when it has ended, with all that it had started. */
  @Override
  public void close() {
    run.close();
    ProgramStop.end(process, ORDERLY);
  }
}
