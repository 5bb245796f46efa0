package thaw.function.packaging;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import thaw.problem.ShellWord;
import thaw.problem.UserMistake;

/** Tells what lies at a path: an archive, a task root or a project that is not built yet. */
public final class CodeLocation {
  /** {@code target/app.jar} and {@code build/libs/app.jar} lie this deep in their projects. */
  private static final int DEPTH_OF_OUTPUT = 2;

  /** The build file of projects that are no Java, such as a custom runtime's. */
  private static final String MAKEFILE = "Makefile";

  /** What Gradle compiles or packs; another folder in {@code src/main} is another tool's. */
  private static final List<String> SOURCES =
      List.of("java", "kotlin", "scala", "groovy", "resources");

  /** The folder into which {@code cdk synth} writes unless it is told otherwise. */
  public static final String CDK_OUTPUT = "cdk.out";

  /** The current folder has no name, and messages need one. */
  private static final Path HERE = Path.of(".");

  private CodeLocation() {}

  /**
   * @param application the template's folder: the project of a missing archive is looked for in it
   * @param subject how a mistake begins: the place and the property
   */
  public static CodeSource of(Path path, Path application, String subject) {
    return named(path.toString().isEmpty() ? HERE : path, application, subject);
  }

  /**
   * Returns the same of a function: an archive that is not there, and whose place is that of a
   * build's results, is a project to be built.
   */
  public static CodeSource ofFunction(Path path, Path application, String subject) {
    Optional<CodeSource.Project> project =
        Files.exists(path) || !isArchive(path) || path.toString().contains("${")
            ? Optional.empty()
            : projectOf(path.toAbsolutePath().normalize());
    return project.isPresent()
        ? new CodeSource.Project(
            project.get().path(),
            project.get().tool(),
            Optional.empty(),
            Optional.of(path.toAbsolutePath().normalize()))
        : of(path, application, subject);
  }

