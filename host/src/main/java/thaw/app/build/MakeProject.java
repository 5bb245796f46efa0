package thaw.app.build;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import thaw.function.packaging.CodeSource;

/**
 * A folder whose Makefile builds a function or a layer, as {@code sam build} has it with {@code
 * BuildMethod: makefile}: {@code make build-ID} puts the whole of it into the folder that {@code
 * ARTIFACTS_DIR} names.
 */
record MakeProject(Path root, CodeSource.MakeRule rule) implements BuildProject {
  private static final String OUTPUT = ".aws-sam/thaw";
  private static final String STAMP = ".made";

  /** The folders that builds write, and those of other programs. */
  private static final Set<String> OUTPUTS =
      Set.of("target", "build", "bin", "out", "node_modules", "cdk.out");

  @Override
  public Path module() {
    return root;
  }

  @Override
  public BuildProject withModule(Path other) {
    return new MakeProject(other, rule);
  }

  /** What lies elsewhere stays there. */
  @Override
  public BuildProject movedTo(Path other) {
    return new MakeProject(
        other,
        new CodeSource.MakeRule(
            rule.resource(), moved(rule.makefile(), other), moved(rule.folder(), other)));
  }

  private Path moved(Path path, Path other) {
    return path.startsWith(root) ? other.resolve(root.relativize(path)) : path;
  }

  @Override
  public String tool() {
    return "make build-" + rule.resource();
  }

  @Override
  public Path stamp() {
    return root.resolve(OUTPUT).resolve(rule.resource() + STAMP);
  }

  /** A Makefile may read whatever it likes: all that lies here, but for what builds write. */
  @Override
  public SortedSet<Path> sources() throws IOException {
    SortedSet<Path> found = new TreeSet<>();
    SourceTree.add(rule.makefile(), found);
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            String name = String.valueOf(folder.getFileName());
            return !folder.equals(root) && (name.startsWith(".") || OUTPUTS.contains(name))
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (attributes.isRegularFile()) {
              found.add(file);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException failure) {
            return FileVisitResult.CONTINUE;
          }
        });
    return found;
  }

  @Override
  public List<Path> stale(Collection<Path> modules) {
    return Stream.of(output()).filter(Files::exists).toList();
  }

  @Override
  public List<Path> folders() {
    return List.of(output());
  }

  @Override
  public Map<Path, String> files() {
    return Map.of();
  }

  @Override
  public boolean isBuilt() throws IOException {
    if (!Files.isDirectory(output())) {
      return false;
    }
    try (Stream<Path> made = Files.list(output())) {
      return made.findAny().isPresent();
    }
  }

  @Override
  public Path output() {
    return root.resolve(OUTPUT).resolve(rule.resource());
  }

  @Override
  public CodeSource result(Path own) {
    return new CodeSource.Folder(output());
  }

  @Override
  public CodeSource.Built compiled() throws IOException {
    return new CodeSource.Built(output(), BuildProject.jars(output().resolve("lib")));
  }

  @Override
  public List<Path> outputs() {
    return List.of(output());
  }

  @Override
  public JdkSpan jdks() {
    return JdkSpan.ALL;
  }

  @Override
  public BuildCommand command(boolean again, Collection<Path> modules) {
    return new BuildCommand(
        List.of(
            "make",
            "-C",
            rule.folder().toString(),
            "--makefile",
            rule.makefile().toString(),
            "build-" + rule.resource()),
        Map.of("ARTIFACTS_DIR", output().toString()),
        false,
        false,
        "");
  }

  @Override
  public Optional<BuildCommand> otherThan(
      BuildCommand failed, Collection<Path> modules, String log) {
    return Optional.empty();
  }

  /** What it calls reports its errors in its own form. */
  @Override
  public List<String> errors(String log) {
    List<String> errors = BuildErrors.ofMaven(log);
    return errors.isEmpty() ? BuildErrors.ofGradle(log) : errors;
  }

  @Override
  public String remedyForMissing() {
    return "install make (Debian: apt-get install make), or name a built jar or zip: as CodeUri of the"
        + " template, or as the path";
  }
}
