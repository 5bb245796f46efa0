package thaw.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import thaw.sandbox.CgroupHost.Use;
import thaw.sandbox.kernel.Deadline;
import thaw.sandbox.kernel.KernelFile;
import thaw.sandbox.kernel.Native;

/**
 * One control group in as many hierarchies as the host needs for it, as one thing: limits, usage,
 * freeze, thaw, kill. Refuses to know what runs inside.
 *
 * <p>A use that the host does not permit is skipped by the limits and is empty in the usage; who
 * prints a figure asks {@link SandboxHost} first what is guaranteed.
 */
final class Cgroup implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Map<Use, String> uses;
  private final @Nullable Path v2;
  private final Map<String, Path> v1;

  private Cgroup(Map<Use, String> uses, @Nullable Path v2, Map<String, Path> v1) {
    this.uses = uses;
    this.v2 = v2;
    this.v1 = v1;
  }

  /** A group that may not exist yet, to know its directories; {@code name} may have one slash. */
  static Cgroup named(CgroupHost host, String name) {
    Map<Use, String> uses = host.uses();
    Map<String, Path> v1 = new LinkedHashMap<>();
    Path parentV2 = host.v2();
    Path v2 = parentV2 != null && uses.containsValue("v2") ? parentV2.resolve(name) : null;
    for (String controller : new LinkedHashSet<>(uses.values())) {
      Path parent = host.v1().get(controller);
      if (!controller.equals("v2") && parent != null) {
        v1.put(controller, parent.resolve(name));
      }
    }
    return new Cgroup(uses, v2, v1);
  }

  /** Makes the group in every hierarchy that serves a use; the group around it must exist. */
  static Cgroup create(CgroupHost host, String name) {
    Cgroup group = named(host, name);
    for (Path directory : group.directories()) {
      try {
        Files.createDirectory(directory);
      } catch (IOException e) {
        group.close();
        throw new UncheckedIOException(
            "could not create the cgroup " + directory + ": " + KernelFile.reason(e), e);
      }
    }
    return group;
  }

  /** Lets children of this group have the controllers that it has itself. */
  void delegateToChildren(Set<String> v2Controllers) {
    if (v2 != null) {
      for (String controller : v2Controllers) {
        KernelFile.write(v2.resolve("cgroup.subtree_control"), "+" + controller);
      }
    }
  }

  /** The directories, one a hierarchy. */
  List<Path> directories() {
    List<Path> all = new ArrayList<>(new LinkedHashSet<>(v1.values()));
    if (v2 != null) {
      all.add(v2);
    }
    return all;
  }

  /** Sets the quota, or lifts it where the host has no more CPUs than the limit allows. */
  void limitCpu(CpuLimit limit) {
    if (!uses.containsKey(Use.CPU_LIMIT)) {
      return;
    }
    boolean lifted = limit.isMet(Runtime.getRuntime().availableProcessors());
    String period = Long.toString(limit.periodMicros());
    String quota = Long.toString(limit.quotaMicros());
    if (isV2(Use.CPU_LIMIT)) {
      write(Use.CPU_LIMIT, "cpu.max", (lifted ? "max" : quota) + " " + period);
      return;
    }
    // In two writes; without a quota in between any period is legal.
    Path quotaFile = file(Use.CPU_LIMIT, "cpu.cfs_quota_us");
    KernelFile.write(quotaFile, "-1");
    write(Use.CPU_LIMIT, "cpu.cfs_period_us", period);
    // Refused when a group around it has less (a container's limit): then that one rules, as v2
    // arranges it by itself.
    if (!lifted && !KernelFile.tryWrite(quotaFile, quota)) {
      KernelFile.write(quotaFile, "-1");
    }
  }

  void limitMemory(long bytes) {
    if (isV2(Use.MEMORY_LIMIT)) {
      write(Use.MEMORY_LIMIT, "memory.max", Long.toString(bytes));
      KernelFile.tryWrite(file(Use.MEMORY_LIMIT, "memory.swap.max"), "0");
      KernelFile.tryWrite(file(Use.MEMORY_LIMIT, "memory.oom.group"), "1");
    } else if (uses.containsKey(Use.MEMORY_LIMIT)) {
      write(Use.MEMORY_LIMIT, "memory.limit_in_bytes", Long.toString(bytes));
      // Present only where the kernel accounts for swap; else at least do not swap by choice.
      KernelFile.tryWrite(
          file(Use.MEMORY_LIMIT, "memory.memsw.limit_in_bytes"), Long.toString(bytes));
      KernelFile.tryWrite(file(Use.MEMORY_LIMIT, "memory.swappiness"), "0");
    }
  }

  /** Threads count as well, as they do on Lambda. */
  void limitProcesses(int most) {
    if (uses.containsKey(Use.PROCESS_LIMIT)) {
      write(Use.PROCESS_LIMIT, "pids.max", Integer.toString(most));
    }
  }

  /** CPU time of all processes that are or were inside, in nanoseconds. */
  OptionalLong cpuNanos() {
    if (isV2(Use.CPU_USAGE)) {
      return times(KernelFile.keyed(file(Use.CPU_USAGE, "cpu.stat"), "usage_usec"), 1000);
    }
    return uses.containsKey(Use.CPU_USAGE)
        ? KernelFile.number(file(Use.CPU_USAGE, "cpuacct.usage"))
        : OptionalLong.empty();
  }

  /** Summed over CPUs: it can exceed the wall time. */
  OptionalLong throttledNanos() {
    if (isV2(Use.CPU_LIMIT)) {
      return times(KernelFile.keyed(file(Use.CPU_LIMIT, "cpu.stat"), "throttled_usec"), 1000);
    }
    return uses.containsKey(Use.CPU_LIMIT)
        ? KernelFile.keyed(file(Use.CPU_LIMIT, "cpu.stat"), "throttled_time")
        : OptionalLong.empty();
  }

  /** Peak of the memory that the kernel charged, page cache included. */
  OptionalLong memoryPeakBytes() {
    if (!uses.containsKey(Use.MEMORY_LIMIT)) {
      return OptionalLong.empty();
    }
    return KernelFile.number(
        file(
            Use.MEMORY_LIMIT,
            isV2(Use.MEMORY_LIMIT) ? "memory.peak" : "memory.max_usage_in_bytes"));
  }

  /** Returns how many processes the kernel killed for exceeding the memory limit. */
  long oomKills() {
    if (!uses.containsKey(Use.MEMORY_LIMIT)) {
      return 0;
    }
    String file = isV2(Use.MEMORY_LIMIT) ? "memory.events" : "memory.oom_control";
    return KernelFile.keyed(file(Use.MEMORY_LIMIT, file), "oom_kill").orElse(0);
  }

  /** Host pids of all processes inside, children of the group not included. */
  List<Long> pids() {
    for (Path directory : directories()) {
      try {
        return KernelFile.lines(directory.resolve("cgroup.procs")).stream()
            .map(Long::parseLong)
            .toList();
      } catch (IOException e) {
        continue; // the next hierarchy has the same processes
      }
    }
    return List.of();
  }

  boolean canFreeze() {
    return uses.containsKey(Use.FREEZE);
  }

  /** Stops every process inside and returns when all have stopped. */
  void freeze() {
    if (isV2(Use.FREEZE)) {
      write(Use.FREEZE, "cgroup.freeze", "1");
      Path events = file(Use.FREEZE, "cgroup.events");
      Deadline.await(
          PATIENCE,
          "\"frozen 1\" in " + events,
          () -> KernelFile.keyed(events, "frozen").orElse(0) == 1);
    } else if (canFreeze()) {
      Path state = file(Use.FREEZE, "freezer.state");
      // Written again and again: a task that forks meanwhile can leave v1 in FREEZING for good.
      Deadline.await(
          PATIENCE,
          "FROZEN in " + state,
          () -> {
            KernelFile.write(state, "FROZEN");
            return isFrozen(state);
          });
    }
  }

  private static boolean isFrozen(Path state) {
    try {
      return KernelFile.read(state).equals("FROZEN");
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + state + ": " + KernelFile.reason(e), e);
    }
  }

  void thaw() {
    if (isV2(Use.FREEZE)) {
      write(Use.FREEZE, "cgroup.freeze", "0");
    } else if (canFreeze()) {
      KernelFile.write(file(Use.FREEZE, "freezer.state"), "THAWED");
    }
  }

  /** Kills every process inside, frozen or not. */
  void kill() {
    if (v2 != null && KernelFile.tryWrite(v2.resolve("cgroup.kill"), "1")) {
      return;
    }
    // Before Linux 5.14, and on v1: stop them all, so that none forks away, then kill each.
    if (canFreeze()) {
      try {
        freeze();
      } catch (UncheckedIOException | IllegalStateException e) {
        // A group that cannot be frozen in time is killed process by process all the same, and
        // close() kills what has forked away meanwhile.
      }
    }
    pids().forEach(pid -> Native.kill(pid, Native.SIGKILL));
    if (canFreeze()) {
      try {
        thaw();
      } catch (UncheckedIOException e) {
        // close() removes one hierarchy's directory after the other: nothing is frozen in one that
        // is gone, and a process that joins late is in another.
      }
    }
  }

  /** Removes the group; kills what is left inside. */
  @Override
  public void close() {
    List<Path> left = new ArrayList<>(directories());
    Deadline.await(
        PATIENCE,
        "removing " + left,
        () -> {
          if (!pids().isEmpty()) {
            kill();
          }
          left.removeIf(Cgroup::removed);
          return left.isEmpty();
        });
  }

  private static boolean removed(Path directory) {
    try {
      Files.deleteIfExists(directory);
      return true;
    } catch (IOException e) {
      return false; // EBUSY until the last process is reaped
    }
  }

  private boolean isV2(Use use) {
    return "v2".equals(uses.get(use));
  }

  private void write(Use use, String file, String value) {
    KernelFile.write(file(use, file), value);
  }

  private Path file(Use use, String name) {
    String hierarchy = uses.get(use);
    Path directory = "v2".equals(hierarchy) ? v2 : v1.get(hierarchy);
    if (directory == null) {
      throw new IllegalStateException("no hierarchy serves " + use);
    }
    return directory.resolve(name);
  }

  private static OptionalLong times(OptionalLong value, long factor) {
    return value.isPresent() ? OptionalLong.of(value.getAsLong() * factor) : value;
  }
}
