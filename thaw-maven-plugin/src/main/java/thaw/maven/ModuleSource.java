package thaw.maven;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.project.MavenProject;
import org.jspecify.annotations.Nullable;
import thaw.program.Templates;

/**
 * Finds what the program is to run of a module: its template's folder, else what the build has
 * made.
 */
final class ModuleSource {
  private ModuleSource() {}

  /**
   * Finds it.
   *
   * @param wanted as configured
   * @return empty when the module has no functions: an aggregator
   * @throws MojoExecutionException when it was to be built before
   */
  static Optional<Path> of(MavenProject project, @Nullable File wanted)
      throws MojoExecutionException {
    if (wanted != null) {
      return Optional.of(wanted.toPath());
    }
    Path folder = project.getBasedir().toPath();
    if (Templates.in(folder).isPresent()) {
      return Optional.of(folder);
    }
    if (project.getPackaging().equals("pom")) {
      return Optional.empty();
    }
    return Stream.of(
            Optional.ofNullable(project.getArtifact().getFile()).map(File::toPath),
            Optional.of(
                Path.of(
                    project.getBuild().getDirectory(), project.getBuild().getFinalName() + ".jar")))
        .flatMap(Optional::stream)
        .filter(Files::isRegularFile)
        .findFirst()
        .map(Optional::of)
        .orElseThrow(() ->
            new MojoExecutionException(
                "The module has neither a template.yaml nor a built jar: "
                    + folder
                    + System.lineSeparator()
                    + "Remedy: write a template, or let the goal come after the phase package:"
                    + " mvn package thaw:GOAL"));
  }
}
