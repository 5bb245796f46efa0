package thaw.maven;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;
import org.jspecify.annotations.Nullable;
import thaw.program.ProgramCall;
import thaw.program.ProgramWords;

/**
 * Makes a deployment package with a JVM and a class archive of its own, and a template for sam
 * deploy.
 */
@Mojo(
    name = "package",
    defaultPhase = LifecyclePhase.PACKAGE,
    requiresDependencyResolution = ResolutionScope.RUNTIME,
    threadSafe = true)
public final class PackageMojo extends ResultMojo {
  /** provided, managed, image or runtime. */
  @Parameter(property = "thaw.to")
  private @Nullable String to;

  /** Events that train the class archive: files or JSON. */
  @Parameter(property = "thaw.events")
  private List<String> events = List.of();

  /** A folder of results of thaw fix, whose remedies the package has. */
  @Parameter(property = "thaw.fix")
  private @Nullable File fix;

  /** x86_64 or arm64. Default: this machine's. */
  @Parameter(property = "thaw.arch")
  private @Nullable String arch;

  /** Base image of an image. */
  @Parameter(property = "thaw.base")
  private @Nullable String base;

  /** Form of an image: docker-tar, oci-tar, oci-layout. */
  @Parameter(property = "thaw.format")
  private @Nullable String format;

  @Override
  String goal() {
    return "package";
  }

  @Override
  ProgramWords words(ProgramWords begun, Path out) {
    return begun
        .value("--to", to)
        .values("--event", events)
        .value("--fix", fix)
        .value("--arch", arch)
        .value("--base", base)
        .value("--format", format);
  }

  @Override
  void judge(ProgramCall ended, Path out) throws MojoFailureException {
    throw new MojoFailureException(
        "No package was made; the log above says why."
            + System.lineSeparator()
            + "Remedy: let the function succeed with its event first: mvn thaw:bench");
  }
}
