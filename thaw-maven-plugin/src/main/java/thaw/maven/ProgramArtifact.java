package thaw.maven;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.maven.plugin.MojoExecutionException;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.RepositorySystemSession;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResolutionException;
import org.jspecify.annotations.Nullable;
import thaw.program.ProgramFile;
import thaw.program.ProgramZip;

/** The program of a build: one that is named, else the artefact {@code thaw-distribution}. */
record ProgramArtifact(
    RepositorySystem system, RepositorySystemSession session, List<RemoteRepository> remotes) {

  /**
   * Finds it, downloads it when no repository on this machine has it, and unpacks it once.
   *
   * @param home as configured
   * @param version of the artefact
   */
  Path program(@Nullable String home, Map<String, String> environment, String version)
      throws MojoExecutionException {
    Optional<Path> named =
        ProgramFile.named(Optional.ofNullable(home), environment.get(ProgramFile.VARIABLE));
    return named.isPresent()
        ? named.get()
        : ProgramFile.in(
            "thaw-distribution",
            ProgramZip.home(zip(version).toPath(), ProgramZip.cache(environment)).toString());
  }

  private File zip(String version) throws MojoExecutionException {
    DefaultArtifact wanted = new DefaultArtifact("dev.thaw", "thaw-distribution", "zip", version);
    try {
      return system
          .resolveArtifact(session, new ArtifactRequest(wanted, remotes, null))
          .getArtifact()
          .getFile();
    } catch (ArtifactResolutionException e) {
      throw new MojoExecutionException(
          "The program thaw was not found as "
              + wanted
              + ": "
              + e.getMessage()
              + System.lineSeparator()
              + "Remedy: name the repository that has it in <pluginRepositories>, or set"
              + " THAW_HOME to a folder of Thaw",
          e);
    }
  }
}
