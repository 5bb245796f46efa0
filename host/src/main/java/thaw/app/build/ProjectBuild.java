package thaw.app.build;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.UUID;
import java.util.function.Function;
import thaw.app.shared.Progress;
import thaw.function.packaging.CacheSection;
import thaw.function.packaging.CodeSource;
import thaw.problem.UserMistake;

/**
 * Builds the projects that a template's {@code CodeUri} names, as {@code sam build} does. What is
 * built together is built once, however many functions are in it, and not at all when nothing that
 * the tool reads has changed; a build that has failed is not repeated before something has.
 */
public final class ProjectBuild {
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  /** The network may be there again, and nothing on disk tells of it. */
  private static final Duration REPEATED_FOR_NETWORK = Duration.ofSeconds(30);

  private final Progress progress;
  private final Map<String, String> environment;
  private final Duration patience;
  private final Path folder;
  private final Set<CodeSource.Project> expected = new LinkedHashSet<>();
  private final Set<BuildProject> done = new HashSet<>();
  private final Map<BuildProject, Failure> failures = new HashMap<>();
  private final Set<Path> told = new HashSet<>();

  /**
   * @param sources what it was made of
   * @param untilNanos when it is repeated though nothing has changed
   */
  private record Failure(String sources, UserMistake mistake, long untilNanos) {}

  /**
   * @param folder of Thaw's own, for locks, what builds have said, and projects that cannot be
   *     written
   */
  public ProjectBuild(Progress progress, Path folder) {
    this(progress, System.getenv(), PATIENCE, folder);
  }

  /**
   * @param environment of this program, and of the builds
   * @param patience with a build
   */
  public ProjectBuild(
      Progress progress, Map<String, String> environment, Duration patience, Path folder) {
    this.progress = progress;
    this.environment = Map.copyOf(environment);
    this.patience = patience;
    this.folder = folder;
  }

  /**
   * Names code that will be wanted: what is of one project is built by one call of its tool, and
   * each alone only where that fails.
   */
  public void expect(Collection<CodeSource> sources) {
    sources.stream()
        .filter(CodeSource.Project.class::isInstance)
        .map(CodeSource.Project.class::cast)
        .filter(project -> project.archive().isEmpty())
        .forEach(expected::add);
  }

  /**
   * Returns what can be deployed: the source itself, or the result of its project's build.
   *
   * @param runtime Java version of the function's runtime, on whose JDK it is built where the user
   *     has chosen none; 0 for any
   */
  public CodeSource built(CodeSource source, int runtime) throws InterruptedException {
    return built(source, runtime, Function.identity());
  }

  /**
   * @param use of what can be deployed; nobody else builds the project meanwhile
   */
  public <T> T built(CodeSource source, int runtime, Function<CodeSource, T> use)
      throws InterruptedException {
    if (source instanceof CodeSource.Archive archive) {
      tellOlder(archive);
    }
    if (!(source instanceof CodeSource.Project unbuilt)) {
      return use.apply(source);
    }
    return unbuilt.archive().isPresent()
        ? packed(unbuilt, unbuilt.archive().get(), runtime, use)
        : built(BuildProjects.of(unbuilt), runtime, use);
  }

  /** Tells once that an archive is not of the sources beside it: nobody builds it but its owner. */
  private void tellOlder(CodeSource.Archive archive) {
    Optional<CodeSource.Project> project =
        told.add(archive.path()) ? archive.project() : Optional.empty();
    if (project.isEmpty()) {
      return;
    }
    try {
      FileTime made = Files.getLastModifiedTime(archive.path());
      for (Path source : BuildProjects.of(project.get()).sources()) {
        if (!source.toString().contains("/src/test/")
            && Files.getLastModifiedTime(source).compareTo(made) > 0) {
          progress.line(
              "%s is older than %s: it is run as it is; build it again to run what has changed"
                  .formatted(archive.path(), project.get().path().relativize(source)));
          return;
        }
      }
    } catch (IOException | UserMistake e) {
      return; // who builds it is told
    }
  }

