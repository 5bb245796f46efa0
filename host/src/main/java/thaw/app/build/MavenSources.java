package thaw.app.build;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The files that a build with Maven reads: the poms of the reactor's modules and of their parents,
 * what is in {@code src} and {@code .mvn}, and what else a pom names, such as a document that code
 * is generated from. Not what lies beside them: notes, events, results of commands and of builds;
 * also where a module lies in another one's {@code src}.
 */
final class MavenSources {
  private static final Pattern ELEMENT = Pattern.compile("<([\\w.-]+)[^<>]*>\\s*([^<>]+?)\\s*</");

  /** {@code subproject} since Maven 4. */
  private static final Set<String> MODULES = Set.of("module", "subproject");

  /** Their texts are names, which may be those of folders by chance. */
  private static final Set<String> NAMES =
      Set.of("groupId", "artifactId", "version", "name", "description", "id", "phase", "goal");

  private static final String OUTPUT = "target";

  private final Path root;
  private final SortedSet<Path> found = new TreeSet<>();
  private final Set<Path> folders;

  private MavenSources(Path root, Collection<MavenPom> poms) {
    this.root = root;
    this.folders =
        poms.stream()
            .map(each -> each.file().resolveSibling("").normalize())
            .collect(Collectors.toSet());
  }

  /**
   * @param root of the reactor
   */
  static SortedSet<Path> of(Path root) throws IOException {
    Collection<MavenPom> poms = poms(root);
    MavenSources sources = new MavenSources(root, poms);
    for (MavenPom pom : poms) {
      sources.addModule(pom);
    }
    SourceTree.add(root.resolve(".mvn"), sources.found);
    return sources.found;
  }

  /** Returns whether a pom names a folder as a module of its own. */
  static boolean lists(Path parent, Path child) {
    return modules(parent).stream()
        .anyMatch(path -> path.equals(child) || path.equals(child.resolve("pom.xml")));
  }

  /** Returns whether a pom has modules. */
  static boolean hasModules(Path parent) {
    return !modules(parent).isEmpty();
  }

  /**
   * The modules that a pom names. Maven 4 takes all folders below with a pom where one of its own
   * model names none and only holds others together.
   */
  private static List<Path> modules(Path parent) {
    return MavenPom.of(parent).map(pom -> modules(parent, pom)).orElse(List.of());
  }

  private static List<Path> modules(Path parent, MavenPom pom) {
    List<MatchResult> elements = elements(pom);
    List<Path> named =
        elements.stream()
            .filter(element -> MODULES.contains(element.group(1)))
            .flatMap(element -> named(pom, element).stream())
            .toList();
    boolean discovers =
        named.isEmpty()
            && has(elements, "modelVersion", "4.1.0")
            && has(elements, "packaging", "pom");
    if (!discovers) {
      return named;
    }
    try (Stream<Path> children = Files.list(parent)) {
      return children.filter(child -> Files.isRegularFile(child.resolve("pom.xml"))).toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  private static boolean has(List<MatchResult> elements, String name, String value) {
    return elements.stream()
        .anyMatch(element -> element.group(1).equals(name) && element.group(2).equals(value));
  }

  private static List<MatchResult> elements(MavenPom pom) {
    return ELEMENT.matcher(pom.text()).results().toList();
  }

  /** Returns the file or folder that an element names. */
  private static Optional<Path> named(MavenPom pom, MatchResult element) {
    return pom.path(element.group(2), Map.of()).filter(Files::exists);
  }

  /** Returns the poms of a reactor, its root's first. */
  static Collection<MavenPom> poms(Path root) {
    Map<Path, MavenPom> all = new LinkedHashMap<>();
    addPoms(root, all);
    return all.values();
  }

  private static void addPoms(Path place, Map<Path, MavenPom> all) {
    Optional<MavenPom> pom = MavenPom.of(place);
    if (pom.isPresent() && all.putIfAbsent(pom.get().file(), pom.get()) == null) {
      modules(pom.get().file().resolveSibling(""), pom.get()).forEach(each -> addPoms(each, all));
    }
  }

  private void addModule(MavenPom pom) throws IOException {
    Path module = pom.file().resolveSibling("");
    pom.lineage().forEach(each -> found.add(each.file()));
    SourceTree.add(module.resolve("src"), folders, found);
    Path output = MavenOutput.of(module, Optional.of(pom)).folder();
    for (MatchResult element : elements(pom)) {
      Optional<Path> path = named(pom, element);
      boolean isName = NAMES.contains(element.group(1)) || MODULES.contains(element.group(1));
      if (path.isPresent() && !isName && !path.get().equals(module)) {
        addNamed(module, output, path.get());
      }
    }
  }

  /**
   * Adds a file or folder that a pom names. Of a folder above the module only a parent's pom is
   * read.
   */
  private void addNamed(Path module, Path output, Path path) throws IOException {
    boolean isProject = Files.isRegularFile(path.resolve("pom.xml"));
    if (isProject) {
      found.add(path.resolve("pom.xml")); // of a parent
    } else if (Files.isRegularFile(path)
        || (path.startsWith(root) && !module.startsWith(path) && Files.isDirectory(path))) {
      boolean written =
          path.startsWith(output)
              || (path.startsWith(root) && SourceTree.isBelow(root.relativize(path), OUTPUT));
      if (!written) {
        SourceTree.add(path, folders, found);
      }
    }
  }
}
