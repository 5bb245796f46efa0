package thaw.app.build;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import thaw.function.packaging.CodeSource;
import thaw.function.packaging.GradleFiles;
import thaw.problem.UserMistake;
import thaw.sandbox.jdk.Jdk;

/**
 * A Gradle project, laid out as {@code sam build} does it: classes and resources to the task root,
 * the runtime class path to {@code lib/}. A script of ours that Gradle runs besides the project's
 * own says where these are ({@code docs/decisions/0030-gradle.md}).
 *
 * @param root the folder with the settings
 */
record GradleProject(Path root, Path module) implements BuildProject {
  private static final String FOUND = "build/thaw/classpath";
  private static final String STAMP = "build/thaw/built";
  private static final String SCRIPT = "build/thaw/class-path.gradle";
  private static final String TASK = "thawClassPath";

  private static final String QUARKUS_ZIP = "build/" + BuildProject.QUARKUS_ZIP;
  private static final String QUARKUS_MARK = "build/" + BuildProject.QUARKUS_MARK;

  /** The beginning of a line that our script writes, before the path of classes. */
  private static final String CLASSES = "classes ";

  private static final String LIBRARY = "library ";
  private static final Pattern FAILED_TEST = Pattern.compile("^\\S.* > .* FAILED$");

  /** The nearest folder with settings, as Gradle looks for it; else the module itself. */
  static GradleProject of(Path module) {
    return new GradleProject(GradleFiles.root(module).orElse(module), module);
  }

  @Override
  public BuildProject movedTo(Path other) {
    return new GradleProject(other, other.resolve(root.relativize(module)));
  }

  @Override
  public String tool() {
    return "Gradle";
  }

  @Override
  public Path stamp() {
    return module.resolve(STAMP);
  }

  @Override
  public BuildProject withModule(Path other) {
    return new GradleProject(root, other);
  }

  @Override
  public SortedSet<Path> sources() throws IOException {
    return GradleSources.of(root);
  }

  @Override
  public List<Path> stale(Collection<Path> modules) {
    return modules.stream()
        .flatMap(each -> Stream.of(FOUND, QUARKUS_MARK).map(each::resolve))
        .filter(Files::exists)
        .toList();
  }

