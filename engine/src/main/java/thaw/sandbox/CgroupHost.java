package thaw.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import thaw.sandbox.kernel.KernelFile;
import thaw.sandbox.kernel.MountInfo;

/**
 * Knows where on this host cgroups can be made, found by trying.
 *
 * <p>Three layouts are known. Pure v2: everything in one hierarchy. Pure v1: one hierarchy a
 * controller. Hybrid: v1 controllers with a v2 hierarchy beside them that has no controller and can
 * still freeze, kill and count CPU time; it is preferred for those, as they are atomic there.
 *
 * @param v2 parent for our v2 cgroups, or null when there is none that can be written
 * @param v2Controllers controllers that children of {@code v2} can have, of "cpu", "memory" and
 *     "pids"
 * @param v1 parent for our cgroups for each v1 controller that can be written
 * @param obstacles why something is missing, in the kernel's words
 */
record CgroupHost(
    @Nullable Path v2, Set<String> v2Controllers, Map<String, Path> v1, List<Obstacle> obstacles) {
  private static final String PROBE = "thaw-probe-";

  /** The controllers without all of which a JVM takes itself for one without limits. */
  private static final List<String> SEEN_BY_JVMS = List.of("memory", "cpu", "cpuacct", "cpuset");

  /** The purpose of a cgroup. */
  enum Use {
    CPU_LIMIT("cpu"),
    CPU_USAGE("cpuacct"),
    MEMORY_LIMIT("memory"),
    PROCESS_LIMIT("pids"),
    FREEZE("freezer");

    private final String v1Controller;

    Use(String v1Controller) {
      this.v1Controller = v1Controller;
    }
  }

  /**
   * @param hierarchies "v2", or v1 controllers; empty when it stands in the way of everything
   * @param text for people
   */
  record Obstacle(Set<String> hierarchies, String text) {}

  /** A host without any cgroup of use, and why. */
  static CgroupHost none(String why) {
    return new CgroupHost(null, Set.of(), Map.of(), List.of(new Obstacle(Set.of(), why)));
  }

  static CgroupHost detect() {
    try {
      return detect(MountInfo.ofThisProcess(), ProcessHandle.current().pid());
    } catch (IOException e) {
      return none("no cgroups: " + KernelFile.reason(e));
    }
  }

  static CgroupHost detect(MountInfo mounts, long ownPid) {
    List<Obstacle> obstacles = new ArrayList<>();
    DelegatedV2 v2 = DelegatedV2.NONE;
    Map<String, Path> v1 = new LinkedHashMap<>();
    for (MountInfo.CgroupMount mount : mounts.cgroups()) {
      List<String> problems = new ArrayList<>();
      if (mount.version2()) {
        // A container may show the same hierarchy more than once, and one of them read-only.
        v2 = v2.orBetter(DelegatedV2.find(mount, ownPid, problems));
      } else {
        Path parent = writable(List.of(mount.own(), mount.mountPoint()), problems);
        if (parent != null) {
          mount.controllers().forEach(controller -> v1.putIfAbsent(controller, parent));
        }
      }
      Set<String> hierarchies = mount.version2() ? Set.of("v2") : mount.controllers();
      problems.stream()
          .distinct()
          .forEach(problem -> obstacles.add(new Obstacle(hierarchies, problem)));
    }
    if (mounts.cgroups().isEmpty()) {
      obstacles.add(new Obstacle(Set.of(), "no cgroup hierarchy is mounted"));
    }
    return new CgroupHost(v2.parent(), v2.controllers(), v1, List.copyOf(obstacles));
  }

  /** The first directory in which a cgroup can be made, or null. */
  static @Nullable Path writable(List<Path> candidates, List<String> obstacles) {
    @Nullable String obstacle = null;
    for (Path candidate : candidates) {
      Path probe = candidate.resolve(PROBE + ProcessHandle.current().pid());
      try {
        Files.createDirectories(probe); // a killed Thaw with this pid may have left it
        Files.delete(probe);
        return candidate;
      } catch (IOException e) {
        obstacle = "cannot create a cgroup in " + candidate + ": " + KernelFile.reason(e);
      }
    }
    if (obstacle != null) {
      obstacles.add(obstacle);
    }
    return null;
  }

  static long ownThrottledPeriods() {
    try {
      return MountInfo.ofThisProcess().cgroups().stream()
          .mapToLong(CgroupHost::throttledPeriods)
          .sum();
    } catch (IOException e) {
      return 0;
    }
  }

  /** Counts for the process's own cgroup and all above it: any of them may have a quota. */
  static long throttledPeriods(MountInfo.CgroupMount mount) {
    long periods = 0;
    for (Path group = mount.own();
        group != null && group.startsWith(mount.mountPoint());
        group = group.getParent()) {
      periods += KernelFile.keyed(group.resolve("cpu.stat"), "nr_throttled").orElse(0);
    }
    return periods;
  }

  /** The hierarchy that serves each use: "v2", a v1 controller's name, or absent. */
  Map<Use, String> uses() {
    Map<Use, String> uses = new EnumMap<>(Use.class);
    put(uses, Use.CPU_LIMIT, v2Controllers.contains("cpu"));
    put(uses, Use.CPU_USAGE, v2 != null);
    put(uses, Use.MEMORY_LIMIT, v2Controllers.contains("memory"));
    put(uses, Use.PROCESS_LIMIT, v2Controllers.contains("pids"));
    put(uses, Use.FREEZE, v2 != null);
    return uses;
  }

  private void put(Map<Use, String> uses, Use use, boolean inV2) {
    if (inV2) {
      uses.put(use, "v2");
    } else if (v1.containsKey(use.v1Controller)) {
      uses.put(use, use.v1Controller);
    }
  }

  /** Returns why a use is not served: what its v1 controller met, or where there is none, v2. */
  String why(Use use) {
    boolean hasV1 = obstacles.stream().anyMatch(o -> o.hierarchies().contains(use.v1Controller));
    String hierarchy = hasV1 ? use.v1Controller : "v2";
    return obstacles.stream()
        .filter(o -> o.hierarchies().isEmpty() || o.hierarchies().contains(hierarchy))
        .map(Obstacle::text)
        .collect(Collectors.joining("; "));
  }

  /**
   * Returns the layout for people: "v2", "v2 without controllers", "v1", "v1 with v2 beside it", or
   * "none".
   */
  String layout() {
    Map<Use, String> uses = uses();
    boolean anyV2 = uses.containsValue("v2");
    boolean anyV1 = uses.values().stream().anyMatch(value -> !value.equals("v2"));
    if (anyV2 && anyV1) {
      return "v1 with v2 beside it";
    }
    if (anyV2) {
      return uses.containsKey(Use.CPU_LIMIT) ? "v2" : "v2 without controllers";
    }
    return anyV1 ? "v1" : "none";
  }

  /** A cgroup file system as a sandbox sees its own group. */
  record View(String type, String options, String at) {}

  /**
   * Returns the mounts by which a sandbox sees its own cgroups, so that a JVM finds its limits
   * where it looks for them.
   */
  List<View> views() {
    if (v2 != null && !v2Controllers.isEmpty()) {
      return List.of(new View("cgroup2", "", "/sys/fs/cgroup"));
    }
    List<View> views = new ArrayList<>();
    if (v1.containsKey("memory")) {
      for (String controller : SEEN_BY_JVMS) {
        views.add(new View("cgroup", controller, "/sys/fs/cgroup/" + controller));
      }
    }
    return views;
  }
}
