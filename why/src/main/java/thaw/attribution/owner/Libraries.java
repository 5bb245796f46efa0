package thaw.attribution.owner;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import thaw.recording.ClassLoad;

/**
 * Finds to whom a function's classes belong: to the JDK, the runtime client, a library by its Maven
 * coordinates, or the function itself.
 *
 * <p>The log of class loads says which jar or folder a class came from; of classes that came from a
 * class archive it does not, and these are looked for in the function's folders by name. Classes
 * that were made at run time (lambdas, proxies) are of the class that they were made for.
 *
 * <p>Not for several threads at once.
 */
public final class Libraries {
  private final CodePlaces places;
  private final ApplicationClasses firstParty;
  private final Map<String, String> sources = new HashMap<>();

  /**
   * A loaded class of each package. A proxy, which is in the package of its interface, has the same
   * owner.
   */
  private final Map<String, String> neighbours = new HashMap<>();

  private final Map<String, Library> known = new HashMap<>();

  private Libraries(CodePlaces places, ApplicationClasses firstParty) {
    this.places = places;
    this.firstParty = firstParty;
  }

  /** Finds the libraries of a function that nobody has seen built. */
  public static Libraries of(List<CodeFolder> folders, String handler, List<ClassLoad> loads) {
    return of(folders, handler, loads, Set.of());
  }

  /**
   * @param handler the class that the function's configuration names
   * @param loads of all profiled runs
   * @param built classes that the build of the function's project made; where the function has none
   *     of them, its own classes are told by their names and by what they lie among
   */
  public static Libraries of(
      List<CodeFolder> folders, String handler, List<ClassLoad> loads, Set<String> built) {
    CodePlaces places = new CodePlaces(folders);
    Libraries libraries = new Libraries(places, ApplicationClasses.of(handler, places, built));
    for (ClassLoad load : loads) {
      String name = load.className();
      if (load.source().contains(":/")) {
        libraries.sources.putIfAbsent(name, load.source());
      }
      if (!name.contains("$")) {
        libraries.neighbours.putIfAbsent(ApplicationClasses.packageOf(name), name);
      }
    }
    return libraries;
  }

  /** The library of a class that was loaded. */
  public Library of(ClassLoad load) {
    return load.source().startsWith("jrt:") ? Library.JDK : ofFrame(load.className());
  }

  /**
   * The library of a class by its name, as frames of a stack have it.
   *
   * @param className binary name, without what a JVM appends to the names of hidden classes
   */
  public Library ofFrame(String className) {
    Library library = known.get(className);
    if (library == null) {
      library = find(className);
      known.put(className, library);
    }
    return library;
  }

  private Library find(String className) {
    String source = sources.get(className);
    if (source != null) {
      return bySource(className, source);
    }
    if (JdkClasses.has(className)) {
      return Library.JDK;
    }
    int generated = className.indexOf("$$");
    if (generated > 0) {
      Library host = ofFrame(className.substring(0, generated));
      if (!host.equals(Library.UNKNOWN)) { // compilers, too, use two dollars
        return host;
      }
    }
    Optional<CodePlaces.Place> place = places.having(className);
    if (place.isPresent()) {
      return in(place.get(), className);
    }
    if (firstParty.owns(className)) {
      return Library.FUNCTION;
    }
    String neighbour = neighbours.getOrDefault(ApplicationClasses.packageOf(className), className);
    return neighbour.equals(className) ? Library.UNKNOWN : ofFrame(neighbour);
  }

  private Library bySource(String className, String source) {
    if (source.startsWith("jrt:")) {
      return Library.JDK;
    }
    Optional<CodePlaces.Place> place = places.at(source).or(() -> places.having(className));
    if (place.isPresent()) {
      return in(place.get(), className);
    }
    if (firstParty.owns(className)) {
      return Library.FUNCTION;
    }
    return ArtifactName.jarIn(source)
        .map(name -> Artifacts.ofJar(CodeFiles.named(name)))
        .flatMap(jar -> jar.ofClass(className))
        .map(name -> new Library(name, Library.Kind.LIBRARY))
        .orElse(Library.UNKNOWN);
  }

  private Library in(CodePlaces.Place place, String className) {
    Optional<String> name = place.artifacts().ofClass(className);
    Optional<String> full = place.isRoot() ? name.map(places::versioned) : name;
    return switch (place.role()) {
      case RUNTIME_CLIENT ->
          new Library(full.orElse("runtime client"), Library.Kind.RUNTIME_CLIENT);
      case LAYERS -> library(full, className);
      case TASK ->
          firstParty.owns(className) || (place.isRoot() && firstParty.ownsInRoot(name, className))
              ? Library.FUNCTION
              : library(full, className);
    };
  }

  private static Library library(Optional<String> name, String className) {
    return new Library(
        name.orElseGet(() -> ApplicationClasses.namespace(className) + ".*"), Library.Kind.LIBRARY);
  }
}
