package thaw.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import thaw.files.Trees;
import thaw.sandbox.kernel.ProcessStat;
import thaw.sandbox.kernel.Syscalls;

/** Writes what {@code thaw-box} is told: the options of its messages, see {@code box/src}. */
final class SandboxOrders {
  /** The most processes and threads together, as on Lambda. */
  static final int PROCESSES = 1024;

  /**
   * Limits of processes as functions on Lambda find them (getrlimit). That of processes holds for a
   * user, of which all functions have the same one but in a user namespace.
   */
  private static final int OPEN_FILES = 1024;

  private static final int USERS_PROCESSES = 742;
  private static final long CORE_BYTES = 10L * 1024 * 1024 * 1024;
  private static final int LOCKED_BYTES = 64 * 1024;
  private static final int STACK_BYTES = 8 * 1024 * 1024;

  /** Lambda's name for a function's machine is an address, which needs no resolver. */
  private static final String HOST_NAME = "169.254.100.1";

  private static final String ROOT = "root";
  private static final boolean FILTERS_CALLS = Syscalls.canFilterCalls();

  private SandboxOrders() {}

  /**
   * The options of {@code cell}.
   *
   * @param directory the box's own folder on the host
   * @param joins {@code cgroup.procs} files
   */
  static List<String> cell(
      Isolation isolation, SandboxSpec spec, Path directory, List<Path> joins, EgressProxy egress)
      throws IOException {
    List<String> options = new ArrayList<>();
    joins.forEach(procs -> options.addAll(List.of("join", procs.toString())));
    if (!isolation.namespaces().available()) {
      return options;
    }
    options.addAll(List.of("namespaces", spec.network().isPresent() ? "mpiucn" : "mpiuc"));
    options.addAll(List.of("name", HOST_NAME));
    if (isolation.namespaces() == MountNamespaces.USER) {
      options.addAll(List.of("user", "" + SandboxUser.UID, "" + SandboxUser.GID));
    }
    if (isolation.dropsPrivileges()) {
      options.addAll(List.of("outward", "" + SandboxUser.UID));
    }
    if (spec.inside().isPresent()) {
      boolean user = isolation.namespaces() == MountNamespaces.USER;
      options.addAll(List.of("inside", "" + spec.inside().get().pid(), user ? "1" : "0"));
    }
    Path root = Files.createDirectory(directory.resolve(ROOT));
    List<Bind> binds = new ArrayList<>(spec.binds());
    binds.addAll(SandboxUser.database(spec.root(), directory));
    options.addAll(
        IsolatedRoot.options(
            spec.withBinds(binds), root, directory.toString(), isolation.cgroups()));
    spec.network().ifPresent(network -> options.addAll(egress.options(network)));
    return options;
  }

  /**
   * The options of {@code park}.
   *
   * @param output absent for that of the box
   * @param pid in the box, absent for any
   * @param filtered whether system calls are
   */
  static List<String> program(
      Isolation isolation,
      Program program,
      Optional<Path> output,
      Optional<Integer> pid,
      boolean filtered) {
    List<String> options = new ArrayList<>();
    if (!filtered || !FILTERS_CALLS) {
      options.add("unfiltered");
    }
    pid.ifPresent(number -> options.addAll(List.of("pid", "" + number)));
    output.ifPresent(file -> options.addAll(List.of("output", file.toString())));
    options.addAll(List.of("at", program.workingDirectory().toString()));
    options.addAll(List.of("files", "" + OPEN_FILES));
    options.addAll(List.of("stack", "" + STACK_BYTES));
    if (isolation.countsProcesses()) {
      options.addAll(List.of("processes", "" + USERS_PROCESSES));
    }
    if (filtered) { // what is dumped must be restored where limits cannot be raised
      options.addAll(List.of("core", "" + CORE_BYTES));
      if (!isolation.observable()) { // the probe's samples are locked memory
        options.addAll(List.of("locked", "" + LOCKED_BYTES));
      }
    }
    if (isolation.dropsPrivileges()) {
      options.addAll(List.of("user", "" + SandboxUser.UID, "" + SandboxUser.GID));
    }
    if (isolation.observable()) {
      options.add("perfmon");
    }
    options.add("run");
    options.addAll(program.command());
    options.addAll(List.of("", "with"));
    program.environment().forEach((name, value) -> options.add(name + "=" + value));
    options.add("");
    return options;
  }

  /**
   * A command that enters a box as its root and becomes the words that follow, with the descriptors
   * that it was given.
   */
  static List<String> entering(long init, List<Path> joins) {
    return entering(init, List.of(), joins);
  }

  /** The same as the user of programs, but with all capabilities that this program has. */
  static List<String> enteringAsUser(long init, List<Path> joins) {
    return entering(init, List.of("as", "" + SandboxUser.UID, "" + SandboxUser.GID), joins);
  }

  private static List<String> entering(long init, List<String> user, List<Path> joins) {
    List<String> words = new ArrayList<>();
    words.addAll(List.of(SandboxProgram.path().toString(), "enter", "" + init));
    words.addAll(user);
    joins.forEach(procs -> words.add(procs.toString()));
    words.add("--");
    return words;
  }

  /**
   * Returns why no box can be made so, found by making one; empty when one can. Cgroups are left
   * alone.
   *
   * @param pid that its program must be given
   */
  static Optional<String> problem(Isolation isolation, Optional<Integer> pid) {
    try {
      Path directory = Files.createTempDirectory("thaw-probe");
      try {
        return problem(isolation, pid, directory);
      } finally {
        Trees.delete(directory);
      }
    } catch (IOException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private static Optional<String> problem(
      Isolation isolation, Optional<Integer> pid, Path directory) throws IOException {
    SandboxSpec spec =
        new SandboxSpec(
                Map.of(), List.of("/bin/true"), Path.of("/"), List.of(), CpuLimit.whole(1), 0)
            .withNetwork(new SandboxNetwork("", Set.of(), Map.of(), Set.of(), Set.of(), Set.of()));
    try (SandboxHolder holder = SandboxHolder.start(directory.resolve("output"), _ -> {})) {
      holder.make(cell(isolation, spec, directory, List.of(), new EgressProxy(new HostPorts())));
      SandboxHolder.Parked parked =
          holder.park(program(isolation, spec.program(), Optional.empty(), pid, true));
      return pid.isEmpty() || ProcessStat.innerPid(parked.pid()) == pid.get()
          ? Optional.empty()
          : Optional.of("the kernel gives no process the number that is wished");
    } catch (IOException | IllegalStateException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }
}
