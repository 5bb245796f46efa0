package thaw.service.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import thaw.problem.UserMistake;

/** The user's {@code mvn}, with its settings and mirrors, run to its end. */
public final class Maven {
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private Maven() {}

  /**
   * @param what is fetched, for the message when it cannot be
   */
  public static void run(List<String> arguments, String what) throws IOException {
    run("mvn", arguments, what);
  }

  public static void run(String program, List<String> arguments, String what) throws IOException {
    List<String> command = new ArrayList<>(List.of(program, "-q", "-B"));
    command.addAll(arguments);
    Path output = Files.createTempFile("thaw-maven-", ".log");
    try {
      Process process = start(command, output, what);
      if (!ended(process)) {
        throw failed(what, "Maven was still at work after " + PATIENCE.toMinutes() + " minutes");
      }
      if (process.exitValue() != 0) {
        throw failed(what, firstError(Files.readString(output, StandardCharsets.UTF_8)));
      }
    } finally {
      Files.deleteIfExists(output);
    }
  }

  /**
   * Variables of a Maven that is started: its JVM would look into the system's list of users for
   * the home, where its settings and repository are, and not at {@code HOME} as this program does.
   */
  public static Map<String, String> environment() {
    return environment(System.getenv("MAVEN_OPTS"), System.getenv("HOME"));
  }

  static Map<String, String> environment(@Nullable String options, @Nullable String home) {
    String given = options == null ? "" : options;
    boolean isTold = given.contains("-Duser.home=");
    if (isTold || home == null || !home.startsWith("/") || home.contains(" ")) {
      return Map.of(); // Maven's script splits the options at spaces
    }
    return Map.of("MAVEN_OPTS", (given + " -Duser.home=" + home).strip());
  }

  private static Process start(List<String> command, Path output, String what) {
    ProcessBuilder maven = new ProcessBuilder(command);
    maven.environment().putAll(environment());
    try {
      return maven
          .redirectErrorStream(true)
          .redirectOutput(output.toFile())
          .redirectInput(Path.of("/dev/null").toFile())
          .start();
    } catch (IOException e) {
      throw new UserMistake(
          what + " is fetched with Maven, and mvn was not found in PATH",
          "Install Maven (apt install maven, brew install maven, sdk install maven).");
    }
  }

  private static boolean ended(Process process) {
    boolean ended = false;
    try {
      ended = process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while Maven was at work", e);
    } finally {
      if (!ended) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
    }
    return ended;
  }

  private static UserMistake failed(String what, String why) {
    return new UserMistake(
        "could not download " + what + ": " + why,
        "Check the network and Maven's settings (proxy, mirror); one run online is enough, it is"
            + " kept.");
  }

  /** With {@code -B} too Maven puts escape sequences in front of its first line. */
  static String firstError(String output) {
    String plain = output.replaceAll("\u001b\\[[0-9;]*m", "");
    return plain
        .lines()
        .filter(line -> line.startsWith("[ERROR] "))
        .map(line -> line.substring("[ERROR] ".length()).strip())
        .filter(line -> !line.isEmpty())
        .findFirst()
        .orElseGet(() -> "mvn failed and said: " + plain.strip());
  }
}
