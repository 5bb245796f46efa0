package thaw.app.build;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
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
  private final Set<Path> done = new HashSet<>();
  private final Map<Path, Failure> failures = new HashMap<>();

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

  /** Returns what can be deployed: the source itself, or the result of its project's build. */
  public CodeSource built(CodeSource source) throws InterruptedException {
    return built(source, Function.identity());
  }

  /**
   * @param use of what can be deployed; nobody else builds the project meanwhile
   */
  public <T> T built(CodeSource source, Function<CodeSource, T> use) throws InterruptedException {
    if (!(source instanceof CodeSource.Project unbuilt)) {
      return use.apply(source);
    }
    BuildProject project = BuildProject.of(unbuilt);
    String name = String.valueOf(project.root().getFileName());
    try {
      Path own = own(project.root());
      Files.createDirectories(own);
      section(folder).use(own);
      try (BuildLock _ =
          BuildLock.take(own.resolve("lock"), name, patience.multipliedBy(2), progress::line)) {
        BuildProject place = new BuildPlace(own, Files::isWritable, progress::line).of(project);
        if (!done.contains(project.root()) && !isFresh(place)) {
          build(place, own.resolve("build.log"));
        }
        done.add(project.root());
        return use.apply(place.result());
      }
    } catch (IOException e) {
      throw new UncheckedIOException("could not build " + project.root() + ": " + e, e);
    }
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
    return BuildProject.of(source).outputs();
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

  private void build(BuildProject project, Path log) throws IOException, InterruptedException {
    SortedSet<Path> files = project.sources();
    Failure failure = failures.get(project.root());
    if (failure != null
        && System.nanoTime() < failure.untilNanos()
        && SourceStamp.isOf(failure.sources(), project.root(), files)) {
      throw failure.mistake();
    }
    BuildUser user = BuildUser.of(project.root(), environment);
    Build build = new Build(project, user, environment, patience, log);
    boolean again = Files.exists(project.stamp());
    for (Path old : project.stale()) {
      build.delete(old);
    }
    String sources = SourceStamp.of(project.root(), files); // a change during it makes it stale
    for (Map.Entry<Path, String> file : project.files().entrySet()) {
      build.keep(file.getValue(), file.getKey());
    }
    try {
      build.run(again, progress);
      build.keep(sources, project.stamp());
      failures.remove(project.root());
    } catch (UserMistake e) {
      failures.put(project.root(), new Failure(sources, e, until(log)));
      throw e;
    }
  }

  private static long until(Path log) throws IOException {
    boolean network = Files.exists(log) && BuildErrors.ofNetwork(Files.readString(log)).isPresent();
    Duration kept = network ? REPEATED_FOR_NETWORK : Duration.ofDays(365);
    return System.nanoTime() + kept.toNanos();
  }
}
