package thaw.environment.launch;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import thaw.function.packaging.DeploymentPackage;

/**
 * The jars of a function in the order in which the official runtime client's class loader searches
 * them, to be on the application's class path behind the client's own: that loader asks its parent
 * first, and class archives hold only what is on the class path. What the function finds there is
 * what it would find on Lambda; see {@code docs/decisions/0013-snapstart-fallback.md} for what
 * differs.
 *
 * @param libraries names of the jars in the task root's {@code lib}
 * @param layerLibraries names of the jars in {@code /opt/java/lib}
 */
public record FunctionClasses(List<String> libraries, List<String> layerLibraries) {
  /** In the archive's folder: the classes of the task root. */
  public static final String JAR = "classes.jar";

  private static final String LIBRARIES = "lib";
  private static final String LAYER_LIBRARIES = "java/lib";

  public FunctionClasses {
    libraries = List.copyOf(libraries);
    layerLibraries = List.copyOf(layerLibraries);
  }

  public static FunctionClasses of(EnvironmentSpec spec) {
    return new FunctionClasses(
        DeploymentPackage.jarsIn(spec.code().root().resolve(LIBRARIES)),
        spec.layers()
            .map(DeploymentPackage::root)
            .map(root -> DeploymentPackage.jarsIn(root.resolve(LAYER_LIBRARIES)))
            .orElse(List.of()));
  }

  /** The jars where {@code task} and the others are. */
  List<Path> jars(Path archive, Path task, Path opt) {
    return behind(archive.resolve(JAR), task, opt);
  }

  private List<Path> behind(Path classes, Path task, Path opt) {
    List<Path> jars = new ArrayList<>();
    jars.add(classes);
    libraries.forEach(name -> jars.add(task.resolve(LIBRARIES).resolve(name)));
    layerLibraries.forEach(name -> jars.add(opt.resolve(LAYER_LIBRARIES).resolve(name)));
    return jars;
  }

  /** As the host sees them. */
  public List<Path> onHost(EnvironmentSpec spec, Path archive) {
    Path code = spec.code().root();
    return jars(archive, code, spec.layers().map(DeploymentPackage::root).orElse(code));
  }

  /** As the function's JVM sees them. */
  List<Path> inBox(BoxLayout layout) {
    return jars(layout.archive(), layout.task(), layout.opt());
  }

  /** As the function's JVM sees them where there is no archive: the task root is a folder. */
  List<Path> inPlace(BoxLayout layout) {
    return behind(layout.task(), layout.task(), layout.opt());
  }

  /** A name with a colon cannot be on a class path. */
  public Optional<String> obstacle() {
    return Stream.concat(libraries.stream(), layerLibraries.stream())
        .filter(name -> name.contains(":"))
        .findFirst()
        .map(name -> name + " has a colon in its name");
  }
}