  /** Builds a project as its owner does, where the archive that is deployed is not there. */
  private <T> T packed(
      CodeSource.Project unbuilt, Path archive, int runtime, Function<CodeSource, T> use)
      throws InterruptedException {
    BuildProject project = BuildProjects.of(unbuilt);
    return alone(
        project,
        own -> {
          if (!Files.exists(archive)) {
            requireNoBuild(archive, project);
            pack(FunctionProject.of(unbuilt, runtime).orElseThrow(), project, own);
          }
          return use.apply(new CodeSource.Archive(archive));
        });
  }

  /** A build that runs this program, as tests do, would have its own results deleted. */
  private static void requireNoBuild(Path archive, BuildProject project) throws IOException {
    if (new BuildsAtWork(Path.of("/proc")).areAtWork(List.of(archive))) {
      throw new UserMistake(
          "%s is not there yet, and a build is at work in %s".formatted(archive, project.root()),
          "wait until it has made the file: tests that need it come after the phase package, as integration tests");
    }
  }

  private void pack(FunctionProject function, BuildProject project, Path own)
      throws InterruptedException {
    TestedBuild build = TestedBuild.of(function).with(OwnTests.SKIPPED);
    String file = function.archive().orElseThrow().toString();
    String what =
        "building %s with %s, for %s is not there"
            .formatted(function.path().getFileName(), project.tool(), file);
    try (Progress.Work _ = progress.begin(what)) {
      if (build.run(log(own), patience, progress::line)
          instanceof TestedBuild.Result.Failed failed) {
        throw new UserMistake(
            "the build of %s, which is to make %s, failed: %s"
                .formatted(function.path(), file, failed.why().strip()),
            failed.ofJdk().or(failed::ofArchive).orElse("mend what it reports")
                + "; "
                + failed.whereAllIs());
      }
    }
  }

  /** The same of a layer, whose artefact functions that are built later may need. */
  public CodeSource builtLayer(CodeSource source, int runtime) throws InterruptedException {
    return source instanceof CodeSource.Project unbuilt
        ? built(BuildProjects.of(unbuilt).asLayer(), runtime, Function.identity())
        : source;
  }

  private <T> T built(BuildProject project, int runtime, Function<CodeSource, T> use)
      throws InterruptedException {
    return alone(
        project,
        own -> {
          BuildProject place = new BuildPlace(own, Files::isWritable, progress::line).of(project);
          if (!done.contains(project) && !isFresh(place)) {
            build(place, together(project, place), runtime, own);
          }
          done.add(project);
          return use.apply(place.result(own));
        });
  }

  private interface Locked<T> {
    /**
     * @param own folder of Thaw's for the project
     */
    T in(Path own) throws IOException, InterruptedException;
  }

