package thaw.app.build;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import thaw.function.packaging.BuildFiles;
import thaw.function.packaging.CodeSource;

/**
 * Finds the classes that the build of a function's project made: those of its module, and of the
 * modules beside it in the same build. Nothing where the code is of no project that can be seen.
 */
public final class BuiltClasses {
  /** The folders of classes that Maven makes, and Gradle for Java, Kotlin, Groovy and Scala. */
  private static final List<String> OUTPUTS =
      List.of(
          "target/classes",
          "build/classes/java/main",
          "build/classes/kotlin/main",
          "build/classes/groovy/main",
          "build/classes/scala/main");

  /**
   * The depth of build results below a module: {@code target/app.jar}, {@code build/libs/app.jar}.
   */
  private static final int DEPTH_OF_RESULTS = 3;

  /** Modules lie below each other, and not deeper. */
  private static final int DEPTH_OF_MODULES = 3;

  private static final String CLASS = ".class";

  private BuiltClasses() {}

  /** Binary names. */
  public static Set<String> of(CodeSource source) {
    Optional<Path> module =
        switch (source) {
          case CodeSource.Project project -> Optional.of(project.path());
          case CodeSource.Archive(Path path) -> moduleAbove(path);
          case CodeSource.Folder(Path path) -> moduleAbove(path);
          case CodeSource.Image _ -> Optional.empty();
          case CodeSource.Built(List<Path> classes, List<Path> _) ->
              moduleAbove(classes.getFirst());
        };
    Set<String> names = new HashSet<>();
    module.map(Path::toAbsolutePath).map(Path::normalize).ifPresent(found -> add(found, names));
    return names;
  }

  /** The project whose results the code lies among. */
  private static Optional<Path> moduleAbove(Path code) {
    Path folder = code.toAbsolutePath().normalize().getParent();
    for (int i = 0; i < DEPTH_OF_RESULTS && folder != null; i++) {
      if (BuildFiles.isProject(folder)) {
        return Optional.of(folder);
      }
      folder = folder.getParent();
    }
    return Optional.empty();
  }

  private static void add(Path module, Set<String> names) {
    Path root = module;
    while (root.getParent() != null && BuildFiles.isProject(root.getParent())) {
      root = root.getParent();
    }
    try (Stream<Path> folders = Files.find(root, DEPTH_OF_MODULES, BuiltClasses::isModule)) {
      for (Path folder : (Iterable<Path>) folders::iterator) {
        for (String output : OUTPUTS) {
          addClasses(folder.resolve(output), names);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("could not look for modules in " + root + ": " + e, e);
    }
  }

  private static boolean isModule(Path folder, BasicFileAttributes attributes) {
    return attributes.isDirectory() && BuildFiles.isProject(folder);
  }

  private static void addClasses(Path output, Set<String> names) throws IOException {
    if (!Files.isDirectory(output)) {
      return;
    }
    try (Stream<Path> files = Files.walk(output)) {
      files
          .map(file -> output.relativize(file).toString())
          .filter(file -> file.endsWith(CLASS) && !file.startsWith("META-INF"))
          .map(file -> file.substring(0, file.length() - CLASS.length()).replace('/', '.'))
          .forEach(names::add);
    }
  }
}
