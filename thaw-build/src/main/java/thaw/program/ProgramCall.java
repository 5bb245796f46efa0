package thaw.program;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A command of the program that ends by itself, and what it printed. It is ended before when its
 * time is over, when the thread that waits for it is interrupted, and when this JVM ends; by
 * SIGKILL only if it {@linkplain ProgramCommand#endsWithInput ends with its input}.
 *
 * @param output all lines of its standard output
 * @param errors the last lines of its standard error
 */
public record ProgramCall(int exit, List<String> output, List<String> errors) {
  /** The longest time that a command may take after the end of its standard input. */
  private static final Duration ORDERLY = Duration.ofSeconds(20);

  /** A build knows no time in which it must be done: its user ends the build. */
  private static final Duration ANY_TIME = Duration.ofDays(365);

  public ProgramOutcome outcome() {
    return ProgramOutcome.of(exit);
  }

  /**
   * Returns an exception with what the program said is wrong with its arguments, or with itself.
   *
   * @param what was to be done, for example {@code run /app}
   */
  public ThawException mistake(String what) {
    return ProgramMistake.of(what, exit, errors);
  }

  /**
   * Runs it to its end, however long that takes.
   *
   * @throws ThawException when it could not be started
   */
  public static ProgramCall run(ProgramCommand command, ProgramListener listener)
      throws InterruptedException {
    try {
      return run(command, listener, ANY_TIME, () -> {});
    } catch (IOException | TimeoutException e) {
      throw new ThawException(
          "The program could not be started: " + command.program() + ": " + e.getMessage(),
          "look whether it is the file bin/thaw of Thaw's zip, and may be executed",
          e);
    }
  }

  /**
   * Returns when it has ended.
   *
   * @param atExit done after its end when this JVM ends meanwhile
   * @throws TimeoutException when it was ended as it took longer than that
   * @throws InterruptedException when it was ended as this thread was interrupted
   */
  public static ProgramCall run(
      ProgramCommand command, ProgramListener listener, Duration patience, Runnable atExit)
      throws IOException, InterruptedException, TimeoutException {
    CompletableFuture<Process> started = new CompletableFuture<>();
    Thread hook =
        new Thread(
            () -> started.thenAccept(each -> end(each, command)).thenRun(atExit).join(),
            "thaw end");
    Runtime.getRuntime().addShutdownHook(hook); // an exit that comes now waits for the start
    try {
      Process process = command.builder().start();
      started.complete(process);
      return ended(process, command, listener, patience);
    } finally {
      started.cancel(false); // when it was not started
      forget(hook);
    }
  }

  private static ProgramCall ended(
      Process process, ProgramCommand command, ProgramListener listener, Duration patience)
      throws IOException, InterruptedException, TimeoutException {
    try {
      List<String> lines = Collections.synchronizedList(new ArrayList<>());
      ProgramOutput errors = ProgramOutput.of(process.getErrorStream(), listener::error);
      ProgramOutput output =
          ProgramOutput.of(
              process.getInputStream(),
              line -> {
                lines.add(line);
                listener.output(line);
              });
      if (!command.endsWithInput()) {
        process.getOutputStream().close();
      }
      if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new TimeoutException("it took longer than " + patience.toSeconds() + " s");
      }
      output.afterEnd();
      return new ProgramCall(
          process.exitValue(), List.of(lines.toArray(new String[0])), errors.afterEnd());
    } finally {
      end(process, command);
    }
  }

  private static void end(Process process, ProgramCommand command) {
    ProgramStop.end(process, command.endsWithInput() ? ORDERLY : Duration.ZERO);
  }

  private static void forget(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM ends just now.
    }
  }
}
