package thaw.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import thaw.function.CodeSource;
import thaw.problem.UserMistake;
import thaw.sandbox.Trees;

/**
 * One module of a Maven project, built with its tests and those of the modules that it needs, as
 * the user would: {@code mvn package}.
 */
record TestedBuild(MavenProject project) {
  private static final long PATIENCE_MINUTES = 10;
  private static final long PATIENCE_WITH_THE_DYING = 10;

  /** What came of it. */
  sealed interface Result {
    record Passed(CodeSource built) implements Result {}

    /**
     * @param why the first complaint, in one line
     */
    record Failed(String why) implements Result {}
  }

  Result run() throws InterruptedException {
    try {
      Path output = Files.createTempFile("thaw-build-", ".log");
      try {
        return run(output);
      } finally {
        Files.deleteIfExists(output);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("could not build " + project.module() + ": " + e, e);
    }
  }

  private Result run(Path output) throws IOException, InterruptedException {
    for (Path stale : project.stale()) { // jars that a changed pom no longer asks for
      Trees.delete(stale);
    }
    BuildUser user = BuildUser.of(project.root(), System.getenv());
    Process process = start(user, output);
    Runnable hook = Interruption.onInterrupt(() -> end(process));
    try {
      if (!process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
        return new Result.Failed("the build was still at work after 10 minutes");
      }
      if (process.exitValue() != 0) {
        return new Result.Failed(complaint(Files.readString(output)));
      }
      return new Result.Passed(project.result());
    } finally {
      Interruption.forget(hook);
      end(process);
    }
  }

  /**
   * Returns when they are gone: what they still wrote would outlive the folder that they are in.
   */
  private static void end(Process process) {
    List<ProcessHandle> all =
        Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
    all.forEach(ProcessHandle::destroyForcibly);
    CompletableFuture.allOf(
            all.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
        .completeOnTimeout(null, PATIENCE_WITH_THE_DYING, TimeUnit.SECONDS)
        .join();
  }

  private Process start(BuildUser user, Path output) throws IOException {
    BuildCommand own = project.command(false);
    List<String> command = new ArrayList<>(own.words());
    command.remove("-DskipTests");
    if (!project.module().equals(project.root())) {
      String module = project.root().relativize(project.module()).toString();
      command.addAll(List.of("-pl", module, "-am"));
    }
    ProcessBuilder builder =
        new ProcessBuilder(user.command(command)).directory(project.root().toFile());
    builder.redirectErrorStream(true);
    builder.redirectOutput(output.toFile());
    builder.redirectInput(Path.of("/dev/null").toFile());
    Map<String, String> environment = builder.environment();
    environment.putAll(user.environment());
    environment.putAll(own.variables());
    try {
      return builder.start();
    } catch (IOException e) {
      throw new UserMistake(
          command.getFirst() + " was not found, and " + project.root() + " is a Maven project",
          project.remedyForMissing());
    }
  }

  /** A test that fails, or else the compiler's or Maven's first error. */
  private static String complaint(String output) {
    Optional<String> test =
        output
            .lines()
            .map(line -> line.replaceAll("\\u001b\\[[0-9;]*m", ""))
            .filter(line -> line.startsWith("[ERROR]") && line.contains("Tests run:"))
            .map(line -> line.substring("[ERROR]".length()).strip())
            .findFirst();
    return test.map(line -> "tests fail: " + line)
        .or(() -> BuildErrors.ofMaven(output).stream().findFirst())
        .orElse("the build failed without an error line");
  }
}
