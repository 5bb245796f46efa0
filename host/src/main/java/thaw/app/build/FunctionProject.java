package thaw.app.build;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import thaw.function.FunctionDefinition;
import thaw.function.JavaRuntimes;
import thaw.function.packaging.CdkOrigins;
import thaw.function.packaging.CodeLocation;
import thaw.function.packaging.CodeSource;

/**
 * The module whose build makes what a function consists of.
 *
 * @param archive the file of its results, relative to it, that the template names as the function's
 *     code; none where it names the module
 * @param runtime Java version of the function's runtime; 0 where it has none
 */
public record FunctionProject(CodeSource.Project module, Optional<Path> archive, int runtime) {
  public static Optional<FunctionProject> of(FunctionDefinition function) {
    return of(function, new CdkOrigins());
  }

  /**
   * The same for one of several functions.
   *
   * @param origins for all of them
   */
  public static Optional<FunctionProject> of(FunctionDefinition function, CdkOrigins origins) {
    return of(function.code(), JavaRuntimes.feature(function.runtime()), origins);
  }

  static Optional<FunctionProject> of(CodeSource code, int runtime) {
    return of(code, runtime, new CdkOrigins());
  }

  private static Optional<FunctionProject> of(CodeSource code, int runtime, CdkOrigins origins) {
    return switch (code) {
      case CodeSource.Project module when module.tool() == CodeSource.BuildTool.MAKE ->
          Optional.empty(); // of what make does nothing is known
      case CodeSource.Project module ->
          Optional.of(
              new FunctionProject(
                  module,
                  module.archive().map(module.path().toAbsolutePath().normalize()::relativize),
                  runtime));
      case CodeSource.Archive file ->
          built(file.path().toAbsolutePath().normalize(), origins)
              .flatMap(result ->
                  new CodeSource.Archive(result)
                      .project()
                      .map(module ->
                          new FunctionProject(
                              module, Optional.of(module.path().relativize(result)), runtime)));
      case CodeSource.Folder _, CodeSource.Built _, CodeSource.Image _ -> Optional.empty();
    };
  }

  /** The result of a build: that which {@code cdk synth} has copied, where it is such a copy. */
  private static Optional<Path> built(Path archive, CdkOrigins origins) {
    return CodeLocation.isBuilt(archive) ? origins.of(archive) : Optional.of(archive);
  }

  /** Returns the absolute path of the module. */
  public Path path() {
    return module.path().toAbsolutePath().normalize();
  }

  public FunctionProject movedTo(Path other) {
    return new FunctionProject(new CodeSource.Project(other, module.tool()), archive, runtime);
  }

  /**
   * The topmost folder of the project that the module is part of: with Maven parents with a pom.xml
   * count, with Gradle the settings.
   */
  Path root() {
    Path root = path();
    if (module.tool() == CodeSource.BuildTool.GRADLE) {
      return GradleProject.of(root).root();
    }
    while (root.getParent() != null && Files.exists(root.resolveSibling("pom.xml"))) {
      root = root.getParent();
    }
    return root;
  }
}
