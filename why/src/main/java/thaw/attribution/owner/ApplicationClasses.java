package thaw.attribution.owner;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Tells which classes are the function's own.
 *
 * @param packageName of the handler; empty where the handler is a class of a framework
 * @param artifact of the handler, where it was merged with others into the function's folder
 * @param isMixed whether artifacts were merged into the function's folder
 * @param built classes that the build of the function's project made: these and no others are its
 *     own; empty where that is not known
 */
public record ApplicationClasses(
    Optional<String> packageName,
    Optional<String> artifact,
    String namespace,
    boolean isMixed,
    Set<String> built) {
  /** Names of the packages under which everybody's packages are. */
  private static final List<String> SHARED_ROOTS =
      List.of("com", "org", "net", "io", "dev", "de", "edu", "gov", "me", "app");

  /**
   * @param built of the project that the function seems to be of
   */
  static ApplicationClasses of(String handler, CodePlaces places, Set<String> built) {
    boolean isBuilt = built.stream().anyMatch(name -> places.having(name).isPresent());
    Optional<Artifacts> root = places.task().map(CodePlaces.Place::artifacts);
    boolean isInRoot = root.filter(task -> task.contains(handler)).isPresent();
    boolean isMixed = root.filter(Artifacts::isMixed).isPresent();
    boolean isKnown = KnownPackages.table().ofClass(handler).isPresent();
    if (isKnown && (isMixed || !isInRoot)) {
      return new ApplicationClasses(
          Optional.empty(), Optional.empty(), "", isMixed, isBuilt ? built : Set.of());
    }
    return new ApplicationClasses(
        Optional.of(packageOf(handler)),
        root.filter(_ -> isInRoot).flatMap(task -> task.ofClass(handler)),
        namespace(handler),
        isMixed,
        isBuilt ? built : Set.of());
  }

  /**
   * Tells whether a class is the function's own: one that was built with it, or, where that is not
   * known, one in the handler's package or below it, in whatever jar.
   */
  boolean owns(String className) {
    if (!built.isEmpty()) {
      return built.contains(className);
    }
    if (packageName.isEmpty()) {
      return false;
    }
    String own = packageName.get();
    String other = packageOf(className);
    boolean isBelow = !own.isEmpty() && other.startsWith(own + ".");
    return other.equals(own) || (isBelow && !SHARED_ROOTS.contains(own));
  }

  /**
   * A class in the function's folder, of the handler's artifact or of none. Some artifacts that are
   * merged leave no trace but their classes: then only those of the handler's namespace are its
   * own.
   *
   * @param claim the artifact that claims the class
   */
  boolean ownsInRoot(Optional<String> claim, String className) {
    if (!built.isEmpty()) {
      return built.contains(className);
    }
    if (claim.isPresent()) {
      return claim.equals(artifact);
    }
    return !isMixed || packageName.isEmpty() || namespace(className).equals(namespace);
  }

  /** The first two parts of a class's package, which is what organisations own. */
  static String namespace(String className) {
    String[] parts = packageOf(className).split("\\.");
    return parts.length > 1 ? parts[0] + "." + parts[1] : parts[0];
  }

  public static String packageOf(String className) {
    return className.substring(0, Math.max(0, className.lastIndexOf('.')));
  }
}
