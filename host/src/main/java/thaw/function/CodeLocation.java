package thaw.function;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import thaw.problem.UserMistake;

/** Tells what lies at a path: an archive, a task root or a project that is not built yet. */
final class CodeLocation {
  /** {@code target/app.jar} and {@code build/libs/app.jar} lie this deep in their projects. */
  private static final int DEPTH_OF_OUTPUT = 2;

  /** Of projects that are no Java: a custom runtime's. */
  private static final String MAKEFILE = "Makefile";

  private CodeLocation() {}

  /**
   * @param application the template's folder: the project of a missing archive is looked for in it
   * @param subject how a mistake begins: the place and the property
   */
  static CodeSource of(Path path, Path application, String subject) {
    if (Files.isDirectory(path)) {
      Optional<CodeSource.BuildTool> tool = buildTool(path);
      return tool.isPresent()
          ? new CodeSource.Project(path, tool.get())
          : new CodeSource.Folder(path);
    }
    if (!Files.exists(path)) {
      throw new UserMistake(
          subject + " does not exist: " + path, remedyForMissing(path, application));
    }
    if (!isArchive(path)) {
      throw new UserMistake(
          subject + " must be a .jar, a .zip or a folder: " + path,
          "name the jar or zip that your build makes, or the project's folder");
    }
    return new CodeSource.Archive(path);
  }

  static boolean isArchive(Path path) {
    String name = String.valueOf(path.getFileName()).toLowerCase(Locale.ROOT);
    return name.endsWith(".jar") || name.endsWith(".zip");
  }

  static Optional<CodeSource.BuildTool> buildTool(Path folder) {
    if (Files.isRegularFile(folder.resolve("pom.xml"))) {
      return Optional.of(CodeSource.BuildTool.MAVEN);
    }
    boolean gradle =
        Stream.of("build.gradle", "build.gradle.kts")
            .anyMatch(name -> Files.isRegularFile(folder.resolve(name)));
    return gradle ? Optional.of(CodeSource.BuildTool.GRADLE) : Optional.empty();
  }

  /** Jars at the top of a task root: Lambda looks for jars in {@code lib} only. */
  static List<String> misplacedJars(Path folder) {
    return archives(folder).filter(name -> name.endsWith(".jar")).toList();
  }

  private static String remedyForMissing(Path path, Path application) {
    if (path.toString().contains("${")) {
      return "write !Sub before it, otherwise ${...} stands for itself";
    }
    if (path.toString().contains("/.aws-sam/") || path.startsWith(".aws-sam")) {
      return "run: sam build";
    }
    Path absolute = path.toAbsolutePath().normalize();
    Path parent = absolute.getParent();
    // A build makes archives and what is in its output folders; any other name is a misspelling.
    if (!path.toString().matches(".*\\.(jar|zip)")
        && parent != null
        && buildTool(parent).isPresent()) {
      return "correct the path";
    }
    Path limit = application.toAbsolutePath().normalize();
    Path folder = parent;
    for (int i = 0; folder != null && (folder.startsWith(limit) || i <= DEPTH_OF_OUTPUT); i++) {
      Optional<CodeSource.BuildTool> tool = buildTool(folder);
      if (tool.isPresent()) {
        return "build it first: (cd " + folder + " && " + command(folder, tool.get()) + ")";
      }
      if (Files.isRegularFile(folder.resolve(MAKEFILE))) {
        return "build it first: make -C " + folder;
      }
      folder = folder.equals(limit) ? null : folder.getParent();
    }
    String others = parent == null ? "" : archives(parent).collect(Collectors.joining(", "));
    return others.isEmpty() ? "correct the path" : "correct the path; beside it there is " + others;
  }

  private static String command(Path project, CodeSource.BuildTool tool) {
    return switch (tool) {
      case MAVEN -> Files.exists(project.resolve("mvnw")) ? "./mvnw package" : "mvn package";
      case GRADLE -> Files.exists(project.resolve("gradlew")) ? "./gradlew build" : "gradle build";
    };
  }

  private static Stream<String> archives(Path folder) {
    if (!Files.isDirectory(folder)) {
      return Stream.empty();
    }
    try (Stream<Path> entries = Files.list(folder)) {
      return entries
          .filter(CodeLocation::isArchive)
          .map(entry -> String.valueOf(entry.getFileName()))
          .sorted()
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException("could not list " + folder, e);
    }
  }
}
