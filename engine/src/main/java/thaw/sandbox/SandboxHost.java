package thaw.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import thaw.sandbox.CgroupHost.Use;
import thaw.sandbox.kernel.KernelFile;
import thaw.sandbox.kernel.Syscalls;
import thaw.sandbox.kernel.Tool;

/** Knows what this host permits, found by trying, and what is lost where it does not. */
public final class SandboxHost {
  private static final int UID_MAP_FIELDS = 3;
  private static final String ALL_UIDS = "4294967295";

  private static final String CGROUP_REMEDY =
      "run as root (sudo), or in a delegated cgroup: systemd-run --user --scope -p Delegate=yes thaw ...";
  private static final String CGROUP_REMEDY_FOR_ROOT =
      "in a container: mount /sys/fs/cgroup writable (docker run --privileged) and let Thaw be its"
          + " only process";

  private static final String OWN = "own files, processes, network";

  private static final Tool NO_DISK = new Tool(1, "not as root, or without a mount namespace");

  private final CgroupHost cgroups;
  private final Isolation isolation;
  private final boolean root;
  private final Tool disk;
  private @Nullable Boolean isolates; // guarded by this; null before it was asked for

  SandboxHost(
      CgroupHost cgroups, MountNamespaces namespaces, boolean canDropPrivileges, boolean root) {
    this(cgroups, namespaces, canDropPrivileges, root, false, NO_DISK);
  }

  SandboxHost(
      CgroupHost cgroups,
      MountNamespaces namespaces,
      boolean canDropPrivileges,
      boolean root,
      boolean countsProcesses,
      Tool disk) {
    this(
        cgroups,
        new Isolation(
            namespaces,
            namespaces == MountNamespaces.ROOT && canDropPrivileges,
            countsProcesses,
            false,
            cgroups.views()),
        root,
        disk);
  }

  private SandboxHost(CgroupHost cgroups, Isolation isolation, boolean root, Tool disk) {
    this.cgroups = cgroups;
    this.isolation = isolation;
    this.root = root;
    this.disk = disk;
  }

  /** Tries everything once; takes some 10 ms. */
  public static SandboxHost probe() {
    boolean root = isRoot();
    boolean canDrop = root && problem(MountNamespaces.ROOT, true).isEmpty();
    MountNamespaces namespaces = canDrop ? MountNamespaces.ROOT : probeNamespaces(root);
    CgroupHost cgroups = CgroupHost.detect();
    boolean counts =
        !cgroups.uses().containsKey(Use.PROCESS_LIMIT)
            && namespaces == MountNamespaces.USER
            && !root // to whom the limit does not apply
            && succeeds(namespaces.limitProbe());
    Tool disk = namespaces == MountNamespaces.ROOT ? Scratch.probe() : NO_DISK;
    return new SandboxHost(cgroups, namespaces, canDrop, root, counts, disk);
  }

  /** Returns why a box cannot be made so, found by making one; empty when it can. */
  private static Optional<String> problem(MountNamespaces namespaces, boolean drop) {
    return SandboxOrders.problem(Isolation.by(namespaces, drop), Optional.empty());
  }

