package thaw.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import thaw.problem.UserMistake;
import thaw.sandbox.Tool;
import thaw.sandbox.Trees;

/**
 * One run of the user's Maven in a project, as the user whose it is, and what Thaw itself changes
 * there. Refuses to know when a build is needed and what becomes of its results.
 *
 * @param root of the reactor
 * @param environment of the build, but what the user has of their own
 * @param patience until the build is given up
 */
record MavenBuild(Path root, BuildUser user, Map<String, String> environment, Duration patience) {
  private static final List<String> MAVEN =
      List.of(
          "mvn",
          "-q",
          "-B",
          "-DskipTests",
          "-DincludeScope=runtime",
          "package",
          "org.apache.maven.plugins:maven-dependency-plugin:3.11.0:copy-dependencies");

  /** Of setpriv, for a program that is not there. */
  private static final int NOT_FOUND = 127;

  private static final Duration TIDYING = Duration.ofMinutes(1);

  /**
   * Compiles, packages and collects the runtime dependencies.
   *
   * @param dependencies a folder in each module
   * @throws UserMistake when the build fails or does not end
   */
  void run(String dependencies) throws IOException {
    Path output = Files.createTempFile("thaw-build-", ".log");
    try {
      Process process = start(dependencies, output);
      if (!ended(process)) {
        throw new UserMistake(
            "the build of " + root + " was still at work after " + words(patience),
            "run mvn package there and see what it waits for");
      }
      if (user.isOther() && process.exitValue() == NOT_FOUND) {
        throw notFound();
      }
      if (process.exitValue() != 0) {
        throw new UserMistake(
            "the build of " + root + " failed: " + firstError(Files.readString(output)),
            "run mvn package there and mend what it reports");
      }
    } finally {
      Files.deleteIfExists(output);
    }
  }

  private static String words(Duration time) {
    return time.toMinutes() > 0 ? time.toMinutes() + " minutes" : time.toSeconds() + " s";
  }

  private Process start(String dependencies, Path output) {
    List<String> command = new ArrayList<>(MAVEN);
    command.add("-DoutputDirectory=" + dependencies);
    ProcessBuilder builder = new ProcessBuilder(user.command(command)).directory(root.toFile());
    builder.redirectErrorStream(true);
    builder.redirectOutput(output.toFile());
    builder.redirectInput(Path.of("/dev/null").toFile());
    builder.environment().putAll(environment);
    builder.environment().putAll(user.environment());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    try {
      return builder.start();
    } catch (IOException e) {
      throw notFound();
    }
  }

  private UserMistake notFound() {
    return new UserMistake(
        "mvn was not found, and " + root + " is a Maven project to be built",
        "install Maven (Debian: apt-get install maven), or let CodeUri name a built jar or zip");
  }

  private boolean ended(Process process) throws IOException {
    boolean ended = false;
    try {
      ended = process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      if (!ended) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
    }
    return ended;
  }

  /** As the user: links in the project must not lead root elsewhere. */
  void delete(Path old) throws IOException {
    if (user.isOther()) {
      Tool.run(user.command(List.of("rm", "-rf", "--", old.toString())), TIDYING);
    } else {
      Trees.delete(old);
    }
  }

  /** Writes a file of ours into the project, as the user. */
  void keep(String content, Path file) throws IOException {
    if (!user.isOther()) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, content);
      return;
    }
    Path readable = Files.createTempFile("thaw-build-", ".txt");
    try {
      Files.writeString(readable, content);
      Files.setPosixFilePermissions(readable, PosixFilePermissions.fromString("rw-r--r--"));
      String from = readable.toString();
      Tool.run(user.command(List.of("install", "-D", "-m", "644", from, file.toString())), TIDYING);
    } finally {
      Files.deleteIfExists(readable);
    }
  }

  /** The compiler's first complaint when there is one, else Maven's. */
  private static String firstError(String output) {
    List<String> errors =
        output
            .lines()
            .filter(line -> line.contains("ERROR"))
            .map(line -> line.replaceAll("\\u001b\\[[0-9;]*m", "").replace("[ERROR]", "").strip())
            .filter(line -> !line.isEmpty())
            .toList();
    return errors.stream()
        .filter(line -> line.contains(".java:["))
        .findFirst()
        .or(() -> errors.stream().findFirst())
        .orElse("no error line in its output");
  }
}
