package thaw.snapshot;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import thaw.sandbox.Bind;

/**
 * A CRIU that can be run, and its command lines.
 *
 * @param prefix what starts it: the program, or the loader of its own folder with the libraries
 *     there and the program
 * @param binary the program file
 * @param unprivileged whether it runs in a user namespace, without privilege outside
 */
public record CriuCommand(
    List<String> prefix, Path binary, CriuVersion version, boolean unprivileged) {
  /** Larger than any library that a JVM unpacks, maps and unlinks; CRIU's default is 1 MiB. */
  static final int GHOST_LIMIT_BYTES = 64 << 20;

  private static final Path IN_BOX = Path.of("/var/criu");
  private static final Path TUN = Path.of("/dev/net/tun");

  static final String DUMP_LOG = "dump.log";
  static final String RESTORE_LOG = "restore.log";

  public CriuCommand {
    prefix = List.copyOf(prefix);
  }

  /** Returns the folders that a sandbox must see to run {@link #inBox()}. */
  public List<Bind> binds() {
    List<Bind> all = new ArrayList<>();
    if (Files.exists(TUN)) {
      all.add(new Bind(TUN, TUN, true)); // it looks what the kernel can do with it
    }
    ownFolder().ifPresent(folder -> all.add(Bind.readOnly(folder, IN_BOX)));
    return all;
  }

  /** Returns the folder of a CRIU that is not the system's; a box has it at its own place. */
  private Optional<Path> ownFolder() {
    Path folder = prefix.size() == 1 ? binary.getParent() : binary.resolve("../../..").normalize();
    return Optional.ofNullable(folder).filter(found -> !found.startsWith("/usr"));
  }

  /** The same as a box names it: its path on the host may be below a folder of the box's own. */
  public CriuCommand inBox() {
    return ownFolder()
        .map(Path::toString)
        .map(folder -> {
          List<String> words =
              prefix.stream().map(word -> word.replace(folder, IN_BOX.toString())).toList();
          return new CriuCommand(words, Path.of(words.getLast()), version, unprivileged);
        })
        .orElse(this);
  }

  /** The same for a user namespace, or for root. */
  public CriuCommand unprivileged(boolean inUserNamespace) {
    return new CriuCommand(prefix, binary, version, inUserNamespace);
  }

  /**
   * Dumps a process and all below it, which ends them. The log is {@code dump.log} among the
   * images; connections are closed in the restored process, for their other ends are not there.
   *
   * @param pid as CRIU sees it, in the namespace where it runs
   * @param images an existing folder
   */
  public List<String> dump(long pid, Path images) {
    List<String> command = new ArrayList<>(prefix);
    command.addAll(
        List.of(
            "dump",
            "--tree",
            Long.toString(pid),
            "--images-dir",
            images.toString(),
            "--log-file",
            DUMP_LOG,
            "-v2",
            "--tcp-close",
            "--manage-cgroups=ignore",
            "--ghost-limit",
            Integer.toString(GHOST_LIMIT_BYTES)));
    return withPrivilege(command);
  }

  /**
   * Restores and returns, leaving the restored process to the caller's reaper. The slower way: see
   * {@link ParkedCriu}.
   *
   * @param work an existing folder of this restore alone, which gets {@code restore.log}
   */
  public List<String> restore(RestoreOptions options, Path work) {
    List<String> command = new ArrayList<>(prefix);
    command.addAll(
        List.of(
            "restore",
            "--restore-detached",
            "--images-dir",
            options.images().toString(),
            "--work-dir",
            work.toString(),
            "--log-file",
            RESTORE_LOG,
            "-v" + options.logLevel(),
            "--tcp-close",
            "--manage-cgroups=ignore"));
    options
        .inherited()
        .forEach(inherited ->
            command.addAll(
                List.of("--inherit-fd", "fd[" + inherited.descriptor() + "]:" + inherited.key())));
    return withPrivilege(command);
  }

  /**
   * Waits for one request on an inherited socket and serves it.
   *
   * @param descriptor the socket's number in that process
   */
  List<String> swrk(int descriptor) {
    List<String> command = new ArrayList<>(prefix);
    command.addAll(List.of("swrk", Integer.toString(descriptor)));
    return List.copyOf(command); // whether it is privileged stands in the request
  }

  private List<String> withPrivilege(List<String> command) {
    if (unprivileged) {
      command.add("--unprivileged");
    }
    return List.copyOf(command);
  }
}
