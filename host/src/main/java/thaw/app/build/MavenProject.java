package thaw.app.build;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import thaw.function.packaging.ArchiveGoal;
import thaw.function.packaging.CodeSource;
import thaw.problem.UserMistake;
import thaw.sandbox.jdk.Jdk;
import thaw.service.process.Maven;

/**
 * A Maven project, laid out as {@code sam build} does it: classes and resources to the task root,
 * runtime dependencies to {@code lib/}.
 *
 * @param root of the reactor
 * @param installs whether its artefacts are put into the local repository, where projects find them
 *     that are not of the reactor
 */
public record MavenProject(Path root, Path module, boolean installs) implements BuildProject {
  private static final String DEPENDENCIES = "target/thaw/dependencies";
  private static final String STAMP = "target/thaw/built";

  /**
   * Writes the scopes and paths of all libraries. Copying them would be led elsewhere by a project
   * that has an {@code outputDirectory} for the plug-in, and would lose one of two of the same
   * name. To let the plug-in choose the scopes would need a property, which all goals see that the
   * project binds: its own copy would lack what is provided.
   */
  private static final String LIST_GOAL =
      "org.apache.maven.plugins:maven-dependency-plugin:%s:list";

  /** A line of it; the module's name follows some. */
  private static final Pattern OF_RUNTIME =
      Pattern.compile(
          "\\s+\\S+:(?:compile|runtime):(\\S.*?\\.jar)(?: \\(optional\\) ?)?(?: -- module .*)?");

  private static final String PLUGIN = "3.11.0";

  /** Of the plug-in, for Maven before 3.6.3. */
  private static final String OLDER_PLUGIN = "3.1.2";

  private static final Pattern OF_OLD_MAVEN =
      Pattern.compile("/apache-maven/3\\.([0-5]\\.|6\\.[0-2]/)");

  private static final Pattern OF_MAVEN_4 = Pattern.compile("/apache-maven/4\\.");

  private static final String NEEDS_NEWER_MAVEN =
      "maven-dependency-plugin:" + PLUGIN + " requires Maven version";

  /** How Maven names a project that it cannot read. */
  private static final Pattern UNREAD =
      Pattern.compile("(?m)^\\[ERROR]\\s+The project .*\\((/.*)\\) has \\d+ errors?$");

  private static final String WITHOUT_TESTS = "-DskipTests";
  private static final String SKIPS_TESTS = "skipTests";
  private static final String POM = "pom.xml";
  private static final String ONLY = "-pl";
  private static final String FILE = "-f";

  /** With {@link #PROCESSORS}: makes the plug-in start {@code javac}, which reads variables. */
  private static final String FORKED = "-Dmaven.compiler.fork=true";

  private static final String COMPILER_OPTIONS = "JDK_JAVAC_OPTIONS";
  private static final String PROCESSORS = "-proc:full";

  /** The first JDK whose compiler runs no annotation processor without being told to. */
  private static final int WITHOUT_PROCESSORS = 23;

  /** How errors begin that code has which refers to what a processor makes. */
  private static final Pattern MISSING =
      Pattern.compile(
          "cannot find symbol|package \\S+ does not exist|not initialized in the default"
              + " constructor|might not have been initialized|is not abstract and does not"
              + " override|cannot be applied to given types|has private access in");

  /** The names of artefacts that have annotation processors, and what sources of Lombok's have. */
  private static final Pattern WITH_PROCESSORS =
      Pattern.compile(
          "<artifactId>(?:value|[^<]*(?:lombok|mapstruct|immutables|dagger|processor|auto-|-apt"
              + "|codegen|jpamodelgen|metamodel|generator|record-builder|inject-java|avaje"
              + "|freebuilder)[^<]*)</artifactId>|^import lombok\\.",
          Pattern.MULTILINE);

  private static final Pattern LOMBOK = Pattern.compile("<artifactId>lombok</artifactId>");
  private static final Pattern OF_LOMBOK = Pattern.compile("\\blombok\\.");

  /** A compiler that is told of processors runs them. */
  private static final Pattern TOLD_PROCESSORS =
      Pattern.compile("<annotationProcessorPaths>|<annotationProcessors>|<proc>|-proc:");

  private static final String OF_PROCESSORS = "processors";
  private static final String OF_OLDER_PLUGIN = "older-plug-in";

  private static final int OLDEST_FOR_4 = 17;

  /** The reactor's root is the topmost folder whose pom names the one below it as a module. */
  public static MavenProject of(Path module) {
    Path root = module;
    Path folder = module;
    while (folder.getParent() != null && !Files.exists(folder.resolve(".git"))) {
      folder = folder.getParent();
      if (MavenSources.lists(folder, root)) {
        root = folder;
      }
    }
    return new MavenProject(root, module, false);
  }