  private static CodeSource named(Path path, Path application, String subject) {
    if (Files.isDirectory(path)) {
      Optional<CodeSource.BuildTool> tool = buildTool(path);
      return tool.isPresent() && !isBuilt(path)
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

  /**
   * Tells whether {@code sam build} or {@code cdk synth} has made the folder, which is then
   * deployed as it is.
   */
  public static boolean isBuilt(Path folder) {
    Path path = folder.toAbsolutePath().normalize();
    return path.toString().contains("/.aws-sam/build/")
        || (path.getParent() != null && isCdkOutput(path.getParent()));
  }

  /** CDK marks its output by a file of this name, whatever the folder's name is. */
  public static boolean isCdkOutput(Path folder) {
    return folder.endsWith(CDK_OUTPUT) || Files.isRegularFile(folder.resolve(CDK_OUTPUT));
  }

  static boolean isArchive(Path path) {
    String name = String.valueOf(path.getFileName()).toLowerCase(Locale.ROOT);
    return name.endsWith(".jar") || name.endsWith(".zip");
  }

  /** Returns what builds the folder; empty when it is no project of Java. */
  public static Optional<CodeSource.BuildTool> buildTool(Path folder) {
    if (Files.isRegularFile(folder.resolve(BuildFiles.POM))) {
      return Optional.of(CodeSource.BuildTool.MAVEN);
    }
    return isGradle(folder) ? Optional.of(CodeSource.BuildTool.GRADLE) : Optional.empty();
  }

  /**
   * A module of Gradle need not have a script: that of the project above it may say all, or the
   * settings may give it another name.
   */
  private static boolean isGradle(Path folder) {
    if (GradleFiles.hasBuild(folder)) {
      return true;
    }
    Path above = folder.toAbsolutePath().normalize().getParent();
    Path sources = folder.resolve("src/main");
    return above != null
        && SOURCES.stream().anyMatch(name -> Files.isDirectory(sources.resolve(name)))
        && GradleFiles.root(above).isPresent();
  }

  /** Jars at the top of a task root: Lambda looks for jars in {@code lib} only. */
  public static List<String> misplacedJars(Path folder) {
    return archives(folder).filter(name -> name.endsWith(".jar")).toList();
  }

  private static String remedyForMissing(Path path, Path application) {
    if (path.toString().contains("${")) {
      return "write !Sub before it, otherwise ${...} stands for itself";
    }
    if (path.toString().contains("/.aws-sam/") || path.startsWith(".aws-sam")) {
      return "run: sam build";
    }
    if (isCdkOutput(application.toAbsolutePath().normalize())) {
      return "run: cdk synth";
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
      Optional<CodeSource.BuildTool> tool = builderOf(absolute, folder);
      if (tool.isPresent()) {
        Path root = tool.get() == CodeSource.BuildTool.MAVEN ? reactor(folder) : folder;
        return "build it first: (cd "
            + ShellWord.quoted(root)
            + " && "
            + command(root, folder, tool.get(), absolute)
            + ")";
      }
      if (Files.isRegularFile(folder.resolve(MAKEFILE))) {
        return "build it first: make -C " + ShellWord.quoted(folder);
      }
      folder = folder.equals(limit) ? null : folder.getParent();
    }
    String others = parent == null ? "" : archives(parent).collect(Collectors.joining(", "));
    return others.isEmpty() ? "correct the path" : "correct the path; beside it there is " + others;
  }

  /** A project may have the files of two tools: where they write tells which one is meant. */
  private static Optional<CodeSource.BuildTool> builderOf(Path missing, Path project) {
    boolean inBuild = missing.startsWith(project.resolve("build")) && isGradle(project);
    return inBuild ? Optional.of(CodeSource.BuildTool.GRADLE) : buildTool(project);
  }

  /**
   * Returns the project whose build has written an archive, judged by where it lies; empty when it
   * is no build's output.
   */
  static Optional<CodeSource.Project> projectOf(Path archive) {
    Path folder = archive.getParent();
    for (int i = 0; i <= DEPTH_OF_OUTPUT && folder != null; i++) {
      Path project = folder.getParent();
      if (project == null) {
        return Optional.empty();
      }
      if (folder.endsWith("target") && Files.isRegularFile(project.resolve(BuildFiles.POM))) {
        return Optional.of(new CodeSource.Project(project, CodeSource.BuildTool.MAVEN));
      }
      if (folder.endsWith("build") && isGradle(project)) {
        return Optional.of(new CodeSource.Project(project, CodeSource.BuildTool.GRADLE));
      }
      folder = project;
    }
    return Optional.empty();
  }

  /** The topmost project of Maven that a module is built with: it may need others of it. */
  private static Path reactor(Path module) {
    Path root = module;
    for (Path up = module.getParent();
        up != null && BuildFiles.hasModule(up, root);
        up = up.getParent()) {
      root = up;
    }
    return root;
  }

  private static String command(Path root, Path project, CodeSource.BuildTool tool, Path missing) {
    return switch (tool) {
      case MAVEN ->
          program(root, "mvnw", "mvn")
              + (root.equals(project)
                  ? ""
                  : " -pl " + ShellWord.quoted(root.relativize(project)) + " -am")
              + " "
              + ArchiveGoal.ofMaven(project, missing);
      case GRADLE ->
          program(project, "gradlew", "gradle") + " " + ArchiveGoal.ofGradle(project, missing);
      case MAKE -> "make";
    };
  }

  /** A wrapper lies in the project's folder, or in that of a project that it is a part of. */
  private static String program(Path project, String wrapper, String otherwise) {
    String up = "./";
    Path folder = project;
    while (folder != null && BuildFiles.isProject(folder)) {
      if (Files.exists(folder.resolve(wrapper))) {
        return (Files.isExecutable(folder.resolve(wrapper)) ? "" : "sh ") + up + wrapper;
      }
      folder = folder.getParent();
      up = up.equals("./") ? "../" : up + "../";
    }
    return otherwise;
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
