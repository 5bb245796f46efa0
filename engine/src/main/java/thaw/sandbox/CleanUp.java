package thaw.sandbox;

import java.nio.file.Path;
import java.util.List;
import thaw.sandbox.kernel.Shell;

/**
 * The shell script that removes everything of one instance: processes, cgroups, folder. It refuses
 * to rely on Thaw: a janitor or a later Thaw runs it when the instance's own has died.
 *
 * <p>Where there are cgroups, they know the processes. Elsewhere the processes of a box are found
 * as {@code SandboxProcesses} does, by the instance's folder among their mounts; and a box that has
 * no mounts (yet) by its process group, whose leader's start time is on record in the folder {@code
 * pids}. The janitor runs at once and may trust the number of a group whose leader has ended; a
 * later sweep may not, as the number may be another's by then.
 */
final class CleanUp {
  /** Symbolic links to folders that are somewhere else and end with the instance. */
  static final String ELSEWHERE = "elsewhere";

  /** First argument of a run by a janitor. */
  static final String AT_ONCE = "at-once";

  /**
   * The number of rounds of 50 ms after which what is left stays for the next start, with this
   * script.
   */
  private static final int ROUNDS = 100;

  private CleanUp() {}

  static String script(Path directory, List<Path> cgroups) {
    return "trap '' INT TERM HUP\n"
        + (cgroups.isEmpty() ? killWithoutCgroups(directory) : killInCgroups(cgroups))
        + "[ -z \"$left\" ] || exit 1\n"
        + removeFolder(directory);
  }

  private static String killInCgroups(List<Path> cgroups) {
    StringBuilder script = new StringBuilder();
    for (Path cgroup : cgroups) {
      String file = Shell.quote(cgroup.resolve("cgroup.kill").toString());
      script.append("[ -e " + file + " ] && echo 1 > " + file + "\n");
    }
    script.append("n=0; while [ $n -lt " + ROUNDS + " ]; do left=\n");
    for (Path cgroup : cgroups) {
      String quoted = Shell.quote(cgroup.toString());
      script.append(
          """
            for d in %s/*/ %s; do
              [ -d "$d" ] || continue
              [ -e "$d/freezer.state" ] && echo FROZEN > "$d/freezer.state"
              for p in $(cat "$d/cgroup.procs"); do kill -9 "$p"; done
              [ -e "$d/freezer.state" ] && echo THAWED > "$d/freezer.state"
              rmdir "$d" || left=1
            done
          """
              .formatted(quoted, quoted));
    }
    return script.append("  [ -z \"$left\" ] && break; n=$((n+1)); sleep 0.05\ndone\n").toString();
  }

  private static String killWithoutCgroups(Path directory) {
    return """
    for f in %s/*; do
      [ -e "$f" ] || continue
      p=${f##*/}
      if [ -e "/proc/$p" ]; then
        [ "$(sed 's/.*) //' "/proc/$p/stat" | cut -d ' ' -f 20)" = "$(cat "$f")" ] || continue
      else
        [ "$1" = %s ] || continue
      fi
      kill -9 "-$p"
    done
    n=0; while [ $n -lt %d ]; do left=
      for f in $(grep -lsF '/%s/' /proc/[1-9]*/mountinfo); do
        p=${f#/proc/}; kill -9 "${p%%/mountinfo}" && left=1
      done
      [ -z "$left" ] && break; n=$((n+1)); sleep 0.05
    done
    """
        .formatted(
            Shell.quote(directory.resolve("pids").toString()),
            AT_ONCE,
            ROUNDS,
            directory.getFileName());
  }

  private static String removeFolder(Path directory) {
    String folder = Shell.quote(directory.toString());
    String links = Shell.quote(directory.resolve(ELSEWHERE).toString());
    // A folder of the user's file system may have got mounts, which are not ours to empty; what
    // cannot be removed keeps its record, and who comes next tries again.
    String elsewhere =
        """
        for f in %1$s/*; do
          [ -L "$f" ] || continue
          d=$(readlink "$f")
          e=$(printf %%s "$d" | sed 's/\\\\/\\\\134/g; s/ /\\\\040/g; s/\t/\\\\011/g')
          if cut -d ' ' -f 5 /proc/self/mountinfo | grep -qF -e "$e/" ||
              cut -d ' ' -f 5 /proc/self/mountinfo | grep -qxF -e "$e"; then
            echo "something is mounted in $d: umount it"; left=1; continue
          fi
          rm -rf --one-file-system "$d" 2> /dev/null || {
            chmod -R u+rwX "$d"; rm -rf --one-file-system "$d"; }
          [ ! -e "$d" ] || { echo "could not be removed: $d"; left=1; }
        done
        if [ -n "$left" ]; then
          for f in %2$s/*; do
            case $f in */%3$s | */cleanup.sh | */lock) ;; *) rm -rf "$f" ;; esac
          done
          exit 1
        fi
        """
            .formatted(links, folder, ELSEWHERE);
    // A function may have left folders in its /tmp that forbid it.
    return elsewhere
        + "rm -rf "
        + folder
        + " || { chmod -R u+rwx "
        + folder
        + "; rm -rf "
        + folder
        + "; }\n";
  }
}
