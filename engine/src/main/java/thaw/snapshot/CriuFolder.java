package thaw.snapshot;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import thaw.sandbox.kernel.Tool;

/**
 * The places where a CRIU can be: named by {@code THAW_CRIU} (the program, or an installation's
 * folder), in Thaw's own folder, or in PATH.
 *
 * <pre>
 *   FOLDER/4.2.1-1/usr/...     one installation, complete or absent; made by {@code thaw setup}
 *   FOLDER/new-...             one that is being made
 *   FOLDER/try-...             files of a self-test that runs
 *   FOLDER/self-test-...       what {@link CriuSelfTest} has found
 * </pre>
 */
public record CriuFolder(Path path) {
  private static final String VARIABLE = "THAW_CRIU";
  private static final String UNFINISHED = "new-";

  /** Begins the names of folders of self-tests. */
  static final String TRY = "try-";

  private static final Duration LONGEST_TRY = Duration.ofHours(1);

  /** The first that there is, in the order above, whether or not it is recent enough. */
  public Optional<CriuCommand> find(Map<String, String> environment) {
    String named = environment.getOrDefault(VARIABLE, "");
    if (!named.isBlank()) {
      Path path = Path.of(named);
      return Files.isDirectory(path) ? inRoot(path) : program(path);
    }
    Optional<CriuCommand> own = installed();
    if (own.isPresent()) {
      return own;
    }
    for (String folder : (environment.getOrDefault("PATH", "") + ":/usr/sbin").split(":")) {
      Path program = Path.of(folder.isEmpty() ? "." : folder).resolve("criu");
      if (Files.isExecutable(program)) {
        return program(program);
      }
    }
    return Optional.empty();
  }

  private static Optional<CriuCommand> program(Path program) {
    return running(List.of(program.toString()), program);
  }

  /** The newest of those that {@code thaw setup} has made. */
  public Optional<CriuCommand> installed() {
    try (Stream<Path> folders =
        Files.list(path.toRealPath())) { // an isolated sandbox may not have the links
      return folders
          .filter(folder -> !folder.getFileName().toString().startsWith(UNFINISHED))
          .flatMap(folder -> inRoot(folder).stream())
          .max(
              Comparator.comparing((CriuCommand criu) -> criu.version().major())
                  .thenComparing(criu -> criu.version().minor())
                  .thenComparing(criu -> criu.binary().toString()));
    } catch (IOException e) {
      return Optional.empty(); // there is no folder yet
    }
  }

  /**
   * The CRIU in a root folder of its own, run by the loader and with the libraries of that root,
   * which may be newer than the system's.
   */
  static Optional<CriuCommand> inRoot(Path root) {
    Path binary = root.resolve("usr/sbin/criu");
    if (!Files.isRegularFile(binary)) {
      return Optional.empty();
    }
    List<Path> libraries = new ArrayList<>();
    Optional<Path> loader = Optional.empty();
    for (String folder : List.of("lib", "usr/lib")) {
      Path candidate = root.resolve(folder).resolve(Machine.OWN.triplet());
      if (Files.isDirectory(candidate)) {
        libraries.add(candidate);
        Path found = candidate.resolve(Machine.OWN.loader());
        loader = Files.isRegularFile(found) ? Optional.of(found) : loader;
      }
    }
    String path = String.join(":", libraries.stream().map(Path::toString).toList());
    return loader.flatMap(program ->
        running(List.of(program.toString(), "--library-path", path, binary.toString()), binary));
  }

  private static Optional<CriuCommand> running(List<String> prefix, Path binary) {
    List<String> command = new ArrayList<>(prefix);
    command.add("--version");
    Tool tool = Tool.run(command);
    return tool.succeeded()
        ? CriuVersion.parse(tool.output())
            .map(version -> new CriuCommand(prefix, binary, version, false))
        : Optional.empty();
  }

  Path newFolder() throws IOException {
    return Files.createTempDirectory(path, UNFINISHED);
  }

  /**
   * Returns what set-ups and self-tests that were killed have left. Only the owner of the lock may
   * call it.
   */
  List<Path> unfinished() throws IOException {
    Instant longAgo = Instant.now().minus(LONGEST_TRY);
    List<Path> left = new ArrayList<>();
    try (DirectoryStream<Path> folders =
        Files.newDirectoryStream(path, "{" + UNFINISHED + "," + TRY + "}*")) {
      for (Path folder : folders) {
        boolean ofTest = folder.getFileName().toString().startsWith(TRY);
        if (!ofTest || Files.getLastModifiedTime(folder).toInstant().isBefore(longAgo)) {
          left.add(folder);
        }
      }
    }
    return left;
  }
}
