package thaw.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** How a box gets a mount namespace of its own. */
enum MountNamespaces {
  /** We are root. */
  ROOT("unshare --mount --propagation private ", "--mount"),
  /** Through a user namespace, in which we are root. */
  USER(
      "unshare --user --map-root-user --mount --propagation private ",
      "--user --mount --preserve-credentials"),
  /** Not at all: boxes see the host's files. */
  NONE("", "");

  private final String prefix;
  private final String entered;

  MountNamespaces(String prefix, String entered) {
    this.prefix = prefix;
    this.entered = entered;
  }

  String prefix() {
    return prefix;
  }

  /** As {@link #prefix}, for who has entered such a namespace already and is root in it. */
  String nestedPrefix() {
    return available() ? ROOT.prefix : "";
  }

  /**
   * Sets RLIMIT_NPROC. Since Linux 5.14 it counts the processes of a user within a user namespace
   * apart from those outside; before, and outside of one, it counts those of all boxes and of the
   * user's own programs, and is of no use.
   */
  static String limitProcesses(int most) {
    return "{ ulimit -u " + most + " || ulimit -p " + most + "; } 2>/dev/null";
  }

  /**
   * Succeeds where that limit holds in a namespace of this kind, and for this namespace alone: two
   * processes are allowed there, although this program has many threads, and a third is not.
   */
  String limitProbe() {
    return prefix
        + "sh -c "
        + BoxScript.quote(limitProcesses(2) + " && (:) && ! ( (:); : ) 2>/dev/null");
  }

  /** What puts a command into the namespaces of another process; blank where there are none. */
  String enter(long pid) {
    return available() ? "nsenter --target " + pid + " " + entered + " -- " : "";
  }

  /** As {@link #prefix}, and with network and pids of its own. */
  String cellPrefix() {
    return prefix + "--net --pid --fork --kill-child ";
  }

  /** As {@link #enter}, for a cell's pid 1. */
  String enterCell(long init) {
    return "nsenter --target " + init + " " + entered + " --net --pid -- ";
  }

  boolean available() {
    return this != NONE;
  }

  /**
   * The options of a read-only bind mount. In a user namespace the kernel refuses to lose what the
   * source's mount forbids, so that is named again.
   *
   * @see <a
   *     href="https://man7.org/linux/man-pages/man7/mount_namespaces.7.html">mount_namespaces(7)</a>,
   *     "Restrictions on mount namespaces"
   */
  String readOnlyBind(Path source) {
    if (this != USER) {
      return "bind,ro";
    }
    try {
      Path real = source.toRealPath();
      return "bind,ro"
          + MountInfo.restrictions(KernelFile.lines(Path.of("/proc/self/mountinfo")), real);
    } catch (IOException e) {
      throw new UncheckedIOException("could not look up the mount of " + source + ": " + e, e);
    }
  }
}
