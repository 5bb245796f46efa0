package thaw.lab.storage;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import thaw.function.FunctionDefinition;

/**
 * The storage, build and function that the lesson about storage compares.
 *
 * @param directories empty for the standard ones: a disk, and memory
 * @param latencies of stand-ins for a network file system, each on the first directory
 * @param build empty for the generated project
 * @param function empty for one of the generated project's classes
 * @param builds whether builds are compared
 * @param coldStarts whether cold starts are
 * @param gentle whether only these files leave the caches, and nothing is trimmed: for a machine
 *     that others use
 */
public record StorageOptions(
    List<Path> directories,
    List<Duration> latencies,
    Optional<Build> build,
    Optional<Function> function,
    boolean builds,
    boolean coldStarts,
    boolean gentle) {
  /** The options with which the course runs the lesson. */
  public static final StorageOptions STANDARD =
      new StorageOptions(
          List.of(),
          List.of(Duration.ofMillis(1)),
          Optional.empty(),
          Optional.empty(),
          true,
          true,
          false);

  public StorageOptions {
    directories = List.copyOf(directories);
    latencies = List.copyOf(latencies);
  }

  /**
   * @param project is copied; never touched itself
   * @param command run in the copy
   * @param clean run in the copy before each timed run, by the shell; else a fresh copy is made, of
   *     what git does not ignore
   * @param without folders of the project that are not copied
   */
  public record Build(
      Path project, List<String> command, Optional<String> clean, Set<Path> without) {
    public Build {
      command = List.copyOf(command);
      without = Set.copyOf(without);
    }

    String name() {
      return String.join(" ", command);
    }

    /** Returns the settings that samples depend on and the name does not tell. */
    String identity() {
      return "project " + project + clean.map(words -> ", clean " + words).orElse("");
    }
  }

  /**
   * @param event of its first request
   */
  public record Function(FunctionDefinition definition, byte[] event) {}
}
