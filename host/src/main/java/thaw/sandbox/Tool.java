package thaw.sandbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A short-lived program of the host, run to its end. */
public record Tool(int exitCode, String output) {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int TIMED_OUT = 124;
  private static final int NOT_FOUND = 127;

  /**
   * Never throws for the program's sake: one that is missing ends with 127, one that hangs with
   * 124.
   */
  public static Tool run(List<String> command) {
    return run(command, PATIENCE);
  }

  /** The same with a deadline of its own. */
  public static Tool run(List<String> command, Duration patience) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getOutputStream().close();
      // Killed from aside: reading its output has no deadline of its own.
      CompletableFuture<Boolean> killed =
          process
              .onExit()
              .thenApply(_ -> false)
              .completeOnTimeout(true, patience.toMillis(), TimeUnit.MILLISECONDS);
      killed.thenAccept(late -> {
        if (late) {
          process.descendants().forEach(ProcessHandle::destroyForcibly);
          process.destroyForcibly();
        }
      });
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int exitCode = process.waitFor();
      return new Tool(killed.join() ? TIMED_OUT : exitCode, output.strip());
    } catch (IOException e) {
      return new Tool(NOT_FOUND, command.getFirst() + ": not found");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Tool(130, "interrupted");
    }
  }

  public boolean succeeded() {
    return exitCode == 0;
  }

  public String firstLine() {
    return output.lines().findFirst().orElse("");
  }
}
