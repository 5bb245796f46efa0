package thaw.sandbox;

import thaw.sandbox.kernel.Shell;

/** The ways in which a sandbox gets a mount namespace of its own. */
enum MountNamespaces {
  /** We are root. */
  ROOT("unshare --mount --propagation private ", "--mount"),
  /** The way through a user namespace, in which we are root. */
  USER(
      "unshare --user --map-root-user --mount --propagation private ",
      "--user --mount --preserve-credentials"),
  /** No way: boxes see the host's files. */
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

  /**
   * Succeeds where RLIMIT_NPROC holds in a namespace of this kind, and for this namespace alone:
   * two processes are allowed there, although this program has many threads, and a third is not.
   * Since Linux 5.14 it counts the processes of a user within a user namespace apart from those
   * outside; before, and outside of one, it counts those of all boxes and of the user's own
   * programs, and is of no use.
   */
  String limitProbe() {
    return prefix
        + "sh -c "
        + Shell.quote(
            "{ ulimit -u 2 || ulimit -p 2; } 2>/dev/null && (:) && ! ( (:); : ) 2>/dev/null");
  }

  /**
   * Returns the words that put a command into the namespaces of another process; they are blank
   * where there are none.
   */
  String enter(long pid) {
    return available() ? "nsenter --target " + pid + " " + entered + " -- " : "";
  }

  boolean available() {
    return this != NONE;
  }
}
