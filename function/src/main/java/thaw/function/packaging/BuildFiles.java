package thaw.function.packaging;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import thaw.files.WholeFile;

/** The files that make a folder a project of Maven or Gradle, and the folders these write. */
public final class BuildFiles {
  public static final String POM = "pom.xml";

  /** Of a module: they say how it is built. Maven's comes first. */
  public static final List<String> OF_MODULES = both(List.of(POM), GradleFiles.BUILDS);

  private static final List<String> OF_GRADLE = both(GradleFiles.BUILDS, GradleFiles.SETTINGS);
  private static final List<String> OF_PROJECTS = both(List.of(POM), OF_GRADLE);

  private BuildFiles() {}

  private static List<String> both(List<String> some, List<String> others) {
    return Stream.concat(some.stream(), others.stream()).toList();
  }

  /** Returns what says how the module in a folder is built. */
  public static Optional<Path> ofModule(Path folder) {
    return OF_MODULES.stream().map(folder::resolve).filter(Files::isRegularFile).findFirst();
  }

  /** Returns whether a folder is a module, or holds modules together. */
  public static boolean isProject(Path folder) {
    return OF_PROJECTS.stream().map(folder::resolve).anyMatch(Files::exists);
  }

  /** Returns whether a folder's project of Maven names the one in another folder as its module. */
  static boolean hasModule(Path folder, Path module) {
    Path pom = folder.resolve(POM);
    return Files.isRegularFile(pom)
        && Pattern.compile(
                "<module>\\s*(?:\\./)?"
                    + Pattern.quote(folder.relativize(module).toString())
                    + "/?\\s*</module>")
            .matcher(WholeFile.text(pom))
            .find();
  }

  /** Returns whether a build writes into folders of this name. */
  public static boolean isNameOfOutput(Path folder) {
    return !writers(folder).isEmpty();
  }

  /** Returns whether it is a folder that the build of the project beside it writes. */
  public static boolean isOutput(Path folder) {
    return writers(folder).stream().map(folder::resolveSibling).anyMatch(Files::exists);
  }

  private static List<String> writers(Path folder) {
    return switch (String.valueOf(folder.getFileName())) {
      case "target" -> List.of(POM);
      case "build", ".gradle" -> OF_GRADLE;
      default -> List.of();
    };
  }
}