  @Override
  public BuildProject movedTo(Path other) {
    return new MavenProject(other, other.resolve(root.relativize(module)), installs);
  }

  @Override
  public String tool() {
    return "Maven";
  }

  @Override
  public Path stamp() {
    return module.resolve(STAMP);
  }

  @Override
  public BuildProject withModule(Path other) {
    return new MavenProject(root, other, installs);
  }

  @Override
  public BuildProject asLayer() {
    return new MavenProject(root, module, true);
  }

  @Override
  public SortedSet<Path> sources() throws IOException {
    return MavenSources.of(root);
  }

  /**
   * What an earlier build has found must not stand in for what this one should find, nor a zip of
   * Quarkus when the project no longer makes one.
   */
  @Override
  public List<Path> stale(Collection<Path> modules) {
    return modules.stream()
        .flatMap(each ->
            Stream.of(
                each.resolve(DEPENDENCIES),
                MavenOutput.of(each).folder().resolve(BuildProject.QUARKUS_MARK)))
        .filter(Files::exists)
        .toList();
  }

  @Override
  public Map<Path, String> files() {
    return Map.of();
  }

  @Override
  public boolean isBuilt() throws IOException {
    return Files.isDirectory(classes())
        && Files.exists(module.resolve(DEPENDENCIES))
        && dependencies().stream().allMatch(Files::exists);
  }

  @Override
  public Path output() {
    return MavenOutput.of(module).folder();
  }

  @Override
  public CodeSource.Built compiled() throws IOException {
    Path classes = classes();
    if (!Files.isDirectory(classes)) {
      throw new UserMistake(
          "the build of " + module + " gave no " + module.relativize(classes),
          "name the module that holds the handler: as CodeUri of the template, or as the path");
    }
    if (!Files.exists(module.resolve(DEPENDENCIES))) {
      throw new UserMistake(
          "the build of " + module + " did not write its dependencies to " + DEPENDENCIES,
          "look in the pom and its parents for an outputFile or a skip of the"
              + " maven-dependency-plugin: put them into an <execution> of it, and take the"
              + " property mdep.skip out");
    }
    return new CodeSource.Built(classes, dependencies());
  }

  private Path classes() {
    return MavenOutput.of(module).classes();
  }

  private List<Path> dependencies() throws IOException {
    Path file = module.resolve(DEPENDENCIES);
    if (!Files.exists(file)) {
      return List.of();
    }
    return Maven.withoutColours(Files.readString(file, StandardCharsets.UTF_8))
        .lines()
        .map(OF_RUNTIME::matcher)
        .filter(Matcher::matches)
        .map(line -> Path.of(line.group(1)))
        .sorted(Comparator.comparing(Path::getFileName).thenComparing(path -> path))
        .toList();
  }

  @Override
  public List<Path> outputs() {
    List<Path> outputs = new ArrayList<>();
    MavenOutput output = MavenOutput.of(module);
    outputs.add(output.classes());
    outputs.add(module.resolve(DEPENDENCIES));
    outputs.add(output.folder().resolve(BuildProject.QUARKUS_ZIP));
    try {
      outputs.addAll(dependencies().stream().filter(path -> path.startsWith(root)).toList());
    } catch (IOException e) {
      // It is being written: the next look finds it.
    }
    return outputs;
  }

  @Override
  public JdkSpan jdks() {
    return ofWrapper(OF_MAVEN_4) ? JdkSpan.from(OLDEST_FOR_4) : JdkSpan.ALL;
  }

  @Override
  public Optional<Integer> release() {
    return release(module);
  }

  /** Returns whether the version of Maven that the wrapper names is one of these. */
  private boolean ofWrapper(Pattern version) {
    Optional<Path> properties =
        wrapper().map(script -> script.resolveSibling(".mvn/wrapper/maven-wrapper.properties"));
    try {
      return properties.isPresent()
          && Files.exists(properties.get())
          && version
              .matcher(Files.readString(properties.get(), StandardCharsets.ISO_8859_1))
              .find();
    } catch (IOException e) {
      return false;
    }
  }

  /** Maven asks the network only for what is not in its repository: it needs no word of ours. */
  @Override
  public BuildCommand command(boolean again, Collection<Path> modules) {
    return wrapper()
        .map(script -> command(WrapperScript.command(script), modules, true, ""))
        .orElseGet(() -> command(List.of("mvn"), modules, false, ""));
  }

