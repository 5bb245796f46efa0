package thaw.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import thaw.sandbox.kernel.KernelFile;
import thaw.sandbox.kernel.MountInfo;

/**
 * A place in the v2 hierarchy whose children we may make and give controllers to.
 *
 * <p>The kernel's "no internal processes" rule forbids a cgroup other than the root to have both
 * processes and controllers in its children. So a delegated cgroup (for example of {@code
 * systemd-run --user --scope -p Delegate=yes}) serves when this process is alone in it and can step
 * aside into a leaf; otherwise the root of the hierarchy serves whoever may write there.
 *
 * @see <a href="https://docs.kernel.org/admin-guide/cgroup-v2.html">Control Group v2</a>
 */
record DelegatedV2(@Nullable Path parent, Set<String> controllers) {
  static final DelegatedV2 NONE = new DelegatedV2(null, Set.of());

  /**
   * The cgroup into which this process steps aside. It stays, empty, when the delegated cgroup
   * outlives us.
   */
  static final String OWN_LEAF = "thaw-host";

  private static final Set<String> WANTED = new TreeSet<>(Set.of("cpu", "memory", "pids"));

  static DelegatedV2 find(MountInfo.CgroupMount mount, long ownPid, List<String> obstacles) {
    List<String> attempts = new ArrayList<>();
    DelegatedV2 best = NONE;
    for (Path candidate : candidates(mount)) {
      Path parent = CgroupHost.writable(List.of(candidate), attempts);
      if (parent == null || !canMoveWithin(parent, attempts)) {
        continue;
      }
      best = best.orBetter(new DelegatedV2(parent, enable(parent, ownPid, attempts)));
      if (best.controllers().equals(WANTED)) {
        return best;
      }
    }
    if (offered(mount.mountPoint()).stream().anyMatch(WANTED::contains) || best.parent() == null) {
      obstacles.addAll(attempts);
    }
    return best;
  }

  /** The one of two that has more controllers, or at least a place; of equal ones, this. */
  DelegatedV2 orBetter(DelegatedV2 other) {
    boolean better =
        parent == null ? other.parent() != null : other.controllers().size() > controllers().size();
    return better ? other : this;
  }

  /** The own cgroup, or what is around it if we have stepped aside already; then the root. */
  private static List<Path> candidates(MountInfo.CgroupMount mount) {
    Path own = mount.own();
    Path above = own.getParent();
    boolean inLeaf = own.endsWith(OWN_LEAF) && above != null;
    return List.of(inLeaf ? above : own, mount.mountPoint());
  }

  /**
   * Tells whether this process may move others, for which it needs to write to the common
   * ancestor's list as well.
   */
  private static boolean canMoveWithin(Path parent, List<String> attempts) {
    Path procs = parent.resolve("cgroup.procs");
    if (Files.isWritable(procs)) {
      return true;
    }
    attempts.add("cannot move processes within " + parent + ": " + procs + " is not writable");
    return false;
  }

  private static Set<String> enable(Path parent, long ownPid, List<String> attempts) {
    Set<String> offered = offered(parent);
    offered.retainAll(WANTED);
    if (!offered.isEmpty() && !isRoot(parent) && !enabled(parent).containsAll(offered)) {
      stepAside(parent, ownPid, attempts);
    }
    // One by one: a joint write fails whole if one controller is not available.
    for (String controller : offered) {
      if (!enabled(parent).contains(controller)) {
        try {
          KernelFile.write(parent.resolve("cgroup.subtree_control"), "+" + controller);
        } catch (UncheckedIOException e) {
          attempts.add(e.getMessage());
        }
      }
    }
    Set<String> result = enabled(parent);
    result.retainAll(WANTED);
    return result;
  }

  /**
   * Returns whether a cgroup is the root of the hierarchy, which alone has no {@code
   * cgroup.events}. What a container sees as its root has one, and can have no processes when its
   * children have controllers.
   */
  private static boolean isRoot(Path cgroup) {
    return !Files.exists(cgroup.resolve("cgroup.events"));
  }

  /** Moves this process into a leaf when it is the only one in the cgroup. */
  private static void stepAside(Path parent, long ownPid, List<String> attempts) {
    try {
      List<String> pids = KernelFile.lines(parent.resolve("cgroup.procs"));
      if (pids.isEmpty()) {
        return; // stepped aside already
      }
      if (!pids.equals(List.of(Long.toString(ownPid)))) {
        attempts.add(
            parent
                + " has other processes ("
                + String.join(", ", pids.stream().filter(pid -> !pid.equals("" + ownPid)).toList())
                + "), so its children can have no controllers");
        return;
      }
      Path leaf = Files.createDirectories(parent.resolve(OWN_LEAF));
      KernelFile.write(leaf.resolve("cgroup.procs"), "0");
    } catch (IOException e) {
      attempts.add("cannot step aside in " + parent + ": " + KernelFile.reason(e));
    } catch (UncheckedIOException e) {
      attempts.add("cannot step aside in " + parent + ": " + e.getMessage());
    }
  }

  private static Set<String> offered(Path cgroup) {
    return words(cgroup.resolve("cgroup.controllers"));
  }

  private static Set<String> enabled(Path cgroup) {
    return words(cgroup.resolve("cgroup.subtree_control"));
  }

  private static Set<String> words(Path file) {
    try {
      Set<String> words = new TreeSet<>(List.of(KernelFile.read(file).split(" ")));
      words.remove("");
      return words;
    } catch (IOException e) {
      return new TreeSet<>();
    }
  }
}
