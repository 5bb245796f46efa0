package thaw.function.handler;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import thaw.function.FunctionDefinition;
import thaw.function.packaging.CodeLocation;
import thaw.problem.Spelling;
import thaw.problem.UserMistake;

/**
 * Explains why a handler's class is not where the runtime client looks, from all that the package
 * holds. Slow, as it lists everything: made only when the class was not found.
 */
final class MissingClass {
  private static final int MOST_NAMED = 5;
  private static final String SUFFIX = ".class";

  private final FunctionDefinition function;
  private final String className;
  private final String file;
  private final ClassSearch search;
  private final List<Path> classFiles = new ArrayList<>();
  private final List<Path> otherJars = new ArrayList<>();
  private final List<String> entries = new ArrayList<>();

  /**
   * @param className as the handler has it
   */
  MissingClass(FunctionDefinition function, String className, ClassSearch search)
      throws IOException {
    this.function = function;
    this.className = className;
    this.file = className.replace('.', '/') + SUFFIX;
    this.search = search;
    for (Path root : search.roots()) {
      try (Stream<Path> files = Files.walk(root)) {
        for (Path path : (Iterable<Path>) files.sorted()::iterator) {
          sort(path);
        }
      }
    }
    for (Path jar : search.jars()) {
      search.entries(jar).stream().filter(name -> name.endsWith(SUFFIX)).forEach(entries::add);
    }
  }

  private void sort(Path path) {
    String name = path.toString();
    if (name.endsWith(SUFFIX)) {
      classFiles.add(path);
    } else if (name.endsWith(".jar") && !search.jars().contains(path)) {
      otherJars.add(path);
    }
  }

  /** Returns whether a searched jar has it for some Java version only (multi-release, JEP 238). */
  boolean isReachedOtherwise() {
    return !className.contains("/")
        && entries.stream()
            .anyMatch(name -> name.startsWith("META-INF/versions/") && name.endsWith("/" + file));
  }

  UserMistake mistake() throws IOException {
    return new UserMistake(
        "function %s: class %s is not in the deployment package"
            .formatted(function.logicalId(), className),
        remedy());
  }

  private String remedy() throws IOException {
    List<Explanation> explanations =
        List.of(
            this::brokenJar,
            this::wrongFolder,
            this::wrongJar,
            this::otherName,
            this::noClasses,
            this::handlers);
    for (Explanation explanation : explanations) {
      Optional<String> remedy = explanation.remedy();
      if (remedy.isPresent()) {
        return remedy.get();
      }
    }
    return "name a class of the package, or add the jar that holds it to lib/";
  }

  /** A possible mistake with its remedy; the first that applies is told. */
  private interface Explanation {
    Optional<String> remedy() throws IOException;
  }

  private Optional<String> brokenJar() {
    return search.unreadable().stream()
        .findFirst()
        .map(jar -> relative(jar) + " is not a jar that can be read: build the package again");
  }

  /** {@code BOOT-INF/classes} of Spring Boot, {@code classes} of a folder that was zipped. */
  private Optional<String> wrongFolder() throws IOException {
    for (Path path : classFiles) {
      if (path.endsWith(file) && !isAtTop(path) && hasName(path, file)) {
        String where = relative(path);
        String misplaced = where.substring(0, where.length() - file.length());
        return Optional.of(
            misplaced.startsWith("BOOT-INF/")
                ? "it is in BOOT-INF/classes, where Lambda does not look: deploy the jar that is not"
                    + " repackaged, with its dependencies in lib/"
                : "it is in "
                    + misplaced
                    + ", where Lambda does not look: put that folder's content"
                    + " at the top of the package");
      }
    }
    return Optional.empty();
  }

  /**
   * Returns whether a class file is at the top of the package. If so, it is the handler that is
   * wrong: it has slashes in place of dots.
   */
  private boolean isAtTop(Path classFile) {
    return classFile.equals(search.taskRoot().resolve(file));
  }

  /** Returns whether a class file holds the class that one would expect at a place. */
  private static boolean hasName(Path classFile, String expected) throws IOException {
    return shape(classFile).map(shape -> (shape.name() + SUFFIX).equals(expected)).orElse(false);
  }