  /** Returns the wrapper's script, which is in the reactor's root, or with a parent above it. */
  private Optional<Path> wrapper() {
    Path folder = root;
    while (folder != null && Files.isRegularFile(folder.resolve("pom.xml"))) {
      Path script = folder.resolve("mvnw");
      if (Files.isRegularFile(script)) {
        return Optional.of(script);
      }
      folder = folder.getParent();
    }
    return Optional.empty();
  }

  private BuildCommand command(
      List<String> program, Collection<Path> modules, boolean byWrapper, String note) {
    String plugin = byWrapper && ofWrapper(OF_OLD_MAVEN) ? OLDER_PLUGIN : PLUGIN;
    List<String> words = new ArrayList<>(program);
    words.addAll(List.of("-B", WITHOUT_TESTS));
    words.addAll(List.of(installs ? "install" : "package", LIST_GOAL.formatted(plugin)));
    words.addAll(List.of("-DoutputAbsoluteArtifactFilename=true", "-DoutputFile=" + DEPENDENCIES));
    if (MavenSources.hasModules(root)) {
      words.add(ONLY);
      words.add(modules.stream().map(this::named).collect(Collectors.joining(",")));
      words.add("-am");
    }
    return new BuildCommand(words, Map.of(), byWrapper, false, note);
  }

  private String named(Path each) {
    return each.equals(root) ? "." : root.relativize(each).toString();
  }

  @Override
  public Optional<BuildCommand> otherThan(
      BuildCommand failed, Collection<Path> modules, String log) {
    boolean never = !log.contains("[INFO]") && !log.contains("[ERROR]");
    if (failed.byWrapper() && never) {
      return Optional.of(command(List.of("mvn"), modules, false, "its mvnw could not get Maven"));
    }
    if (log.contains(NEEDS_NEWER_MAVEN)) {
      BuildCommand older = withOlderPlugin(failed);
      if (!older.equals(failed)) {
        return Optional.of(older);
      }
    }
    if (log.contains("Could not find the selected project in the reactor")) {
      // A module of a profile that is not active.
      return alone(failed, "which does not have it");
    }
    return isUnreadElsewhere(log)
        ? alone(failed, "where Maven cannot read the poms")
        : Optional.empty();
  }

  /** The module as its owner builds it in its own folder. */
  private Optional<BuildCommand> alone(BuildCommand failed, String why) {
    int only = failed.words().indexOf(ONLY);
    if (only < 0) {
      return Optional.empty();
    }
    List<String> words = new ArrayList<>(failed.words());
    words.subList(only, only + 3).clear();
    words.addAll(List.of(FILE, module.toString()));
    return Optional.of(failed.with(words, "without " + root.getFileName() + ", " + why));
  }

  /** Returns whether what Maven could not read are poms that are not the module's or a parent's. */
  private boolean isUnreadElsewhere(String log) {
    Set<String> own =
        MavenPom.of(module).map(MavenPom::lineage).orElse(List.of()).stream()
            .map(pom -> pom.file().toString())
            .collect(Collectors.toSet());
    List<String> unread =
        UNREAD.matcher(log).results().map(found -> found.group(1)).distinct().toList();
    return !unread.isEmpty() && unread.stream().noneMatch(own::contains);
  }

  @Override
  public boolean lacksOthers(String log) {
    return MavenSources.poms(root).stream()
        .flatMap(pom -> pom.artifactId().stream())
        .anyMatch(id ->
            Pattern.compile(
                    "Could not (find|transfer) artifact [^:\\s]+:" + Pattern.quote(id) + ":")
                .matcher(log)
                .find());
  }

  private static BuildCommand withOlderPlugin(BuildCommand command) {
    List<String> words = new ArrayList<>(command.words());
    String goal = LIST_GOAL.formatted(PLUGIN);
    return Collections.replaceAll(words, goal, LIST_GOAL.formatted(OLDER_PLUGIN))
        ? command.with(words, "with an older plug-in, for its older Maven")
        : command;
  }

  @Override
  public boolean lacksProcessors(BuildCommand failed, String log) {
    return failed.feature() >= WITHOUT_PROCESSORS
        && !failed.words().contains(FORKED)
        && MISSING.matcher(log).find()
        && namesProcessors();
  }

  /** Lombok alone is a dependency that nobody has without its processor. */
  @Override
  public boolean needsProcessors(BuildCommand command) {
    if (command.feature() < WITHOUT_PROCESSORS) {
      return false;
    }
    Collection<Path> sources = readable();
    return has(sources, "pom.xml", LOMBOK)
        && has(sources, ".java", OF_LOMBOK)
        && !has(sources, "pom.xml", TOLD_PROCESSORS);
  }

  private boolean namesProcessors() {
    Collection<Path> sources = readable();
    return has(sources, "pom.xml", WITH_PROCESSORS) || has(sources, ".java", WITH_PROCESSORS);
  }

