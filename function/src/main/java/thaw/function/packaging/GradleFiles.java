package thaw.function.packaging;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The scripts of Gradle, by the languages that it has for them. */
public final class GradleFiles {
  private static final List<String> ENDINGS = List.of(".gradle", ".gradle.kts", ".gradle.dcl");

  static final List<String> BUILDS = named("build");
  static final List<String> SETTINGS = named("settings");

  private GradleFiles() {}

  private static List<String> named(String name) {
    return ENDINGS.stream().map(ending -> name + ending).toList();
  }

  public static boolean isScript(String name) {
    return ENDINGS.stream().anyMatch(name::endsWith);
  }

  public static boolean hasBuild(Path folder) {
    return has(folder, BUILDS);
  }

  public static boolean hasSettings(Path folder) {
    return has(folder, SETTINGS);
  }

  private static boolean has(Path folder, List<String> names) {
    return names.stream().map(folder::resolve).anyMatch(Files::isRegularFile);
  }

  /**
   * Returns the nearest folder with settings, this one or one above it, as Gradle looks for it. A
   * repository's root is where nothing else begins; a submodule, whose {@code .git} is a file, may
   * be a part of the project around it.
   */
  public static Optional<Path> root(Path folder) {
    for (Path each = folder; each != null; each = each.getParent()) {
      if (hasSettings(each)) {
        return Optional.of(each);
      }
      if (Files.isDirectory(each.resolve(".git"))) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }
}
