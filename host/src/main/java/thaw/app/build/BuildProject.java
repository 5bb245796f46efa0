package thaw.app.build;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.stream.Stream;
import thaw.function.packaging.CodeSource;
import thaw.sandbox.jdk.Jdk;

/**
 * A project and the tool that builds it: what the tool reads, how it is called and what it makes.
 * Refuses to know when it is called.
 */
public interface BuildProject {
  /**
   * The zip that Quarkus' extensions for Lambda make of the classes: <a
   * href="https://quarkus.io/guides/aws-lambda">quarkus.io/guides/aws-lambda</a>.
   */
  String QUARKUS_ZIP = "function.zip";

  /** The name of a file that every build of Quarkus writes. */
  String QUARKUS_MARK = "quarkus-artifact.properties";

  /** Returns the folder in which the tool is run; modules that need each other are below it. */
  Path root();

  /** The part of it that holds the function. */
  Path module();

  /** The same project elsewhere. */
  BuildProject movedTo(Path root);

  /** Returns the tool's name for people: "Maven". */
  String tool();

  /** A file that says what the last build of the module was made of. */
  Path stamp();

  /** Another module of the same project. */
  BuildProject withModule(Path other);

  /** The same as a layer, whose artefact others need: a build leaves it where theirs finds it. */
  default BuildProject asLayer() {
    return this;
  }

  /** Returns the files that the tool reads. */
  SortedSet<Path> sources() throws IOException;

  /**
   * Returns the files of earlier builds that must be gone before the tool runs.
   *
   * @param modules that are built
   */
  List<Path> stale(Collection<Path> modules) throws IOException;

  /** Returns folders that must exist when the tool runs. */
  default List<Path> folders() {
    return List.of();
  }

  /** Returns the texts of files that must exist when the tool runs, by path. */
  Map<Path, String> files();

  /** Returns whether it has written what {@link #result} needs. */
  boolean isBuilt() throws IOException;

  /** The folder that the tool writes to. */
  Path output();

  /**
   * Returns the deployable result of the build, which for Quarkus is the zip that its extension
   * makes, else its jar with all libraries.
   *
   * @param own a folder of ours, for what has to be put together
   * @throws thaw.problem.UserMistake when that is nothing that can be deployed
   */
  default CodeSource result(Path own) throws IOException {
    Path zip = output().resolve(QUARKUS_ZIP);
    if (Files.exists(zip) && Files.exists(output().resolve(QUARKUS_MARK))) {
      return new CodeSource.Archive(zip);
    }
    Optional<Path> jar = QuarkusJar.in(output(), own);
    return jar.isPresent() ? new CodeSource.Archive(jar.get()) : compiled();
  }

  /**
   * The classes that it has made, and the libraries that they run with.
   *
   * @throws thaw.problem.UserMistake when there are no classes
   */
  CodeSource.Built compiled() throws IOException;

  /** Files and folders of which {@link #result} is made, and that a build writes. */
  List<Path> outputs();

  /** Returns the Java version that the module is compiled for; empty where nobody knows. */
  default Optional<Integer> release() {
    return Optional.empty();
  }

  /** Returns the versions of the JDK on which the tool itself runs, as far as that is known. */
  JdkSpan jdks();

  /**
   * The first way to build.
   *
   * @param again whether it has been built before, with all that is downloaded for it
   * @param modules folders of the project that are wanted; what they need is built with them
   */
  BuildCommand command(boolean again, Collection<Path> modules);

  /**
   * Another way, when one has failed for a reason that is not the project's.
   *
   * @param log what it has said
   */
  Optional<BuildCommand> otherThan(BuildCommand failed, Collection<Path> modules, String log);

  /** Returns whether a module could not be built because it was built without others. */
  default boolean lacksOthers(String log) {
    return false;
  }

  /**
   * Returns whether it looks as if the compiler had run no annotation processor: since JDK 23 it
   * runs none that is only on the class path.
   */
  default boolean lacksProcessors(BuildCommand failed, String log) {
    return false;
  }

  /**
   * Returns whether the project is known to need such processors before it is built, so that no
   * build is begun in vain.
   */
  default boolean needsProcessors(BuildCommand command) {
    return false;
  }

  /** The same with a compiler that runs the processors that are on the class path. */
  default Optional<BuildCommand> withProcessors(BuildCommand command) {
    return Optional.empty();
  }

  /** Returns what differs in a command from the first way, for {@link #adapted}; may be empty. */
  default String adaptations(BuildCommand command) {
    return "";
  }

  /**
   * The first way as an earlier build had to be told.
   *
   * @param ways what {@link #adaptations} has returned, maybe in another version of Thaw
   */
  default BuildCommand adapted(BuildCommand first, String ways) {
    return first;
  }

  /**
   * Returns the reasons why a build has failed; empty when the log has none, as when the tool
   * itself was never reached.
   */
  List<String> errors(String log);

  /** Returns the remedy for a missing tool: how the user gets it, or does without it. */
  String remedyForMissing();

  /**
   * The words of a command that runs the module's tests as well.
   *
   * @param archive the file of its results that is wanted, too
   */
  default List<String> withTests(List<String> words, Optional<Path> archive) {
    return words;
  }

  /** The words by which such a command runs the tests on a JDK, whatever the project says. */
  default List<String> testsOn(Jdk jdk) {
    return List.of();
  }

  /**
   * Returns the texts of files with which such a command runs the tests of the module alone, by
   * path; none where it runs no others.
   */
  default Map<Path, String> withoutTestsElsewhere() {
    return Map.of();
  }

  /** Returns whether a file belongs to the module: no other part of the project is made of it. */
  default boolean isOfModuleAlone(Path file) {
    return false;
  }

  /** The words by which such a command runs no tests. */
  default List<String> withoutTests() {
    return List.of();
  }

  /** The words by which such a command makes the package where tests fail, too. */
  default List<String> despiteFailures() {
    return List.of();
  }

  /** Returns the folder in which such a command is run. */
  default Path testFolder() {
    return root();
  }

  /** Returns the first test that has failed, in the tool's words. */
  default Optional<String> failedTest(String output) {
    return Optional.empty();
  }

  static List<Path> jars(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    }
  }
}
