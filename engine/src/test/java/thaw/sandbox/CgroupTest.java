package thaw.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written to and read from the files of both versions; the files are plain ones here. */
class CgroupTest {
  @TempDir private Path root;

  @Test
  void v2_limits() throws IOException {
    Cgroup group = v2("cpu.max", "memory.max", "memory.swap.max", "memory.oom.group", "pids.max");
    group.limitProcesses(1024);
    assertEquals("1024", read("g/pids.max"));
    group.limitCpu(CpuLimit.share(0.25));
    group.limitMemory(128 << 20);
    assertEquals("5000 20000", read("g/cpu.max"));
    assertEquals("134217728", read("g/memory.max"));
    assertEquals("0", read("g/memory.swap.max"));
    assertEquals("1", read("g/memory.oom.group"));
  }

  @Test
  void a_limit_that_the_host_meets_by_itself_is_no_quota() throws IOException {
    Cgroup group = v2("cpu.max");
    group.limitCpu(CpuLimit.whole(Runtime.getRuntime().availableProcessors()));
    assertEquals("max 100000", read("g/cpu.max"));
  }

  @Test
  void v1_limits() throws IOException {
    Cgroup group = v1();
    for (String file :
        List.of(
            "cpu/g/cpu.cfs_quota_us",
            "cpu/g/cpu.cfs_period_us",
            "memory/g/memory.limit_in_bytes",
            "memory/g/memory.memsw.limit_in_bytes",
            "pids/g/pids.max")) {
      Files.createFile(root.resolve(file));
    }
    group.limitCpu(CpuLimit.share(0.25));
    group.limitMemory(128 << 20);
    group.limitProcesses(1024);
    assertEquals("1024", read("pids/g/pids.max"));
    assertEquals("5000", read("cpu/g/cpu.cfs_quota_us"));
    assertEquals("20000", read("cpu/g/cpu.cfs_period_us"));
    assertEquals("134217728", read("memory/g/memory.limit_in_bytes"));
    assertEquals("134217728", read("memory/g/memory.memsw.limit_in_bytes"));
  }

  @Test
  void v2_usage() throws IOException {
    Cgroup group = v2();
    Files.writeString(
        root.resolve("g/cpu.stat"), "usage_usec 1234\nnr_throttled 2\nthrottled_usec 77\n");
    Files.writeString(root.resolve("g/memory.events"), "oom 1\noom_kill 3\noom_group_kill 1\n");
    Files.writeString(root.resolve("g/memory.peak"), "4096\n");
    Files.writeString(root.resolve("g/cgroup.procs"), "12\n34\n");
    assertEquals(OptionalLong.of(1_234_000), group.cpuNanos());
    assertEquals(OptionalLong.of(77_000), group.throttledNanos());
    assertEquals(3, group.oomKills());
    assertEquals(OptionalLong.of(4096), group.memoryPeakBytes());
    assertEquals(List.of(12L, 34L), group.pids());
  }

  @Test
  void v1_usage() throws IOException {
    Cgroup group = v1();
    Files.writeString(root.resolve("cpuacct/g/cpuacct.usage"), "1234567\n");
    Files.writeString(root.resolve("cpu/g/cpu.stat"), "nr_throttled 2\nthrottled_time 77000\n");
    Files.writeString(
        root.resolve("memory/g/memory.oom_control"),
        "oom_kill_disable 0\nunder_oom 0\noom_kill 3\n");
    Files.writeString(root.resolve("memory/g/memory.max_usage_in_bytes"), "4096\n");
    assertEquals(OptionalLong.of(1_234_567), group.cpuNanos());
    assertEquals(OptionalLong.of(77_000), group.throttledNanos());
    assertEquals(3, group.oomKills());
    assertEquals(OptionalLong.of(4096), group.memoryPeakBytes());
  }

  @Test
  void before_linux_5_19_there_is_no_peak() throws IOException {
    assertEquals(OptionalLong.empty(), v2().memoryPeakBytes());
  }

  @Test
  void both_versions_freeze_and_thaw() throws IOException {
    Cgroup v2 = v2("cgroup.freeze");
    Files.writeString(root.resolve("g/cgroup.events"), "populated 1\nfrozen 1\n");
    v2.freeze();
    assertEquals("1", read("g/cgroup.freeze"));
    v2.thaw();
    assertEquals("0", read("g/cgroup.freeze"));
    Cgroup v1 = v1();
    Files.createFile(root.resolve("freezer/g/freezer.state"));
    v1.freeze();
    assertEquals("FROZEN", read("freezer/g/freezer.state"));
    v1.thaw();
    assertEquals("THAWED", read("freezer/g/freezer.state"));
  }

  @Test
  void a_refused_limit_names_file_value_and_reason() throws IOException {
    Cgroup group = v2();
    UncheckedIOException refusal =
        assertThrows(UncheckedIOException.class, () -> group.limitCpu(CpuLimit.share(0.5)));
    assertEquals(
        "could not write \"10000 20000\" to " + root.resolve("g/cpu.max") + ": no such file",
        refusal.getMessage());
  }

  @Test
  void without_any_hierarchy_limits_do_nothing_and_usage_is_empty() {
    try (Cgroup group = Cgroup.create(CgroupHost.none("a test"), "g")) {
      group.limitCpu(CpuLimit.whole(1));
      group.limitMemory(1);
      assertFalse(group.canFreeze());
      assertEquals(OptionalLong.empty(), group.cpuNanos());
      assertEquals(OptionalLong.empty(), group.throttledNanos());
      assertEquals(OptionalLong.empty(), group.memoryPeakBytes());
    }
  }

  @Test
  void a_group_that_cannot_be_made_everywhere_is_made_nowhere() throws IOException {
    Path cpu = Files.createDirectory(root.resolve("cpu"));
    Path absent = root.resolve("absent");
    CgroupHost host =
        new CgroupHost(null, Set.of(), Map.of("cpu", cpu, "memory", absent), List.of());
    assertThrows(UncheckedIOException.class, () -> Cgroup.create(host, "g"));
    assertFalse(Files.exists(cpu.resolve("g")));
  }

  @Test
  void quotas_are_shares_of_20_ms_and_at_least_what_the_kernel_takes() {
    assertEquals(20_000, CpuLimit.share(1).periodMicros());
    assertEquals(1447, CpuLimit.share(128 / 1769.0).quotaMicros());
    assertEquals(200_000, CpuLimit.whole(2).quotaMicros());
    assertEquals(100_000, CpuLimit.whole(2).periodMicros());
    assertEquals(1000, CpuLimit.share(0.001).quotaMicros());
    assertThrows(IllegalArgumentException.class, () -> CpuLimit.share(0));
    assertThrows(IllegalArgumentException.class, () -> CpuLimit.share(Double.NaN));
  }

  private Cgroup v2(String... files) throws IOException {
    CgroupHost host = new CgroupHost(root, Set.of("cpu", "memory", "pids"), Map.of(), List.of());
    Cgroup group = Cgroup.create(host, "g");
    for (String file : files) {
      Files.createFile(root.resolve("g").resolve(file));
    }
    return group;
  }

  private Cgroup v1() throws IOException {
    Map<String, Path> parents = new TreeMap<>();
    for (String controller : List.of("cpu", "cpuacct", "memory", "pids", "freezer")) {
      parents.put(controller, Files.createDirectory(root.resolve(controller)));
    }
    return Cgroup.create(new CgroupHost(null, Set.of(), parents, List.of()), "g");
  }

  private String read(String file) throws IOException {
    return Files.readString(root.resolve(file));
  }
}
