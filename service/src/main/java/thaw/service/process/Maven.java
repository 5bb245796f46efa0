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
import java.util.regex.Pattern;
import thaw.problem.UserMistake;
import thaw.sandbox.SandboxHost;
import thaw.sandbox.kernel.ProcessTree;

/** The user's {@code mvn}, with its settings and mirrors, run to its end. */
public final class Maven {
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final String HOME_PROPERTY = "-Duser.home=";

  /** Variables in which a user can give options to Maven's JVM. */
  private static final List<String> OPTIONS =
      List.of("MAVEN_OPTS", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS");

  /** Maven's script leaves its options to the shell, which splits words and completes patterns. */
  private static final Pattern PLAIN = Pattern.compile("/[\\p{L}\\p{M}\\p{N}/._@+,:=~-]*");

  private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;]*m");

  private Maven() {}

  /**
   * @param what is fetched, for the message when it cannot be
   */
  public static void run(List<String> arguments, String what) throws IOException {
    run("mvn", arguments, what);
  }

  static void run(String program, List<String> arguments, String what) throws IOException {
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
   *
   * @param environment with which it would be started, {@code HOME} that of who runs it
   * @param asRoot whether root runs it, who must leave no files in the home of another
   */
  public static Map<String, String> environment(Map<String, String> environment, boolean asRoot) {
    String home = environment.getOrDefault("HOME", "");
    boolean isTold =
        OPTIONS.stream()
            .anyMatch(name -> environment.getOrDefault(name, "").contains(HOME_PROPERTY));
    if (isTold || !PLAIN.matcher(home).matches() || (asRoot && isOfAnother(Path.of(home)))) {
      return Map.of();
    }
    String given = environment.getOrDefault("MAVEN_OPTS", "");
    return Map.of("MAVEN_OPTS", (given + " " + HOME_PROPERTY + home).strip());
  }

  private static boolean isOfAnother(Path home) {
    try {
      return !Integer.valueOf(0).equals(Files.getAttribute(home, "unix:uid"));
    } catch (IOException _) {
      return Files.exists(home);
    }
  }

  private static Process start(List<String> command, Path output, String what) {
    ProcessBuilder maven = new ProcessBuilder(command);
    maven.environment().putAll(environment(maven.environment(), SandboxHost.isRoot()));
    try {
      return maven
          .redirectErrorStream(true)
          .redirectOutput(output.toFile())
          .redirectInput(Path.of("/dev/null").toFile())
          .start();
    } catch (IOException e) {
      throw new UserMistake(
          what + " is fetched with Maven, and mvn was not found in PATH",
          "install Maven (apt install maven, brew install maven, sdk install maven)");
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
        ProcessTree.end(process);
      }
    }
    return ended;
  }

  private static UserMistake failed(String what, String why) {
    return new UserMistake(
        "could not download " + what + ": " + why,
        "check the network and Maven's settings (proxy, mirror); one run online is enough, it is"
            + " kept");
  }

  /** Returns what a build tool has said without the colours that it puts into lines. */
  public static String withoutColours(String output) {
    return COLOUR.matcher(output).replaceAll("");
  }

  /**
   * Returns Maven's first error, or all that it wrote when no line is one. Maven puts escape
   * sequences in front of its first line, with {@code -B}, too.
   */
  static String firstError(String output) {
    String plain = withoutColours(output);
    return plain
        .lines()
        .filter(line -> line.startsWith("[ERROR] "))
        .map(line -> line.substring("[ERROR] ".length()).strip())
        .filter(line -> !line.isEmpty())
        .findFirst()
        .orElseGet(() -> "mvn failed and said: " + plain.strip());
  }
}
