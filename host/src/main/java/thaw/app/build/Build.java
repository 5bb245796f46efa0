package thaw.app.build;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import thaw.app.shared.Progress;
import thaw.files.Trees;
import thaw.problem.UserMistake;
import thaw.remedy.edit.TestsRefusal;
import thaw.sandbox.SandboxHost;
import thaw.sandbox.jdk.Jdks;
import thaw.sandbox.kernel.ProcessTree;
import thaw.sandbox.kernel.Tool;
import thaw.service.process.Maven;

/**
 * One build of a user's project, as the user whose it is, and what Thaw itself changes there.
 * Refuses to know when a build is needed and what becomes of its results.
 *
 * @param environment of the build, but what the user has of their own
 * @param patience until the build is given up
 * @param log gets all that it says
 */
record Build(
    BuildProject project,
    BuildUser user,
    Map<String, String> environment,
    Duration patience,
    Path log) {
  /** The exit code of setpriv and of shells for a program that does not exist. */
  private static final int NOT_FOUND = 127;

  /** The first exit code of a program that a signal has ended; after Ctrl-C it is 130. */
  private static final int FIRST_SIGNAL = 129;

  /** They have options for the JVM of a build. */
  private static final List<String> JVM_VARIABLES =
      List.of("MAVEN_OPTS", "GRADLE_OPTS", "JAVA_OPTS", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS");

  private static final int LAST_SIGNAL = 143;

  /** The time in ms between two looks at what the build does. */
  private static final long LOOK_MILLIS = 500;

  /** The first version of Lombok that knows a JDK, by that of the JDK. */
  private static final SortedMap<Integer, String> LOMBOK =
      new TreeMap<>(
          Map.of(17, "1.18.22", 21, "1.18.30", 23, "1.18.36", 24, "1.18.38", 25, "1.18.40"));

  private static final Pattern NO_LONGER =
      Pattern.compile("option [\\d.]+ is no longer supported\\. Use (\\d+) or later");

  private static final List<Integer> LONG_SUPPORTED = List.of(25, 21, 17, 11, 8);

  private static final Duration TIDYING = Duration.ofMinutes(1);

  /**
   * Calls the tool until one way has done it, or none is left.
   *
   * @param again whether it has been built before
   * @throws UserMistake when the build fails or does not end
   */
  void run(boolean again, BuildWays ways, Progress progress)
      throws IOException, InterruptedException {
    Optional<BuildCommand> next = Optional.of(ways.first(again));
    while (next.isPresent()) {
      BuildCommand command = next.get();
      int exit;
      try (Progress.Work work = progress.begin(title(command))) {
        exit = exitCode(command, work);
      }
      if (exit == NOT_FOUND && !command.byWrapper()) {
        throw notFound(command);
      }
      if (exit == 0) {
        ways.worked(command);
        return;
      }
      String said = Files.readString(log);
      next = ways.otherThan(command, said);
      if (next.isEmpty()) {
        BuildWays.Failure told = ways.toTell(command, said);
        Files.writeString(log, told.said());
        throw failed(told, exit);
      }
      Optional<UserMistake> lacking =
          lacking(failed(new BuildWays.Failure(command, said), exit), said, next.get());
      if (lacking.isPresent()) {
        throw lacking.get();
      }
    }
  }

  private String title(BuildCommand command) {
    String who = user.words().isEmpty() ? "" : ", " + user.words();
    String note = command.note().isEmpty() ? "" : " (" + command.note() + ")";
    return "building "
        + project.root().getFileName()
        + " with "
        + project.tool()
        + on(command)
        + who
        + note;
  }

  private static String on(BuildCommand command) {
    return command.jdk().map(each -> " on JDK " + each.feature()).orElse("");
  }

  /**
   * Returns where a JVM that does not start has its options from.
   *
   * @param cause that it has told
   */
  static String jvmOptions(Map<String, String> environment, String cause) {
    List<String> guilty =
        JVM_VARIABLES.stream()
            .filter(name ->
                Stream.of(environment.getOrDefault(name, "").split("\\s+"))
                    .map(option -> option.replaceFirst("^-+(XX:[+-]?|javaagent:)?", ""))
                    .map(option -> option.replaceFirst("=.*", ""))
                    .anyMatch(option -> !option.isEmpty() && cause.contains(option)))
            .toList();
    return guilty.isEmpty()
        ? "the options of its JVM: MAVEN_OPTS, GRADLE_OPTS or JAVA_TOOL_OPTIONS, .mvn/jvm.config or gradle.properties of the project"
        : String.join(" and ", guilty) + ", which has options for another JDK, or unset it";
  }

  UserMistake failed(BuildWays.Failure failure, int exit) {
    BuildCommand command = failure.command();
    String build = "the build of " + project.root();
    String output = failure.said();
    List<String> errors = project.errors(output);
    if (exit >= FIRST_SIGNAL && exit <= LAST_SIGNAL && errors.isEmpty()) {
      return new UserMistake(build + " was interrupted", "run it again");
    }
    Optional<String> jvm = errors.isEmpty() ? BuildErrors.ofJvm(output) : Optional.empty();
    if (jvm.isPresent()) {
      return new UserMistake(
          build + " failed, as its JVM" + on(command) + " does not start: " + jvm.get(),
          "mend " + jvmOptions(environment, jvm.get()) + "; " + whereAllIs(log));
    }
    return new UserMistake(
        build
            + " failed: "
            + reasons(project, output).orElse("it ended with " + exit + " and has said nothing"),
        remedy(output, command.feature()) + "; " + whereAllIs(log));
  }

  /**
   * Returns what to do about a build that failed, and for which no other JDK of this machine would
   * do.
   *
   * @param feature of the JDK that it ran on
   */
  static String remedy(String output, int feature) {
    return remedyOfJdk(output, feature).orElse("mend what it reports");
  }

  /** The same; empty where the JDK is not the cause. */
  static Optional<String> remedyOfJdk(String output, int feature) {
    return JdkFault.of(output, feature)
        .filter(fault -> fault.isTooNew(feature))
        .map(fault ->
            "%s, or have an older JDK for the build: %s"
                .formatted(
                    compiled(output)
                        .orElseGet(() ->
                            "JDK %d is too new for %s"
                                .formatted(
                                    feature,
                                    fault
                                        .tests()
                                        .map(TestsRefusal.Cause::words)
                                        .orElseGet(() -> plugIns(feature)))),
                    Jdks.remedy("JDK " + older(fault.span().newest()))));
  }

  /** The project itself asks for a version of Java that is no longer compiled for. */
  private static Optional<String> compiled(String output) {
    Matcher found = NO_LONGER.matcher(output);
    return found.find()
        ? Optional.of(
            "compile for Java %s or later (maven.compiler.source and maven.compiler.target, sourceCompatibility); maven.compiler.release needs a maven-compiler-plugin of 3.6 or later, which only Maven 3.9 has of itself"
                .formatted(found.group(1)))
        : Optional.empty();
  }

  private static String plugIns(int feature) {
    return "the compiler plug-ins of this project: raise them (Lombok: %s)"
        .formatted(
            LOMBOK.entrySet().stream()
                .filter(each -> each.getKey() >= feature)
                .findFirst()
                .map(each -> each.getValue() + " or later")
                .orElse("its newest version"));
  }

  /** Returns the newest version with long support that a span has, or its end. */
  private static int older(int newest) {
    return LONG_SUPPORTED.stream().filter(each -> each <= newest).findFirst().orElse(newest);
  }

  /** Returns why a build failed, on one line or on lines of their own; empty for no output. */
  static Optional<String> reasons(BuildProject project, String output) {
    List<String> errors = project.errors(output);
    List<String> reasons = errors.isEmpty() ? BuildErrors.lastWords(output) : errors;
    String shown = String.join("\n  ", reasons).replace(project.root().toString() + "/", "");
    return reasons.isEmpty()
        ? Optional.empty()
        : Optional.of((reasons.size() > 1 ? "\n  " : "") + shown);
  }

  /** Returns the end of a remedy. */
  static String whereAllIs(Path log) {
    return "all that it has said is in " + log;
  }

  /**
   * Returns what to say where another way needs a program that is not on this machine either.
   *
   * @param said by the way that has failed
   */
  Optional<UserMistake> lacking(UserMistake failed, String said, BuildCommand next) {
    if (isThere(next)) {
      return Optional.empty();
    }
    return Optional.of(
        BuildErrors.ofNetwork(said).isPresent() ? withoutWrapper(failed, next) : failed);
  }

  /** What stands in for a wrapper's tool is not on this machine either. */
  private UserMistake withoutWrapper(UserMistake failed, BuildCommand missing) {
    String program = missing.words().getFirst();
    return new UserMistake(
        String.valueOf(failed.getMessage()),
        "%s, and there is no %s in the PATH: install it, or let the wrapper's distributionUrl name a place that this machine reaches; %s"
            .formatted(missing.note(), program, whereAllIs(log)));
  }

  private UserMistake notFound(BuildCommand command) {
    return new UserMistake(
        command.words().getFirst()
            + " was not found, and "
            + project.root()
            + " is a "
            + project.tool()
            + " project to be built",
        project.remedyForMissing());
  }

  static String words(Duration time) {
    return time.toMinutes() > 0 ? time.toMinutes() + " minutes" : time.toSeconds() + " s";
  }

  private int exitCode(BuildCommand command, Progress.Work work)
      throws IOException, InterruptedException {
    Process process = start(command);
    BuildStage stage = new BuildStage(log);
    long endNanos = System.nanoTime() + patience.toNanos();
    boolean ended = false;
    try {
      while (!ended && System.nanoTime() < endNanos) {
        long leftMillis = TimeUnit.NANOSECONDS.toMillis(endNanos - System.nanoTime()) + 1;
        ended = process.waitFor(Math.min(LOOK_MILLIS, leftMillis), TimeUnit.MILLISECONDS);
        work.reach(stage.now());
      }
    } finally {
      if (!ended) {
        ProcessTree.end(process);
      }
    }
    if (!ended) {
      throw new UserMistake(
          "the build of " + project.root() + " was still at work after " + words(patience),
          "see in " + log + " what it waits for");
    }
    return process.exitValue();
  }

  private Process start(BuildCommand command) {
    ProcessBuilder builder =
        new ProcessBuilder(user.command(found(command))).directory(project.root().toFile());
    builder.redirectErrorStream(true);
    builder.redirectOutput(log.toFile());
    builder.redirectInput(Path.of("/dev/null").toFile());
    complete(builder.environment(), command);
    try {
      return builder.start();
    } catch (IOException e) {
      throw new UserMistake(
          command.words().getFirst() + " could not be started: " + e.getMessage(),
          project.remedyForMissing());
    }
  }

  /** Puts in what the build is to have. */
  void complete(Map<String, String> variables, BuildCommand command) {
    variables.putAll(environment);
    variables.putAll(user.environment());
    variables.putAll(command.variables());
    if (project instanceof MavenProject) {
      boolean asRoot = SandboxHost.isRoot() && !user.isOther();
      variables.putAll(Maven.environment(variables, asRoot)); // the home is now the user's
    }
  }

  /** Returns the words of a command, with its program's path. */
  List<String> found(BuildCommand command) {
    List<String> words = new ArrayList<>(command.words());
    words.set(0, program(command).orElseThrow(() -> notFound(command)));
    return words;
  }

  private boolean isThere(BuildCommand command) {
    return program(command).isPresent();
  }

  /** The program by the path of the build's environment, which need not be this program's. */
  private Optional<String> program(BuildCommand command) {
    String program = command.words().getFirst();
    return program.contains("/")
        ? Optional.of(program)
        : Stream.of(environment.getOrDefault("PATH", "").split(":"))
            .map(folder -> Path.of(folder, program))
            .filter(Files::isExecutable)
            .findFirst()
            .map(Path::toString);
  }

  /** Deletes a folder as the user, so that links in the project cannot lead root elsewhere. */
  void delete(Path old) throws IOException {
    if (user.isOther()) {
      Tool.run(user.command(List.of("rm", "-rf", "--", old.toString())), TIDYING);
    } else {
      Trees.delete(old);
    }
  }

  /** Deletes a folder with nothing in it, likewise; one that has something stays. */
  void deleteEmpty(Path folder) throws IOException {
    if (user.isOther()) {
      Tool.run(user.command(List.of("rmdir", "--", folder.toString())), TIDYING);
      return;
    }
    try {
      Files.deleteIfExists(folder);
    } catch (DirectoryNotEmptyException e) {
      return; // the tool has written there
    }
  }

  /** Makes a folder in the project, as the user. */
  void make(Path added) throws IOException {
    if (user.isOther()) {
      Tool.run(user.command(List.of("mkdir", "-p", "--", added.toString())), TIDYING);
    } else {
      Files.createDirectories(added);
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
}