  /** Does something while nobody else builds the project. */
  private <T> T alone(BuildProject project, Locked<T> work) throws InterruptedException {
    String name = String.valueOf(project.root().getFileName());
    try {
      Path own = own(project.root());
      Files.createDirectories(own);
      section(folder).use(own);
      try (BuildLock _ =
          BuildLock.take(own.resolve("lock"), name, patience.multipliedBy(2), progress::line)) {
        return work.in(own);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("could not build " + project.root() + ": " + e, e);
    }
  }

  /**
   * The module, and those of the same project that will be wanted and are not built either.
   *
   * @param place where it is built
   */
  private Set<BuildProject> together(BuildProject project, BuildProject place) throws IOException {
    Set<BuildProject> modules = new LinkedHashSet<>(List.of(place));
    for (CodeSource.Project each : expected) {
      BuildProject other = BuildProjects.of(each);
      if (other.root().equals(project.root())
          && other.tool().equals(project.tool())
          && !done.contains(other)) {
        Path relative = project.root().relativize(other.module());
        BuildProject there = place.withModule(place.root().resolve(relative).normalize());
        if (!isFresh(there)) {
          modules.add(there);
        }
      }
    }
    return modules;
  }

  /**
   * Returns the section of the cache that keeps what is left of builds: locks, their output, and
   * copies of projects.
   */
  public static CacheSection section(Path folder) {
    return new CacheSection(folder);
  }

  /** Returns the files that a build of a project writes, and of which {@link #built} takes some. */
  public static List<Path> outputs(CodeSource.Project source) {
    return source.archive().map(List::of).orElseGet(() -> BuildProjects.of(source).outputs());
  }

  private Path own(Path root) {
    UUID id = UUID.nameUUIDFromBytes(root.toString().getBytes(StandardCharsets.UTF_8));
    String hex =
        HexFormat.of().toHexDigits(id.getMostSignificantBits())
            + HexFormat.of().toHexDigits(id.getLeastSignificantBits());
    return folder.resolve(hex);
  }

  /** The last build was of exactly these sources. */
  private static boolean isFresh(BuildProject project) throws IOException {
    Path stamp = project.stamp();
    return Files.exists(stamp)
        && project.isBuilt()
        && SourceStamp.isOf(Files.readString(stamp), project.root(), project.sources());
  }

  private void build(BuildProject project, Set<BuildProject> together, int runtime, Path own)
      throws IOException, InterruptedException {
    SortedSet<Path> files = project.sources();
    Failure failure = failures.get(project);
    if (failure != null
        && System.nanoTime() < failure.untilNanos()
        && SourceStamp.isOf(failure.sources(), project.root(), files)) {
      throw failure.mistake();
    }
    String sources = SourceStamp.of(project.root(), files); // a change during it makes it stale
    if (together.size() > 1 && triedTogether(project, together, sources, runtime, own)) {
      return;
    }
    try {
      run(project, Set.of(project), sources, runtime, own);
      failures.remove(project);
    } catch (UserMistake e) {
      failures.put(project, new Failure(sources, e, until(log(own))));
      throw e;
    }
  }

  /** One that fails stops the others; which one that is shows when each is built alone. */
  private boolean triedTogether(
      BuildProject project, Set<BuildProject> together, String sources, int runtime, Path own)
      throws IOException, InterruptedException {
    expected.clear(); // whatever comes of it, it is not tried twice
    try {
      run(project, together, sources, runtime, own);
      return true;
    } catch (UserMistake e) {
      return false;
    }
  }

  private void run(
      BuildProject project, Set<BuildProject> built, String sources, int runtime, Path own)
      throws IOException, InterruptedException {
    List<Path> modules = built.stream().map(BuildProject::module).toList();
    BuildUser user = BuildUser.of(project.root(), environment);
    Build build = new Build(project, user, environment, patience, log(own));
    BuildWays ways =
        new BuildWays(
            project,
            modules,
            BuildJdks.of(environment, user, runtime),
            Optional.of(own.resolve("jdk")));
    boolean again = built.stream().allMatch(each -> Files.exists(each.stamp()));
    for (Path old : project.stale(modules)) {
      build.delete(old);
    }
    Map<Path, String> files = project.files();
    Set<Path> absent = absent(files.keySet());
    for (Path each : project.folders()) {
      build.make(each);
    }
    for (Map.Entry<Path, String> file : files.entrySet()) {
      build.keep(file.getValue(), file.getKey());
    }
    try {
      build.run(again, ways, progress);
    } catch (UserMistake e) {
      removeEmpty(build, files.keySet(), absent);
      throw e;
    }
    for (BuildProject each : built) {
      build.keep(sources, each.stamp());
    }
  }

  /** Returns the folders that some files lack. */
  private static Set<Path> absent(Collection<Path> files) {
    Set<Path> absent = new HashSet<>();
    for (Path file : files) {
      Path folder = file.getParent();
      while (folder != null && Files.notExists(folder)) {
        absent.add(folder);
        folder = folder.getParent();
      }
    }
    return absent;
  }

  /** Leaves nothing of ours in a project whose build has not come to anything. */
  private static void removeEmpty(Build build, Collection<Path> files, Set<Path> absent)
      throws IOException {
    List<Path> deepestFirst =
        absent.stream().sorted(Comparator.comparingInt(Path::getNameCount).reversed()).toList();
    for (Path file : files) {
      if (absent.contains(file.getParent())) {
        build.delete(file);
      }
    }
    for (Path folder : deepestFirst) {
      build.deleteEmpty(folder);
    }
  }

  private static Path log(Path own) {
    return own.resolve("build.log");
  }

  private static long until(Path log) throws IOException {
    boolean network = Files.exists(log) && BuildErrors.ofNetwork(Files.readString(log)).isPresent();
    Duration kept = network ? REPEATED_FOR_NETWORK : Duration.ofDays(365);
    return System.nanoTime() + kept.toNanos();
  }
}
