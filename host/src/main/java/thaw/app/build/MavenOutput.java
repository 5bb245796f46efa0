package thaw.app.build;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Where a build with Maven writes to: {@code target}, unless the pom or a parent beside it has
 * another {@code directory} or {@code outputDirectory} for its build.
 */
record MavenOutput(Path folder, Path classes) {
  static MavenOutput of(Path module) {
    return of(module, MavenPom.of(module));
  }

  /**
   * @param pom of the module, where it has one
   */
  static MavenOutput of(Path module, Optional<MavenPom> pom) {
    Path folder = declared(pom, "directory", Map.of()).orElse(module.resolve("target"));
    Map<String, String> known = Map.of("project.build.directory", folder.toString());
    return new MavenOutput(
        folder, declared(pom, "outputDirectory", known).orElse(folder.resolve("classes")));
  }

  private static Optional<Path> declared(
      Optional<MavenPom> pom, String element, Map<String, String> known) {
    return pom.flatMap(each -> each.ofBuild(element).flatMap(text -> each.path(text, known)));
  }
}