  /** Returns whether this program is root, of whatever user namespace. */
  public static boolean isRoot() {
    try {
      return (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid") == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private static MountNamespaces probeNamespaces(boolean root) {
    for (MountNamespaces candidate :
        root
            ? List.of(MountNamespaces.ROOT, MountNamespaces.USER)
            : List.of(MountNamespaces.USER)) {
      if (problem(candidate, false).isEmpty()) {
        return candidate;
      }
    }
    return MountNamespaces.NONE;
  }

  private static boolean succeeds(String command) {
    return Tool.run(List.of("sh", "-c", command)).succeeded();
  }

  CgroupHost cgroups() {
    return cgroups;
  }

  Isolation isolation() {
    return isolation;
  }

  /** Returns whether a box runs as {@link SandboxUser} instead of as root. */
  public boolean dropsPrivileges() {
    return isolation.dropsPrivileges();
  }

  /**
   * The same host, whose boxes may count performance events with kernel frames, where that is
   * possible at all.
   */
  public SandboxHost observable() {
    boolean possible =
        dropsPrivileges() && succeeds("setpriv --inh-caps=+cap_38 --ambient-caps=+cap_38 true");
    return new SandboxHost(cgroups, isolation.withObservable(possible), root, disk);
  }

  /** Returns whether boxes of this host may count performance events with kernel frames. */
  public boolean isObservable() {
    return isolation.observable();
  }

  /**
   * The same host, whose boxes are never root: where root cannot become another user, as in a user
   * namespace, they have one of their own, in which the same user has another number.
   */
  SandboxHost withoutRoot() {
    return root && !dropsPrivileges()
        ? new SandboxHost(cgroups, isolation.withNamespaces(MountNamespaces.USER), root, disk)
        : this;
  }

  public boolean isRootUser() {
    return root;
  }

  /** Returns whether root's privileges are those of the machine, and not of a user namespace. */
  public boolean isRootOfMachine() {
    try {
      String[] map = KernelFile.read(Path.of("/proc/self/uid_map")).split("\\s+");
      return root && map.length == UID_MAP_FIELDS && map[2].equals(ALL_UIDS);
    } catch (IOException e) {
      return root; // a kernel without user namespaces
    }
  }

  /**
   * Returns whether a {@link IsolatedSandbox} can be made; tries it, which takes some 20 ms, when
   * it is asked first.
   */
  public synchronized boolean canIsolate() {
    if (isolates == null) {
      isolates = probeIsolation();
    }
    return isolates;
  }

  private boolean probeIsolation() {
    return isolation.namespaces() == MountNamespaces.ROOT
        && SandboxOrders.problem(isolation, Optional.of(SandboxSpec.PROGRAM_PID)).isEmpty();
  }

  /** Returns whether a sandbox sees its binds; otherwise paths in a sandbox are the host's own. */
  public boolean hasMountNamespaces() {
    return isolation.namespaces().available();
  }

  public boolean limitsCpu() {
    return cgroups.uses().containsKey(Use.CPU_LIMIT);
  }

  /** Returns whether a sandbox's /tmp has a size. */
  public boolean limitsDisk() {
    return disk.succeeded();
  }

  /** Tells which cgroup hierarchies serve: "v2", "v1", "v1 with v2 beside it" or "none". */
  public String cgroupLayout() {
    return cgroups.layout();
  }

  /**
   * Counts how often a CPU quota on this program's own cgroup (a container's, a session's) held it
   * back; 0 where there is none.
   */
  public long ownThrottledPeriods() {
    return CgroupHost.ownThrottledPeriods();
  }

  /** Everything, present or missing, in the order of importance. */
  public List<Capability> capabilities() {
    List<Capability> all = new ArrayList<>();
    all.add(cpuLimit());
    all.add(memoryLimit());
    all.add(processLimit());
    all.add(
        cgroup(
            Use.FREEZE,
            "freeze between requests",
            "processes are stopped one by one with SIGSTOP, not at one instant"));
    all.add(cgroup(Use.CPU_USAGE, "CPU accounting", "CPU time comes from /proc in steps of 10 ms"));
    all.add(ownNamespaces());
    all.add(callFilter());
    all.add(diskLimit());
    if (root) {
      all.add(unprivilegedUser());
    }
    return all;
  }

  /** Returns the capability that {@link #limitsCpu} asks for. */
  public Capability cpuLimit() {
    return cgroup(
        Use.CPU_LIMIT,
        "CPU limit by memory size",
        "functions run on all CPUs at any memory size: handler times are far too short");
  }

  /** Returns the capability to kill a function that needs more than its memory size. */
  public Capability memoryLimit() {
    return cgroup(
        Use.MEMORY_LIMIT,
        "memory limit",
        "a function that needs more than its memory size is not killed");
  }

  /** Returns the capability to let a function have so many processes and no more. */
  public Capability processLimit() {
    return isolation.countsProcesses()
        ? Capability.present("process limit", "RLIMIT_NPROC in a user namespace")
        : cgroup(
            Use.PROCESS_LIMIT,
            "process limit",
            "a function that forks without end takes the machine with it");
  }

  private Capability ownNamespaces() {
    return hasMountNamespaces()
        ? Capability.present(
            OWN,
            (isolation.namespaces() == MountNamespaces.ROOT
                    ? "namespaces"
                    : "namespaces, as your own user to this machine")
                + "; functions see system programs, their package and /tmp, and reach local"
                + " services, ports that variables name, HTTP, HTTPS and DNS")
        : Capability.missing(
            OWN,
            problem(root ? MountNamespaces.ROOT : MountNamespaces.USER, false)
                .orElse("they are not used"),
            "functions run as you: they reach your files, the host's processes and its network,"
                + " share its /tmp and see its paths; layers are not at /opt"
                + (cgroups.uses().isEmpty()
                    ? "; a process that leaves its session outlives its sandbox"
                    : ""),
            "allow user namespaces (sysctl kernel.unprivileged_userns_clone=1 or"
                + " kernel.apparmor_restrict_unprivileged_userns=0), or run as root");
  }

  private static Capability callFilter() {
    return Syscalls.canFilterCalls()
        ? Capability.present(
            "filter of system calls", "seccomp; what no function on Lambda needs is refused")
        : Capability.missing(
            "filter of system calls",
            "the kernel has no seccomp filters",
            "functions can make system calls with which others have broken out of containers",
            "use a kernel with CONFIG_SECCOMP_FILTER, as all distributions have it");
  }

  private Capability diskLimit() {
    return limitsDisk()
        ? Capability.present("size limit of /tmp", "ext4 in a sparse file, on a loop device")
        : Capability.missing(
            "size limit of /tmp",
            disk.firstLine(),
            "a function can write more than its ephemeral storage, and fill the host's disk",
            root
                ? "install e2fsprogs and load the kernel's module loop; in a container: docker"
                    + " run --privileged -v /dev:/dev"
                : "run as root (sudo)");
  }

  private Capability unprivilegedUser() {
    return dropsPrivileges()
        ? Capability.present(
            "unprivileged user in the sandbox",
            SandboxUser.NAME + ", uid " + SandboxUser.UID + " of this machine for all functions")
        : Capability.missing(
            "unprivileged user in the sandbox",
            "there are no namespaces of root's",
            "functions run as root" + (hasMountNamespaces() ? ", in their sandboxes" : ""),
            "give Thaw the capabilities of root");
  }

  private Capability cgroup(Use use, String name, String cost) {
    String hierarchy = cgroups.uses().get(use);
    if (hierarchy == null) {
      return Capability.missing(
          name, cgroups.why(use), cost, root ? CGROUP_REMEDY_FOR_ROOT : CGROUP_REMEDY);
    }
    return Capability.present(
        name, hierarchy.equals("v2") ? "cgroup v2" : "cgroup v1 controller " + hierarchy);
  }

  /** One line for each thing that Lambda does and this host cannot. */
  public List<String> missingGuarantees() {
    return capabilities().stream()
        .filter(capability -> !capability.available())
        .map(capability -> "no " + capability.name() + ": " + capability.cost())
        .toList();
  }
}
