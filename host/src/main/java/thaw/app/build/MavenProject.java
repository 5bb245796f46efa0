package thaw.app.build;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import thaw.function.packaging.CodeSource;
import thaw.problem.UserMistake;

/**
 * A Maven project, laid out as {@code sam build} does it: classes and resources to the task root,
 * runtime dependencies to {@code lib/}.
 *
 * @param root of the reactor
 */
public record MavenProject(Path root, Path module) implements BuildProject {
  private static final String DEPENDENCIES = "target/thaw/dependency";
  private static final String CLASSES = "target/classes";
  private static final String STAMP = "target/thaw/built";

  private static final String QUARKUS_ZIP = "target/" + BuildProject.QUARKUS_ZIP;
  private static final String QUARKUS_MARK = "target/" + BuildProject.QUARKUS_MARK;

  private static final List<String> ARGUMENTS =
      List.of(
          "-B",
          "-DskipTests",
          "-DincludeScope=runtime",
          "package",
          "org.apache.maven.plugins:maven-dependency-plugin:3.11.0:copy-dependencies",
          "-DoutputDirectory=" + DEPENDENCIES);

  /** The reactor's root is the topmost folder whose pom names the one below it as a module. */
  public static MavenProject of(Path module) {
    Path root = module;
    Path folder = module;
    while (folder.getParent() != null && !Files.exists(folder.resolve(".git"))) {
      folder = folder.getParent();
      if (MavenSources.lists(folder, root)) {
        root = folder;
      }
    }
    return new MavenProject(root, module);
  }

  @Override
  public BuildProject movedTo(Path other) {
    return new MavenProject(other, other.resolve(root.relativize(module)));
  }

  @Override
  public String tool() {
    return "Maven";
  }

  @Override
  public Path stamp() {
    return root.resolve(STAMP);
  }

  @Override
  public SortedSet<Path> sources() throws IOException {
    return MavenSources.of(root);
  }

  /**
   * A version that is no longer a dependency must not stay beside the new one, nor a zip of Quarkus
   * when the project no longer makes one.
   */
  @Override
  public List<Path> stale() throws IOException {
    List<Path> stale = new ArrayList<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            if (String.valueOf(folder.getFileName()).equals("target")) {
              Path project = folder.resolveSibling("");
              for (String each : List.of(DEPENDENCIES, QUARKUS_MARK)) {
                Path old = project.resolve(each);
                if (Files.exists(old)) {
                  stale.add(old);
                }
              }
              return FileVisitResult.SKIP_SUBTREE;
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException failure) {
            return FileVisitResult.CONTINUE;
          }
        });
    return stale;
  }

  @Override
  public Map<Path, String> files() {
    return Map.of();
  }

  @Override
  public boolean isBuilt() {
    return Files.isDirectory(module.resolve(CLASSES));
  }

  @Override
  public Path output() {
    return module.resolve("target");
  }

  @Override
  public CodeSource.Built compiled() throws IOException {
    if (!isBuilt()) {
      throw new UserMistake(
          "the build of " + module + " gave no target/classes",
          "let CodeUri name the module that holds the handler");
    }
    return new CodeSource.Built(
        module.resolve(CLASSES), BuildProject.jars(module.resolve(DEPENDENCIES)));
  }

  @Override
  public List<Path> outputs() {
    return List.of(
        module.resolve(CLASSES), module.resolve(DEPENDENCIES), module.resolve(QUARKUS_ZIP));
  }

  /** Maven asks the network only for what is not in its repository: it needs no word of ours. */
  @Override
  public BuildCommand command(boolean again) {
    return wrapper()
        .map(script -> command(BuildProject.script(script), true, ""))
        .orElseGet(() -> command(List.of("mvn"), false, ""));
  }

  /** Returns the wrapper's script, which is in the reactor's root, or with a parent above it. */
  private Optional<Path> wrapper() {
    Path folder = root;
    while (folder != null && Files.isRegularFile(folder.resolve("pom.xml"))) {
      Path script = folder.resolve("mvnw");
      if (Files.isRegularFile(script)) {
        return Optional.of(script);
      }
      folder = folder.getParent();
    }
    return Optional.empty();
  }

  private static BuildCommand command(List<String> program, boolean byWrapper, String note) {
    List<String> words = new ArrayList<>(program);
    words.addAll(ARGUMENTS);
    return new BuildCommand(
        words, Map.of("JAVA_HOME", System.getProperty("java.home")), byWrapper, false, note);
  }

  @Override
  public Optional<BuildCommand> otherThan(BuildCommand failed, String log) {
    boolean never = !log.contains("[INFO]") && !log.contains("[ERROR]");
    return failed.byWrapper() && never
        ? Optional.of(command(List.of("mvn"), false, "its mvnw could not get Maven"))
        : Optional.empty();
  }

  @Override
  public List<String> errors(String log) {
    return BuildErrors.ofMaven(log);
  }

  @Override
  public String remedyForMissing() {
    return "install Maven (Debian: apt-get install maven), give the project a wrapper, or let"
        + " CodeUri name a built jar or zip";
  }
}
