package thaw.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import thaw.function.CodeSource;
import thaw.problem.UserMistake;

/**
 * Builds the Maven projects that a template's {@code CodeUri} names, as {@code sam build} does:
 * classes and resources to the task root, runtime dependencies to {@code lib/}. A reactor is built
 * once, however many functions are in it, and not at all when nothing in it changed.
 */
final class ProjectBuild {
  private static final String DEPENDENCIES = "target/thaw/dependency";
  private static final String CLASSES = "target/classes";

  /** Of a build, and of Thaw's commands where nothing else is asked for. */
  private static final Set<String> RESULTS = Set.of("target", "thaw-results", "thaw-why");

  private static final String STAMP = "target/thaw/built";

  /**
   * What Quarkus' extensions for Lambda make of the classes, and the only thing of theirs that
   * runs: <a href="https://quarkus.io/guides/aws-lambda">quarkus.io/guides/aws-lambda</a>.
   */
  private static final String QUARKUS_ZIP = "target/function.zip";

  /** Written by every build of Quarkus. */
  private static final String QUARKUS_MARK = "target/quarkus-artifact.properties";

  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private final Progress progress;
  private final Map<String, String> environment;
  private final Duration patience;
  private final Set<Path> done = new HashSet<>();

  ProjectBuild(Progress progress) {
    this(progress, System.getenv(), PATIENCE);
  }

  /**
   * @param environment of this program, and of the builds
   * @param patience with a build
   */
  ProjectBuild(Progress progress, Map<String, String> environment, Duration patience) {
    this.progress = progress;
    this.environment = Map.copyOf(environment);
    this.patience = patience;
  }

  /** What can be deployed: the source itself, or what its project was built to. */
  CodeSource built(CodeSource source) {
    return switch (source) {
      case CodeSource.Project(Path path, CodeSource.BuildTool tool) ->
          switch (tool) {
            case MAVEN -> maven(path);
            case GRADLE ->
                throw new UserMistake(
                    "Thaw does not build Gradle projects: " + path,
                    "build a zip yourself (gradle buildZip) and let CodeUri name it");
          };
      case CodeSource.Archive _, CodeSource.Folder _, CodeSource.Built _ -> source;
    };
  }

  /** What a build of a module writes, and what {@link #built} takes of it. */
  static List<Path> outputs(Path module) {
    return List.of(
        module.resolve(CLASSES), module.resolve(DEPENDENCIES), module.resolve(QUARKUS_ZIP));
  }

  private CodeSource maven(Path module) {
    Path root = reactorRoot(module.toAbsolutePath().normalize());
    try {
      if (!done.contains(root) && !isFresh(root, module)) {
        build(root);
      }
      done.add(root); // only now: after a failed build the next one who asks tries again
      Path zip = module.resolve(QUARKUS_ZIP);
      if (Files.exists(zip) && Files.exists(module.resolve(QUARKUS_MARK))) {
        return new CodeSource.Archive(zip);
      }
      Path classes = module.resolve(CLASSES);
      if (!Files.isDirectory(classes)) {
        throw new UserMistake(
            "the build of " + module + " gave no target/classes",
            "let CodeUri name the module that holds the handler");
      }
      return new CodeSource.Built(classes, libraries(module.resolve(DEPENDENCIES)));
    } catch (IOException e) {
      throw new UncheckedIOException("could not build " + root + ": " + e, e);
    }
  }

  /** The topmost folder whose pom.xml names the one below it as a module. */
  private static Path reactorRoot(Path module) {
    Path root = module;
    Path parent = module.getParent();
    while (parent != null && Files.exists(parent.resolve("pom.xml")) && lists(parent, root)) {
      root = parent;
      parent = parent.getParent();
    }
    return root;
  }

  private static boolean lists(Path parent, Path child) {
    try {
      String pom = Files.readString(parent.resolve("pom.xml"), StandardCharsets.UTF_8);
      return pom.contains("<module>" + parent.relativize(child) + "</module>");
    } catch (IOException e) {
      return false;
    }
  }

  /** The last build was of exactly these sources. */
  private static boolean isFresh(Path root, Path module) throws IOException {
    Path stamp = root.resolve(STAMP);
    return Files.exists(stamp)
        && Files.isDirectory(module.resolve(CLASSES))
        && Files.readString(stamp).equals(sources(root));
  }

  /** A line for each file below the root; results and hidden folders are no sources. */
  private static String sources(Path root) throws IOException {
    List<String> lines = new ArrayList<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            String name = String.valueOf(folder.getFileName());
            return RESULTS.contains(name) || name.startsWith(".")
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            lines.add(
                root.relativize(file)
                    + " "
                    + attributes.size()
                    + " "
                    + attributes.lastModifiedTime().toInstant());
            return FileVisitResult.CONTINUE;
          }
        });
    Collections.sort(lines);
    return String.join("\n", lines);
  }

  private void build(Path root) throws IOException {
    BuildUser user = BuildUser.of(root, environment);
    String who = user.words().isEmpty() ? "" : ", " + user.words();
    progress.line("building " + root.getFileName() + " with Maven" + who + " ...");
    MavenBuild build = new MavenBuild(root, user, environment, patience);
    for (Path old : stale(root)) {
      build.delete(old);
    }
    String sources = sources(root); // before the build: a change during it makes it stale
    build.run(DEPENDENCIES);
    build.keep(sources, root.resolve(STAMP));
  }

  /**
   * A version that is no longer a dependency must not stay beside the new one, nor a zip of Quarkus
   * when the project no longer makes one.
   */
  private static List<Path> stale(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(file -> file.endsWith(DEPENDENCIES) || file.endsWith(QUARKUS_MARK))
          .toList();
    }
  }

  private static List<Path> libraries(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    }
  }
}