  /** Returns the sources; none where they cannot be looked for. */
  private Collection<Path> readable() {
    try {
      return sources();
    } catch (IOException e) {
      return List.of();
    }
  }

  /** Returns whether a pattern is found in a source whose name has this end. */
  private static boolean has(Collection<Path> sources, String end, Pattern pattern) {
    try {
      for (Path file : sources) {
        if (file.toString().endsWith(end)
            && pattern.matcher(Files.readString(file, StandardCharsets.UTF_8)).find()) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Returns the Java version that a module is compiled for, as far as its pom and the parents that
   * are files tell it.
   */
  public static Optional<Integer> release(Path module) {
    return MavenPom.of(module).flatMap(MavenPom::release);
  }

  /**
   * {@code maven.compiler.proc} would be shorter, and is known since 3.13 of the plug-in only; a
   * compiler of its own reads its variable in every version.
   */
  @Override
  public Optional<BuildCommand> withProcessors(BuildCommand command) {
    List<String> words = new ArrayList<>(command.words());
    words.add(FORKED);
    Map<String, String> variables = new HashMap<>(command.variables());
    variables.put(COMPILER_OPTIONS, PROCESSORS);
    return Optional.of(
        new BuildCommand(
            words,
            variables,
            command.byWrapper(),
            command.offline(),
            "with -proc:full, as javac of JDK "
                + command.feature()
                + " runs no annotation processor by itself",
            command.jdk()));
  }

  @Override
  public String adaptations(BuildCommand command) {
    List<String> ways = new ArrayList<>();
    if (command.words().contains(FORKED)) {
      ways.add(OF_PROCESSORS);
    }
    if (command.words().contains(LIST_GOAL.formatted(OLDER_PLUGIN)) && !command.byWrapper()) {
      ways.add(OF_OLDER_PLUGIN); // newer ones run it, too
    }
    return String.join(" ", ways);
  }

  @Override
  public BuildCommand adapted(BuildCommand first, String ways) {
    BuildCommand adapted = ways.contains(OF_OLDER_PLUGIN) ? withOlderPlugin(first) : first;
    return ways.contains(OF_PROCESSORS) ? withProcessors(adapted).orElse(adapted) : adapted;
  }

  @Override
  public List<String> errors(String log) {
    return BuildErrors.ofMaven(log);
  }

  @Override
  public List<String> withTests(List<String> words, Optional<Path> archive) {
    return Stream.concat(
            words.stream().filter(word -> !word.equals(WITHOUT_TESTS)),
            archive.flatMap(file -> ArchiveGoal.profile(module, file)).map("-P"::concat).stream())
        .toList();
  }

  /** Surefire's own property; it beats a toolchain. */
  @Override
  public List<String> testsOn(Jdk jdk) {
    return List.of("-Djvm=" + jdk.java());
  }

  /**
   * Surefire's own property, in the poms of the other modules: on the command line it would be of
   * all. Modules below a pom inherit it, so that no parent gets it.
   */
  @Override
  public Map<Path, String> withoutTestsElsewhere() {
    Collection<MavenPom> all = MavenSources.poms(root);
    Set<Path> kept =
        all.stream()
            .flatMap(pom -> pom.lineage().stream().skip(1))
            .map(MavenPom::file)
            .collect(Collectors.toCollection(HashSet::new));
    kept.add(module.resolve(POM));
    Map<Path, String> texts = new HashMap<>();
    for (MavenPom pom : all) {
      if (!kept.contains(pom.file())) {
        pom.withProperty(SKIPS_TESTS, "true").ifPresent(text -> texts.put(pom.file(), text));
      }
    }
    return texts;
  }

  @Override
  public boolean isOfModuleAlone(Path file) {
    Path folder = file.getParent();
    while (folder != null && folder.startsWith(module) && !Files.exists(folder.resolve(POM))) {
      folder = folder.getParent();
    }
    return module.equals(folder);
  }

  @Override
  public List<String> withoutTests() {
    return List.of(WITHOUT_TESTS);
  }

  @Override
  public List<String> despiteFailures() {
    return List.of("-Dmaven.test.failure.ignore=true");
  }

  @Override
  public Optional<String> failedTest(String output) {
    return output
        .lines()
        .filter(line -> line.startsWith("[ERROR]") && line.contains("Tests run:"))
        .map(line -> line.substring("[ERROR]".length()).strip())
        .findFirst();
  }

  @Override
  public String remedyForMissing() {
    return "install Maven (Debian: apt-get install maven), give the project a wrapper, or name"
        + " a built jar or zip: as CodeUri of the template, or as the path";
  }
}