  private static Optional<ClassShape> shape(Path classFile) throws IOException {
    try {
      return Optional.of(ClassShape.parse(Files.readAllBytes(classFile)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private Optional<String> wrongJar() throws IOException {
    for (Path jar : otherJars) {
      if (search.entries(jar).contains(file)) {
        boolean inTask = jar.startsWith(search.taskRoot());
        return Optional.of(
            "it is in "
                + relative(jar)
                + ", where Lambda does not look: "
                + (inTask
                    ? "put the jar in lib/, or deploy the jar itself"
                    : "a layer has its jars in java/lib/"));
      }
    }
    return Optional.empty();
  }

  private Optional<String> otherName() throws IOException {
    List<String> known = classNames();
    String simpleName = simpleName(className);
    Optional<String> meant =
        known.stream()
            .filter(name -> simpleName(name).equalsIgnoreCase(simpleName))
            .min(
                Comparator.<String>comparingInt(name -> Spelling.distance(className, name))
                    .thenComparing(Comparator.naturalOrder()))
            .or(() -> Spelling.nearest(className, known));
    return meant.map(name -> "use " + named(name));
  }

  /** The last part, also of a nested class: {@code Inner} of {@code a.Outer$Inner}. */
  private static String simpleName(String name) {
    return name.substring(
        Math.max(Math.max(name.lastIndexOf('.'), name.lastIndexOf('/')), name.lastIndexOf('$'))
            + 1);
  }

  /** Classes that the runtime client can find; those at the task root only by their own name. */
  private List<String> classNames() throws IOException {
    TreeSet<String> names = new TreeSet<>(entries);
    for (Path path : classFiles) {
      if (path.startsWith(search.taskRoot()) && hasName(path, relative(path))) {
        names.add(relative(path));
      }
    }
    return names.stream()
        .filter(name -> !name.contains("-")) // META-INF/versions, module-info, package-info
        .map(name -> name.substring(0, name.length() - SUFFIX.length()).replace('/', '.'))
        .toList();
  }

  private String named(String otherClass) {
    int colons = function.handler().lastIndexOf("::");
    return otherClass + (colons < 0 ? "" : function.handler().substring(colons));
  }

  private Optional<String> noClasses() throws IOException {
    if (!classNames().isEmpty()) {
      return Optional.empty();
    }
    List<String> projects = projects();
    if (!projects.isEmpty()) {
      return Optional.of(
          "the package holds projects that are not built: "
              + String.join(", ", projects)
              + ". Name the folder of one as the function's code, or, where CDK is to build it"
              + " (bundling), run cdk synth with Docker");
    }
    if (!otherJars.isEmpty()) {
      return Optional.of(
          "the package has no classes at its top, and jars are found in lib/ only: was "
              + relative(otherJars.getFirst())
              + " to be there?");
    }
    try (Stream<Path> top = Files.list(search.taskRoot())) {
      String names = String.join(", ", top.map(this::relative).sorted().limit(MOST_NAMED).toList());
      return Optional.of(
          "the package has no classes at its top and no jars in lib/: build the project and name"
              + " its output; it holds "
              + names);
    }
  }

  /**
   * A folder of several projects is code for CDK only, whose bundling makes the package of it: an
   * assembly that was made without Docker names the folder itself.
   */
  private List<String> projects() throws IOException {
    try (Stream<Path> top = Files.list(search.taskRoot())) {
      return top.filter(path -> CodeLocation.buildTool(path).isPresent())
          .map(this::relative)
          .sorted()
          .limit(MOST_NAMED)
          .toList();
    }
  }

  /** Suggests the classes that are handlers by their interface. */
  private Optional<String> handlers() throws IOException {
    List<String> handlers = new ArrayList<>();
    for (Path path : classFiles) {
      if (path.startsWith(search.taskRoot()) && isHandler(path)) {
        handlers.add(named(classNameOf(path)));
      }
      if (handlers.size() == MOST_NAMED) {
        break;
      }
    }
    return handlers.isEmpty()
        ? Optional.empty()
        : Optional.of("the handlers of the package are: " + String.join(", ", handlers));
  }

  private String classNameOf(Path path) {
    String name = relative(path);
    return name.substring(0, name.length() - SUFFIX.length()).replace('/', '.');
  }

  private static boolean isHandler(Path classFile) throws IOException {
    return shape(classFile)
        .filter(shape -> !shape.isAbstract())
        .map(shape ->
            shape.supertypes().stream().anyMatch(HandlerCheck.HANDLER_INTERFACES::contains))
        .orElse(false);
  }

  private String relative(Path path) {
    for (Path root : search.roots()) {
      if (path.startsWith(root)) {
        return root.relativize(path).toString();
      }
    }
    return path.toString();
  }
}
