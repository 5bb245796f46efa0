package thaw.app.build;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files that a build with Maven reads: the poms of the reactor's modules and of their parents,
 * what is in {@code src} and {@code .mvn}, and what else a pom names, such as a document that code
 * is generated from. Not what lies beside them: notes, events, results of commands and of builds.
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
  private final Set<Path> modules = new HashSet<>();

  private MavenSources(Path root) {
    this.root = root;
  }

  /**
   * @param root of the reactor
   */
  static SortedSet<Path> of(Path root) throws IOException {
    MavenSources sources = new MavenSources(root);
    sources.addModule(root);
    sources.addParents(root);
    SourceTree.add(root.resolve(".mvn"), sources.found);
    return sources.found;
  }

  /** Returns whether a pom names a folder as a module of its own. */
  static boolean lists(Path parent, Path child) {
    try {
      return modules(parent).stream()
          .anyMatch(path -> path.equals(child) || path.equals(child.resolve("pom.xml")));
    } catch (IOException e) {
      return false;
    }
  }

  /** Returns whether a pom has modules. */
  static boolean hasModules(Path parent) {
    try {
      return !modules(parent).isEmpty();
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * The modules that a pom names. Maven 4 takes all folders below with a pom where one of its own
   * model names none and only holds others together.
   */
  private static List<Path> modules(Path parent) throws IOException {
    List<MatchResult> elements = elements(parent.resolve("pom.xml"));
    List<Path> named =
        elements.stream()
            .filter(element -> MODULES.contains(element.group(1)))
            .flatMap(element -> resolved(parent, element.group(2)).stream())
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
    }
  }

  private static boolean has(List<MatchResult> elements, String name, String value) {
    return elements.stream()
        .anyMatch(element -> element.group(1).equals(name) && element.group(2).equals(value));
  }

  private static List<MatchResult> elements(Path pom) throws IOException {
    String text = Files.readString(pom, StandardCharsets.UTF_8).replaceAll("(?s)<!--.*?-->", "");
    return ELEMENT.matcher(text).results().toList();
  }

  private void addModule(Path place) throws IOException {
    Path pom = Files.isDirectory(place) ? place.resolve("pom.xml") : place;
    Path module = pom.getParent();
    if (module == null || !Files.isRegularFile(pom) || !modules.add(pom)) {
      return;
    }
    found.add(pom);
    SourceTree.add(module.resolve("src"), found);
    for (Path each : modules(module)) {
      addModule(each);
    }
    for (MatchResult element : elements(pom)) {
      Optional<Path> path = resolved(module, element.group(2));
      boolean isName = NAMES.contains(element.group(1)) || MODULES.contains(element.group(1));
      if (path.isPresent() && !isName && !path.get().equals(module)) {
        addNamed(module, path.get());
      }
    }
  }

  /**
   * Adds a file or folder that a pom names. Of a folder above the module only a parent's pom is
   * read.
   */
  private void addNamed(Path module, Path path) throws IOException {
    boolean isProject = Files.isRegularFile(path.resolve("pom.xml"));
    if (isProject) {
      found.add(path.resolve("pom.xml")); // of a parent
    } else if (Files.isRegularFile(path)
        || (path.startsWith(root) && !module.startsWith(path) && Files.isDirectory(path))) {
      boolean written =
          path.startsWith(MavenOutput.of(module).folder())
              || (path.startsWith(root) && SourceTree.isBelow(root.relativize(path), OUTPUT));
      if (!written) {
        SourceTree.add(path, found);
      }
    }
  }

  /** Maven looks for a parent in the folder above unless the pom says otherwise. */
  private void addParents(Path below) throws IOException {
    Path pom = below.resolveSibling("pom.xml");
    while (Files.isRegularFile(pom) && found.add(pom)) {
      Path folder = pom.getParent();
      pom = folder == null ? pom : folder.resolveSibling("pom.xml");
    }
  }

  private static Optional<Path> resolved(Path module, String text) {
    String path =
        text.replace("${project.basedir}", ".")
            .replace("${basedir}", ".")
            .replace("${pom.basedir}", ".");
    if (path.contains("${") || path.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(module.resolve(path).normalize()).filter(Files::exists);
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }
}
