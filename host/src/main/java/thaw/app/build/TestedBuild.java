package thaw.app.build;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import thaw.app.shared.Interruption;
import thaw.function.Region;
import thaw.function.packaging.CodeSource;
import thaw.problem.UserMistake;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.kernel.ProcessTree;
import thaw.service.process.Maven;

/**
 * One module of a project, built with its tests as the user would: {@code mvn package}, with those
 * of the modules that it needs, or {@code gradle test}.
 *
 * @param archive the file of its results that is deployed; none where its classes and libraries are
 * @param runtime Java version of the function's runtime; 0 for any
 * @param tests the JDK on which the tests run whatever the project says, and the build where it
 *     can; empty for that of the build
 * @param own what its tests have to do
 */
public record TestedBuild(
    BuildProject project, Optional<Path> archive, int runtime, Optional<Jdk> tests, OwnTests own) {
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  /** The most archives that are named. */
  private static final int MOST_NAMED = 3;

  /** A shell's exit code for a program that does not exist. */
  private static final int NOT_FOUND = 127;

  private static final String REGION = "AWS_REGION";

  public static TestedBuild of(FunctionProject function) {
    return new TestedBuild(
        BuildProjects.of(function.module()),
        function.archive().map(function.path()::resolve),
        function.runtime(),
        Optional.empty(),
        OwnTests.PASS);
  }

  /** The same with its tests on a JDK, and the build as well where that is one for it. */
  public TestedBuild on(Jdk jdk) {
    return new TestedBuild(project, archive, runtime, Optional.of(jdk), own);
  }

  /** The same with other demands; a build whose tests may fail leaves its log. */
  public TestedBuild with(OwnTests demanded) {
    return new TestedBuild(project, archive, runtime, tests, demanded);
  }

  /** The result of a build with its tests. */
  public sealed interface Result {
    /**
     * @param jdk Java version of the one that the build ran on; 0 for that which the tool finds
     */
    record Passed(FunctionBuild build, int jdk) implements Result {}

    /**
     * @param why a test that fails, and the reasons that the tool gives
     * @param log all that it has said
     * @param isLate whether it was ended at its limit of time
     * @param isOfTests whether tests fail, and not the build
     * @param ofJdk what to change about its JDK, where that is likely the cause
     * @param ofArchive what to do where all passed, and the file that is deployed was not made
     */
    record Failed(
        String why,
        Path log,
        boolean isLate,
        boolean isOfTests,
        Optional<String> ofJdk,
        Optional<String> ofArchive)
        implements Result {
      public Failed(String why, Path log) {
        this(why, log, false, false, Optional.empty(), Optional.empty());
      }

      /** Returns the end of a remedy. */
      public String whereAllIs() {
        return Build.whereAllIs(log);
      }
    }
  }

  /**
   * @param log gets all that the build says, and stays where it fails
   */
  public Result run(Path log) throws InterruptedException {
    return run(log, PATIENCE, _ -> {});
  }

  /**
   * @param log gets all that the build says, and stays where it fails; beside it is kept which way
   *     has worked, and the next build begins with that
   * @param patience until it is ended
   * @param lines for people: of another JDK that is tried
   */
  public Result run(Path log, Duration patience, Consumer<String> lines)
      throws InterruptedException {
    try {
      Files.createDirectories(log.toAbsolutePath().getParent());
      Result result = inLog(log, patience, lines);
      if (result instanceof Result.Passed && own != OwnTests.RUN) {
        Files.deleteIfExists(log);
      }
      return result;
    } catch (IOException e) {
      throw new UncheckedIOException("could not build " + project.module() + ": " + e, e);
    }
  }

  private Result inLog(Path output, Duration patience, Consumer<String> lines)
      throws IOException, InterruptedException {
    BuildUser user = BuildUser.of(project.root(), System.getenv());
    Build build = new Build(project, user, System.getenv(), patience, output);
    List<Path> modules = List.of(project.module());
    BuildWays ways =
        new BuildWays(
            project,
            modules,
            tests
                .map(BuildJdks.of(System.getenv(), user, runtime)::after)
                .orElseGet(() -> BuildJdks.of(System.getenv(), user, runtime)),
            Optional.of(output.resolveSibling(memory())));
    for (Path old : project.stale(modules)) {
      build.delete(old);
    }
    if (archive.isPresent()) {
      build.delete(archive.get()); // a shaded jar would be shaded once more, with its old libraries
    }
    for (Map.Entry<Path, String> file : project.files().entrySet()) {
      build.keep(file.getValue(), file.getKey());
    }
    BuildCommand command = ways.first(true);
    long endNanos = System.nanoTime() + patience.toNanos();
    while (true) {
      Optional<Integer> exit = exit(command, build, output, endNanos);
      if (exit.isEmpty()) {
        return new Result.Failed(
            "the build was still at work after " + Build.words(patience),
            output,
            true,
            false,
            Optional.empty(),
            Optional.empty());
      }
      if (exit.get() == 0) {
        ways.worked(command);
        return built(command, output);
      }
      String said = Maven.withoutColours(Files.readString(output));
      if (TestCause.lacksRegion(said) && !Files.exists(regionNote(output))) {
        Files.createFile(regionNote(output));
        lines.accept(
            "building %s once more, and running its tests with %s=%s, for this shell has no region ..."
                .formatted(project.module().getFileName(), REGION, Region.own()));
        continue;
      }
      Optional<BuildCommand> other =
          exit.get() == NOT_FOUND && !command.byWrapper() || isOfChosenJdk(command, said)
              ? Optional.empty()
              : ways.otherThan(command, said);
      if (other.isEmpty()) {
        return failed(ways, command, said, output);
      }
      if (tests.isEmpty() && other.get().feature() != command.feature()) {
        lines.accept(
            "building %s once more on JDK %d, and running its tests: %s ..."
                .formatted(
                    project.module().getFileName(), other.get().feature(), other.get().note()));
      }
      Optional<UserMistake> lacking =
          build.lacking(
              build.failed(new BuildWays.Failure(command, said), exit.get()), said, other.get());
      if (lacking.isPresent()) {
        throw lacking.get();
      }
      command = other.get();
    }
  }

  /** Tests that are to run on a JDK do so whatever the build runs on. */
  private boolean isOfChosenJdk(BuildCommand command, String said) {
    return tests.isPresent()
        && JdkFault.of(said, command.feature())
            .filter(fault -> fault.tests().isPresent())
            .isPresent();
  }

  private Result failed(BuildWays ways, BuildCommand last, String said, Path output)
      throws IOException {
    BuildWays.Failure told = ways.toTell(last, said);
    // A test that fails, or else what a build without tests would say.
    Optional<String> test = project.failedTest(told.said());
    String why =
        test.map(line ->
                "tests fail: "
                    + line
                    + TestCause.of(told.said(), line).map(cause -> ": " + cause).orElse(""))
            .or(() -> Build.reasons(project, told.said()))
            .orElse("it has said nothing");
    Optional<String> ofJdk = tests.isPresent() ? Optional.empty() : told.remedy();
    Result.Failed failed =
        new Result.Failed(why, output, false, test.isPresent(), ofJdk, Optional.empty());
    if (told.command() != last) {
      Files.writeString(output, told.said());
    } else if (failed.isOfTests() && JdkFault.of(said, last.feature()).isEmpty()) {
      ways.worked(last); // the JDK is one for them: something else is wrong
    }
    return failed;
  }

  /** Is there where a build has shown that its tests need a region; as long as its log's folder. */
  private static Path regionNote(Path log) {
    return log.resolveSibling("tests-need-a-region");
  }

  private String memory() {
    return "jdk-of-build" + tests.map(jdk -> "-for-" + jdk.feature()).orElse("");
  }

  private Result built(BuildCommand command, Path log) throws IOException {
    CodeSource deployed =
        archive.isPresent()
            ? new CodeSource.Archive(archive.get())
            : project.result(log.toAbsolutePath().resolveSibling("quarkus"));
    if (Files.exists(deployed.path())) {
      return new Result.Passed(new FunctionBuild(deployed, project.compiled()), command.feature());
    }
    List<String> others = archives();
    return new Result.Failed(
        "the build succeeded, but made no "
            + project.module().relativize(deployed.path())
            + ", which is named as the function's code"
            + (others.isEmpty() ? "" : "; it made " + String.join(", ", others)),
        log,
        false,
        false,
        Optional.empty(),
        Optional.of(
            "name what the build makes, as CodeUri of the template or as the path, or have the"
                + " build make that file"));
  }

  /** Returns the archives among the results, by name. */
  private List<String> archives() throws IOException {
    if (!Files.isDirectory(project.output())) {
      return List.of();
    }
    try (Stream<Path> files = Files.find(project.output(), 2, TestedBuild::isArchive)) {
      return files
          .map(file -> project.module().relativize(file).toString())
          .sorted()
          .limit(MOST_NAMED)
          .toList();
    }
  }

  private static boolean isArchive(Path file, BasicFileAttributes attributes) {
    return attributes.isRegularFile() && file.toString().matches(".*\\.(jar|zip)");
  }

  /** Runs a command and returns its exit code; empty when it was still at work at its end. */
  private Optional<Integer> exit(BuildCommand command, Build build, Path output, long endNanos)
      throws IOException, InterruptedException {
    Process process = start(command, build, output);
    Runnable hook = Interruption.onInterrupt(() -> ProcessTree.end(process));
    try {
      return process.waitFor(endNanos - System.nanoTime(), TimeUnit.NANOSECONDS)
          ? Optional.of(process.exitValue())
          : Optional.empty();
    } finally {
      Interruption.forget(hook);
      ProcessTree.end(process);
    }
  }

  private Process start(BuildCommand command, Build build, Path output) {
    List<String> words = new ArrayList<>(project.withTests(build.found(command), archive));
    tests.ifPresent(jdk -> words.addAll(project.testsOn(jdk)));
    switch (own) {
      case PASS, PASS_AS_BEFORE -> {}
      case RUN -> words.addAll(project.despiteFailures());
      case SKIPPED -> words.addAll(project.withoutTests());
    }
    ProcessBuilder builder =
        new ProcessBuilder(build.user().command(words)).directory(project.testFolder().toFile());
    builder.redirectErrorStream(true);
    builder.redirectOutput(output.toFile());
    builder.redirectInput(Path.of("/dev/null").toFile());
    build.complete(builder.environment(), command);
    if (Files.exists(regionNote(output))) {
      builder.environment().putIfAbsent(REGION, Region.own());
    }
    try {
      return builder.start();
    } catch (IOException e) {
      throw new UserMistake(
          command.words().getFirst() + " cannot be started: " + e.getMessage(),
          project.remedyForMissing());
    }
  }
}
