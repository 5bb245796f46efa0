package thaw.deployment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import thaw.sandbox.kernel.Tool;

/**
 * A run of the program of a worker's image in the image's own root, as a pod without rights has it:
 * what it writes down about files fits those of the image.
 *
 * @param root its root file system, which is left as it was but for what the program itself writes
 * @param patience with the program
 */
record WorkerRehearsal(Path root, Duration patience) {
  /** The time limit of a JVM that trains, and of the one that makes the archive. */
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  /** A program that a signal ended, as shells tell it: 128 and the signal. */
  private static final int SIGNALLED = 128;

  /** Nobody in particular. */
  private static final String USER = "65532";

  /** Mounts what a container runtime does and what the cluster has as volumes. */
  private static final String CONTAINER =
      """
      root=$1 kept=$2
      shift 2
      for d in tmp var/cache var/lib/thaw; do mount -t tmpfs -o mode=1777 v "$root/$d"; done
      mount -t proc p "$root/proc"
      mount --rbind /dev "$root/dev"
      env -i "$@"
      cp -r "$root/var/cache/thaw/archives" "$kept"
      """;

  private static final List<String> MOUNTED =
      List.of("dev", "proc", "tmp", "var/cache", "var/lib/thaw");

  WorkerRehearsal(Path root) {
    this(root, PATIENCE);
  }

  /**
   * @param variables of the image
   * @param command in it
   * @param kept a folder that gets the class archives of the worker's cache
   * @return why that was not possible, in one line
   */
  Optional<String> run(Map<String, String> variables, List<String> command, Path kept)
      throws IOException {
    for (String folder : MOUNTED) {
      Files.createDirectories(root.resolve(folder));
    }
    List<String> words = new ArrayList<>(List.of("unshare", "--user", "--map-user=" + USER));
    words.addAll(List.of("--map-group=" + USER, "--keep-caps", "--mount", "--pid", "--fork"));
    words.addAll(List.of("--kill-child", "sh", "-ec", CONTAINER, "rehearsal"));
    words.addAll(List.of(root.toString(), kept.toString()));
    Map<String, String> given = new TreeMap<>(variables);
    given.put("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
    given.forEach((name, value) -> words.add(name + "=" + value));
    words.addAll(List.of("chroot", root.toString(), "setpriv", "--no-new-privs"));
    words.addAll(List.of("--inh-caps=-all", "--ambient-caps=-all", "--bounding-set=-all"));
    words.addAll(command);
    Tool run = Tool.run(words, patience);
    return run.succeeded() ? Optional.empty() : Optional.of(cause(run));
  }

  /**
   * Returns why a run failed, not just its last line: behind its own words a JVM speaks of its
   * archive.
   */
  private String cause(Tool run) {
    if (run.timedOut()) {
      return "the rehearsal did not end within " + patience.toSeconds() + " s";
    }
    Optional<String> told =
        run.output().lines().filter(line -> line.startsWith(WorkerImage.FAILED)).findFirst();
    if (told.isPresent()) {
      return told.get();
    }
    if (run.exitCode() > SIGNALLED) {
      return "the rehearsal was ended by signal " + (run.exitCode() - SIGNALLED);
    }
    return run.output().lines().reduce((_, last) -> last).orElse("it said nothing");
  }
}
