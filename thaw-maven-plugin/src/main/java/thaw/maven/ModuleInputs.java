package thaw.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.project.MavenProject;
import thaw.program.ProgramParts;
import thaw.program.Templates;

/** All that a command's result on a module depends on, as far as it is known. */
record ModuleInputs(MavenProject project, Path source, Path program) {
  /** The ends of names of files that a build makes again at each run, and that are not read. */
  private static final List<String> BUILT = List.of(".jar", ".zip");

  /**
   * The digest of module, libraries, program and command.
   *
   * @return empty when a template reaches out of the module: nobody knows what is there
   */
  Optional<String> digest(List<String> words, Path out) throws IOException {
    Path module = project.getBasedir().toPath();
    Path target = Path.of(project.getBuild().getDirectory());
    if (!source.startsWith(module) || Templates.reachesOut(source)) {
      return Optional.empty();
    }
    InputDigest digest = new InputDigest();
    words.forEach(digest::text);
    digest.text(ProgramParts.of(program).stamp());
    digest.files(module, Set.of(target, out));
    digest.files(Path.of(project.getBuild().getOutputDirectory()), Set.of());
    for (Path each : packages(target)) {
      digest.files(each, Set.of());
    }
    for (Artifact library : project.getArtifacts()) {
      File file = library.getFile();
      if (file != null) {
        digest.files(file.toPath(), Set.of());
      }
    }
    return Optional.of(digest.value());
  }

  private static List<Path> packages(Path target) throws IOException {
    return Files.isDirectory(target)
        ? sorted(target).stream()
            .filter(Files::isRegularFile)
            .filter(each -> BUILT.stream().anyMatch(each.toString()::endsWith))
            .collect(Collectors.toList())
        : List.of();
  }

  private static List<Path> sorted(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.sorted().collect(Collectors.toList());
    }
  }
}
