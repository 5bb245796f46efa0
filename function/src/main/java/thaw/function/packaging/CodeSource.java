package thaw.function.packaging;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The place of a function's code or a layer's content, before it is a deployment package. */
public sealed interface CodeSource {
  Path path();

  /**
   * Writes the zip that Lambda would have of it: an archive as it is, all else as a plain zip whose
   * digest is that of the package. Of a container image its tar.
   *
   * @param exploded what was made of it
   */
  default void copyZip(DeploymentPackage exploded, OutputStream out) throws IOException {
    if (this instanceof Archive(Path path)) {
      Files.copy(path, out);
    } else if (this instanceof Image image) {
      image.writeTar(out);
    } else {
      TaskTree.of(exploded.root()).zip(out);
    }
  }

  /** A jar or zip, exploded as Lambda does. */
  record Archive(Path path) implements CodeSource {
    /**
     * The project among whose results it lies: {@code target/app.jar} of Maven, {@code
     * build/libs/app.jar} or {@code build/distributions/app.zip} of Gradle.
     */
    public Optional<Project> project() {
      return CodeLocation.projectOf(path.toAbsolutePath().normalize());
    }
  }

  /** A folder that is the task root already: classes and resources, {@code lib/*.jar}. */
  record Folder(Path path) implements CodeSource {}

  /**
   * A container image, {@code PackageType: Image}: an OCI layout, an OCI tar or what docker save
   * writes.
   */
  record Image(Path path, ImageConfig config) implements CodeSource {
    /** The name in place of Lambda's identifier of a runtime; a function with an image has none. */
    public static final String RUNTIME = "image";

    /** Returns the digest of the image's tar. */
    public Sha256 digest() throws IOException {
      return Sha256.of(this::writeTar);
    }

    private void writeTar(OutputStream out) throws IOException {
      if (Files.isRegularFile(path)) {
        Files.copy(path, out);
      } else {
        LayoutTar.write(path, out);
      }
    }
  }

  /**
   * A folder with a {@code pom.xml} (or the like), to be built before it can be run.
   *
   * @param rule what make is called for; empty with all other tools
   * @param archive the file of its results that is deployed; none where its classes and libraries
   *     are
   */
  record Project(Path path, BuildTool tool, Optional<MakeRule> rule, Optional<Path> archive)
      implements CodeSource {
    public Project(Path path, BuildTool tool) {
      this(path, tool, Optional.empty(), Optional.empty());
    }

    public Project(Path path, BuildTool tool, Optional<MakeRule> rule) {
      this(path, tool, rule, Optional.empty());
    }
  }

  /**
   * The rule of a Makefile that builds one resource, {@code build-ID}.
   *
   * @param resource logical id
   * @param makefile with the rule
   * @param folder in which make runs
   */
  record MakeRule(String resource, Path makefile, Path folder) {}

  /**
   * A project's output, to be laid out as {@code sam build} does: the classes at the task root, the
   * libraries in {@code lib}. As a layer: all of it as jars in {@code java/lib}.
   *
   * @param classes at least one folder, as on a class path: the first one that has a file wins
   */
  record Built(List<Path> classes, List<Path> libraries) implements CodeSource {
    public Built {
      classes = List.copyOf(classes);
      libraries = List.copyOf(libraries);
    }

    public Built(Path classes, List<Path> libraries) {
      this(List.of(classes), libraries);
    }

    @Override
    public Path path() {
      return classes.getFirst();
    }
  }

  /** The build tools whose projects are recognised by their build file. */
  enum BuildTool {
    MAVEN,
    GRADLE,
    MAKE
  }
}
