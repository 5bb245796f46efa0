package thaw.app.build;

import java.nio.file.Path;
import thaw.function.packaging.CodeSource;

/** Finds the project that the code of a function belongs to, by its tool. */
final class BuildProjects {
  private BuildProjects() {}

  /**
   * @param source with any path
   */
  static BuildProject of(CodeSource.Project source) {
    Path module = source.path().toAbsolutePath().normalize();
    return switch (source.tool()) {
      case MAVEN -> MavenProject.of(module);
      case GRADLE -> GradleProject.of(module);
      case MAKE -> new MakeProject(module, source.rule().orElseThrow());
    };
  }
}
