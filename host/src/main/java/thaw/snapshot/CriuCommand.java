package thaw.snapshot;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The command lines of CRIU, as it is run inside the namespaces of what it dumps or restores.
 *
 * @param program argument vector that CRIU's arguments follow
 * @see <a href="https://criu.org/CLI">CRIU's command line</a>
 */
public record CriuCommand(List<String> program) {
  /** Larger than what libraries leave mapped of a deleted file: 6 MiB, the AWS CRT's. */
  private static final String GHOST_LIMIT = "64M";

  public CriuCommand {
    program = List.copyOf(program);
  }

  /** Dumps a process and its descendants, and kills them. */
  public List<String> dump(int pid, Path images) {
    return with(
        "dump",
        "--unprivileged",
        "-t",
        Integer.toString(pid),
        "-D",
        images.toString(),
        "-o",
        "dump.log",
        "-v2",
        "--tcp-close",
        "--manage-cgroups=ignore",
        "--ghost-limit",
        GHOST_LIMIT);
  }

  /**
   * Restores what was dumped, and leaves it running.
   *
   * @param work a folder for the log, of this restore only
   * @param pipe of the dumped process; the command's standard output takes its place
   */
  public List<String> restore(Path images, Path work, String pipe) {
    return with(
        "restore",
        "-d",
        "-D",
        images.toString(),
        "-W",
        work.toString(),
        "-o",
        "restore.log",
        "-v1",
        "--tcp-close",
        "--manage-cgroups=ignore",
        "--inherit-fd",
        "fd[1]:" + pipe);
  }

  private List<String> with(String... arguments) {
    List<String> command = new ArrayList<>(program);
    command.addAll(List.of(arguments));
    return command;
  }
}
