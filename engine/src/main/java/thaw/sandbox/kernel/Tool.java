package thaw.sandbox.kernel;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A short-lived program of the host, run to its end. */
public record Tool(int exitCode, String output) {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** The least time for reading what a process has written before it was killed. */
  private static final Duration LAST_WORDS = Duration.ofMillis(200);

  private static final int TIMED_OUT = 124;
  private static final int NOT_FOUND = 127;

  /**
   * Runs a program. Nothing is thrown for the program's sake: one that is missing ends with 127,
   * one that hangs with 124.
   */
  public static Tool run(List<String> command) {
    return run(command, PATIENCE);
  }

  /** The same with a deadline of its own. */
  public static Tool run(List<String> command, Duration patience) {
    long deadline = System.nanoTime() + patience.toNanos();
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getOutputStream().close();
      Output output = Output.of(process);
      boolean ended = false;
      try {
        ended = process.waitFor(patience.toNanos(), TimeUnit.NANOSECONDS);
      } finally { // interrupted, too
        if (!ended) {
          ProcessTree.kill(process);
        }
      }
      // Whoever it has left behind may keep its output open, but not this call beyond its deadline.
      output.await(Math.max(deadline - System.nanoTime(), LAST_WORDS.toNanos()));
      return new Tool(ended ? process.exitValue() : TIMED_OUT, output.text());
    } catch (IOException e) {
      return new Tool(NOT_FOUND, command.getFirst() + ": not found");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Tool(130, "interrupted");
    }
  }

  /** Reads what a process writes by a thread of its own: a read of a pipe has no deadline. */
  private static final class Output {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(); // guarded by itself
    private final InputStream pipe;
    private final Thread reader;

    private Output(InputStream pipe) {
      this.pipe = pipe;
      this.reader = Thread.ofPlatform().daemon().name("output").unstarted(this::read);
    }

    static Output of(Process process) {
      Output output = new Output(process.getInputStream());
      output.reader.start();
      return output;
    }

    private void read() {
      byte[] buffer = new byte[8192];
      try {
        for (int count = pipe.read(buffer); count >= 0; count = pipe.read(buffer)) {
          synchronized (bytes) {
            bytes.write(buffer, 0, count);
          }
        }
      } catch (IOException e) {
        return; // it has been closed: there is no more
      }
    }

    void await(long nanos) throws InterruptedException {
      reader.join(Duration.ofNanos(nanos));
    }

    String text() {
      synchronized (bytes) {
        return bytes.toString(StandardCharsets.UTF_8).strip();
      }
    }
  }

  public boolean succeeded() {
    return exitCode == 0;
  }

  /** Returns whether its time was over, and it was killed. */
  public boolean timedOut() {
    return exitCode == TIMED_OUT;
  }

  public String firstLine() {
    return output.lines().findFirst().orElse("");
  }
}
