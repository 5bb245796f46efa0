package thaw.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import thaw.fixture.BuiltProgram;
import thaw.fixture.FreePorts;
import thaw.fixture.Signals;
import thaw.sandbox.kernel.Deadline;

/** {@code thaw run} in a JVM of its own, as the launcher starts it. */
public record RunProcess(Process process, int port, Path log) implements AutoCloseable {
  /** Services of AWS, and libraries of what is built, are perhaps downloaded first. */
  private static final Duration PATIENCE = Duration.ofMinutes(8);

  /**
   * Returns when the API listens.
   *
   * @param wrapper a command that runs the rest of its arguments; empty for none
   * @param log gets its output
   * @param arguments of {@code thaw run}
   */
  public static RunProcess start(List<String> wrapper, int port, Path log, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>(Signals.byDefault());
    command.addAll(wrapper);
    command.addAll(BuiltProgram.command("-Xmx256m"));
    command.addAll(List.of("run", "--port", "" + port));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    RunProcess life = new RunProcess(process, port, log);
    Deadline.await(
        PATIENCE, "the API listens", () -> !process.isAlive() || FreePorts.isTaken(port));
    assertTrue(process.isAlive(), life::text);
    return life;
  }

  /** All that it has printed. */
  public String text() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      return e.toString();
    }
  }

  /** To be completed by headers and sent. */
  public HttpRequest.Builder invocation(String function, String event) {
    return HttpRequest.newBuilder(
            URI.create(
                "http://127.0.0.1:" + port + "/2015-03-31/functions/" + function + "/invocations"))
        .timeout(PATIENCE)
        .POST(BodyPublishers.ofString(event));
  }

  void awaitEnd() throws InterruptedException {
    assertTrue(process.waitFor(30, TimeUnit.SECONDS), this::text);
  }

  public void kill() throws InterruptedException {
    process.destroyForcibly();
    awaitEnd();
  }

  /** As SIGTERM ends it; a remainder is killed. */
  @Override
  public void close() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(30, TimeUnit.SECONDS)) {
      kill();
    }
  }
}