  @Override
  public Map<Path, String> files() {
    try (InputStream script =
        Objects.requireNonNull(GradleProject.class.getResourceAsStream("class-path.gradle"))) {
      return Map.of(
          root.resolve(SCRIPT), new String(script.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("could not read the script for Gradle", e);
    }
  }

  @Override
  public boolean isBuilt() throws IOException {
    return Files.exists(module.resolve(FOUND))
        && found(CLASSES).stream().anyMatch(Files::isDirectory)
        && found(LIBRARY).stream().allMatch(Files::exists);
  }

  @Override
  public Path output() {
    return module.resolve("build");
  }

  @Override
  public CodeSource.Built compiled() throws IOException {
    if (!isBuilt()) {
      throw new UserMistake(
          "the build of " + module + " gave no classes",
          "name the project that holds the handler, as CodeUri of the template or as the path, and"
              + " apply the plugin java in it");
    }
    return new CodeSource.Built(
        found(CLASSES).stream().filter(Files::isDirectory).toList(),
        found(LIBRARY).stream().filter(path -> path.toString().endsWith(".jar")).toList());
  }

  private List<Path> found(String kind) throws IOException {
    return Files.readAllLines(module.resolve(FOUND), StandardCharsets.UTF_8).stream()
        .filter(line -> line.startsWith(kind))
        .map(line -> Path.of(line.substring(kind.length())))
        .toList();
  }

  @Override
  public List<Path> outputs() {
    List<Path> outputs = new ArrayList<>();
    for (String each : List.of(FOUND, "build/classes", "build/resources", QUARKUS_ZIP)) {
      outputs.add(module.resolve(each));
    }
    try {
      if (Files.exists(module.resolve(FOUND))) {
        outputs.addAll(found(CLASSES));
        outputs.addAll(found(LIBRARY).stream().filter(path -> path.startsWith(root)).toList());
      }
    } catch (IOException e) {
      // It is being written: the next look finds it.
    }
    return outputs;
  }

  /**
   * Returns the command of a build. A project that was built before is in Gradle's cache, so that
   * Gradle need not ask the network again.
   */
  @Override
  public BuildCommand command(boolean again, Collection<Path> modules) {
    Path script = root.resolve("gradlew");
    return Files.isRegularFile(script)
        ? command(WrapperScript.command(script), modules, true, again, "")
        : command(List.of("gradle"), modules, false, again, "");
  }

  @Override
  public JdkSpan jdks() {
    return Files.isRegularFile(root.resolve("gradlew")) ? GradleJdk.span(root) : JdkSpan.ALL;
  }

  private BuildCommand command(
      List<String> program,
      Collection<Path> modules,
      boolean byWrapper,
      boolean offline,
      String note) {
    List<String> words = new ArrayList<>(program);
    words.addAll(List.of("--no-daemon", "--console=plain", "--init-script"));
    words.add(root.resolve(SCRIPT).toString());
    // As properties: older versions do not know them as options.
    words.add("-Dorg.gradle.configuration-cache=false");
    words.add("-Dorg.gradle.configureondemand=false");
    if (offline) {
      words.add("--offline");
    }
    words.add(
        "-PthawModules="
            + modules.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
    words.add(TASK);
    return new BuildCommand(words, Map.of(), byWrapper, offline, note);
  }

  @Override
  public Optional<BuildCommand> otherThan(
      BuildCommand failed, Collection<Path> modules, String log) {
    List<String> tool =
        failed.byWrapper() ? WrapperScript.command(root.resolve("gradlew")) : List.of("gradle");
    boolean network = BuildErrors.ofNetwork(log).isPresent();
    boolean never = !log.contains("What went wrong") && !log.contains("> Task");
    boolean incomplete = log.contains("GradleWrapperMain"); // its jar was not committed
    if (failed.byWrapper() && (never && network || incomplete)) {
      return Optional.of(
          command(List.of("gradle"), modules, false, false, "its gradlew could not get Gradle"));
    }
    if (failed.offline() && network) {
      return Optional.of(
          command(tool, modules, failed.byWrapper(), false, "something is to be downloaded"));
    }
    boolean isFirst = failed.note().isEmpty();
    return isFirst && network
        ? Optional.of(command(tool, modules, failed.byWrapper(), true, "offline"))
        : Optional.empty();
  }

  @Override
  public List<String> errors(String log) {
    return BuildErrors.ofGradle(log);
  }

  /** Our script adds the task that makes the archive: {@code build} need not depend on it. */
  @Override
  public List<String> withTests(List<String> words, Optional<Path> archive) {
    return Stream.concat(
            words.stream(),
            archive
                .map(file -> Stream.of("build", "-PthawArchive=" + file))
                .orElse(Stream.of("test")))
        .toList();
  }

  @Override
  public List<String> testsOn(Jdk jdk) {
    return List.of("-PthawTestJava=" + jdk.java());
  }

  @Override
  public List<String> withoutTests() {
    return List.of("-x", "test");
  }

  @Override
  public List<String> despiteFailures() {
    return List.of("-PthawTestsMayFail=true");
  }

  /** Gradle takes the tasks of the project that it is started in, and of those below. */
  @Override
  public Path testFolder() {
    return module;
  }

  @Override
  public Optional<String> failedTest(String output) {
    return output.lines().filter(FAILED_TEST.asMatchPredicate()).findFirst();
  }

  @Override
  public String remedyForMissing() {
    return "give the project a wrapper, install Gradle, or name a built jar or zip: as CodeUri of the"
        + " template, or as the path";
  }
}
