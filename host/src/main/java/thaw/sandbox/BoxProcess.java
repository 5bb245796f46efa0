package thaw.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A further process in a box, parked until it is told to become its program. It is frozen, killed
 * and removed with the box.
 */
public final class BoxProcess {
  private static final Duration EXIT_PATIENCE = Duration.ofSeconds(10);

  private final Process process;
  private final BoxOutput output;
  private final Path pidFile;

  private BoxProcess(Process process, BoxOutput output, Path pidFile) {
    this.process = process;
    this.output = output;
    this.pidFile = pidFile;
  }

  /**
   * @param script becomes a shell in the box that reads the program from its standard input
   * @param pids where processes are on record that no cgroup knows
   */
  static BoxProcess park(String script, Program program, Path outputFile, Path pids, boolean record)
      throws IOException {
    Files.createFile(outputFile);
    Process process =
        new ProcessBuilder("setsid", "sh", "-c", script)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(outputFile.toFile()))
            .start();
    Path pidFile = pids.resolve(Long.toString(process.pid()));
    BoxProcess parked = new BoxProcess(process, new FileOutput(outputFile), pidFile);
    try {
      if (record) {
        Files.writeString(pidFile, "" + ProcessStat.startTicks(process.pid()).orElse(0));
      }
      String ready = BoxScript.readyMark();
      String text =
          "export LC_ALL=C; " // the words of env's own errors
              + BoxScript.program(program.environment(), program.command(), ready);
      process.getOutputStream().write(text.getBytes(UTF_8));
      process.getOutputStream().flush();
      parked.output.awaitMark(process, ready);
    } catch (IOException | RuntimeException e) {
      parked.close();
      throw e;
    }
    return parked;
  }

  /**
   * Lets the parked process become the program.
   *
   * @return {@link System#nanoTime} just before
   */
  public long start() {
    long now = System.nanoTime();
    try {
      process.getOutputStream().write('\n');
      process.getOutputStream().close();
    } catch (IOException e) {
      throw new UncheckedIOException("could not start the parked process: " + e, e);
    }
    return now;
  }

  /** Standard output and standard error of the program, as one stream. */
  public BoxOutput output() {
    return output;
  }

  /** Completes with the exit code: 128 + n for signal n, 126 and 127 when it could not be run. */
  public CompletableFuture<Integer> exit() {
    return process.onExit().thenApply(Process::exitValue);
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Kills it and all that it has started and that is still in its process group. */
  public void kill() {
    if (process.isAlive()) { // else the number may be another's by now
      Native.kill(-process.pid(), Native.SIGKILL);
    }
    process.destroyForcibly();
  }

  ProcessHandle handle() {
    return process.toHandle();
  }

  /** After everything in the box was killed. */
  void close() throws IOException {
    process.destroyForcibly();
    process.onExit().orTimeout(EXIT_PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
    Files.deleteIfExists(pidFile);
  }
}
