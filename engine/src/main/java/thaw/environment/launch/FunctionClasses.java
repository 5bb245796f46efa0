package thaw.environment.launch;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import thaw.files.ForeignTree;
import thaw.function.packaging.DeploymentPackage;

/**
 * The jars of a function in the order in which the official runtime client's class loader searches
 * them, to be on the application's class path behind the client's own: that loader asks its parent
 * first, and class archives hold only what is on the class path. What the function finds there is
 * what it would find on Lambda; {@code docs/aws/snapstart.md} says what differs.
 *
 * @param libraries names of the jars in the task root's {@code lib}
 * @param layerLibraries names of the jars in {@code /opt/java/lib}
 */
public record FunctionClasses(List<String> libraries, List<String> layerLibraries) {
  /** The jar in the archive's folder that has the classes of the task root. */
  public static final String JAR = "classes.jar";

  private static final String LIBRARIES = "lib";
  private static final String LAYER_LIBRARIES = "java/lib";

  public FunctionClasses {
    libraries = List.copyOf(libraries);
    layerLibraries = List.copyOf(layerLibraries);
  }

  /** Those of the code at {@code task}, on the host. */
  static FunctionClasses of(Path task, Optional<Path> layers) {
    return new FunctionClasses(
        DeploymentPackage.jarsIn(new ForeignTree(task), LIBRARIES),
        layers
            .map(root -> DeploymentPackage.jarsIn(new ForeignTree(root), LAYER_LIBRARIES))
            .orElse(List.of()));
  }

  /** The jars where {@code task} and the others are, on the host or in the box. */
  public List<Path> jars(Path archive, Path task, Path opt) {
    return behind(archive.resolve(JAR), task, opt);
  }

  private List<Path> behind(Path classes, Path task, Path opt) {
    List<Path> jars = new ArrayList<>();
    jars.add(classes);
    libraries.forEach(name -> jars.add(task.resolve(LIBRARIES).resolve(name)));
    layerLibraries.forEach(name -> jars.add(opt.resolve(LAYER_LIBRARIES).resolve(name)));
    return jars;
  }

  /** The same where there is no archive: the classes of the task root are in its folder. */
  List<Path> inPlace(Path task, Path opt) {
    return behind(task, task, opt);
  }

  /** A name with a colon cannot be on a class path. */
  public Optional<String> obstacle() {
    return Stream.concat(libraries.stream(), layerLibraries.stream())
        .filter(name -> name.contains(":"))
        .findFirst()
        .map(name -> name + " has a colon in its name");
  }
}
