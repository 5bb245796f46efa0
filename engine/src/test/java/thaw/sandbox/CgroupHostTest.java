package thaw.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.sandbox.CgroupHost.Use;
import thaw.sandbox.kernel.MountInfo;
import thaw.sandbox.kernel.MountInfo.CgroupMount;

/** Layouts laid out as plain files below a temporary folder. */
class CgroupHostTest {
  private static final long OWN_PID = 4711;
  private static final Map<Use, String> ALL_V2 =
      Map.of(
          Use.CPU_LIMIT,
          "v2",
          Use.CPU_USAGE,
          "v2",
          Use.MEMORY_LIMIT,
          "v2",
          Use.PROCESS_LIMIT,
          "v2",
          Use.FREEZE,
          "v2");

  @TempDir private Path root;

  @Test
  void root_on_pure_v2_uses_the_root_when_its_session_has_other_processes() throws IOException {
    group(root, "cpuset cpu io memory pids", "cpu memory pids");
    Path session = group(root.resolve("user.slice/session-1.scope"), "memory pids", "");
    Files.createFile(session.resolve("cgroup.events"));
    Files.writeString(session.resolve("cgroup.procs"), "99\n4711\n");

    CgroupHost host = detect(v2(session));
    assertEquals(root, host.v2());
    assertEquals(ALL_V2, host.uses());
    assertEquals("v2", host.layout());
    assertEquals(List.of(), host.obstacles());
  }

  @Test
  void a_delegated_group_with_its_controllers_enabled_serves() throws IOException {
    group(root, "cpu memory", "");
    Path scope = group(root.resolve("thaw.scope"), "cpu memory pids", "cpu memory pids");

    CgroupHost host = detect(v2(scope));
    assertEquals(scope, host.v2());
    assertEquals(ALL_V2, host.uses());
  }

  @Test
  void a_process_that_has_stepped_aside_uses_the_group_around_its_leaf() throws IOException {
    Path scope = group(root.resolve("thaw.scope"), "cpu memory", "cpu memory");
    Path leaf = group(scope.resolve(DelegatedV2.OWN_LEAF), "cpu memory", "");
    assertEquals(scope, detect(v2(leaf)).v2());
  }

  @Test
  void alone_in_its_delegated_group_it_steps_aside() throws IOException {
    Path scope = group(root.resolve("thaw.scope"), "cpu memory", "");
    Files.createFile(scope.resolve("cgroup.events"));
    Files.writeString(scope.resolve("cgroup.procs"), OWN_PID + "\n");
    group(scope.resolve(DelegatedV2.OWN_LEAF), "", "");

    detect(v2(scope));
    assertEquals(
        "0", Files.readString(scope.resolve(DelegatedV2.OWN_LEAF).resolve("cgroup.procs")));
  }

  @Test
  void a_container_with_other_processes_names_them() throws IOException {
    group(root, "cpu memory", "");
    Files.createFile(root.resolve("cgroup.events")); // so it is not the real root
    Files.writeString(root.resolve("cgroup.procs"), "1\n4711\n");

    CgroupHost host = detect(v2(root));
    assertEquals("v2 without controllers", host.layout());
    assertTrue(
        host.why(Use.CPU_LIMIT).contains("has other processes (1)"), host.obstacles().toString());
  }

  @Test
  void hybrid_takes_limits_from_v1_and_the_rest_from_v2() throws IOException {
    Path unified = group(root.resolve("unified"), "", "");
    CgroupHost host =
        detect(
            v1("cpu"),
            v1("memory"),
            v1("cpuacct"),
            v1("pids"),
            v1("freezer"),
            new CgroupMount(unified, true, Set.of(), unified));
    assertEquals(
        Map.of(
            Use.CPU_LIMIT,
            "cpu",
            Use.CPU_USAGE,
            "v2",
            Use.MEMORY_LIMIT,
            "memory",
            Use.PROCESS_LIMIT,
            "pids",
            Use.FREEZE,
            "v2"),
        host.uses());
    assertEquals("v1 with v2 beside it", host.layout());
    assertEquals(List.of(), host.obstacles());
  }

  @Test
  void v1_alone_serves_all_uses() throws IOException {
    CgroupHost host = detect(v1("cpu", "cpuacct"), v1("memory"), v1("pids"), v1("freezer"));
    assertNull(host.v2());
    assertEquals(
        Map.of(
            Use.CPU_LIMIT,
            "cpu",
            Use.CPU_USAGE,
            "cpuacct",
            Use.MEMORY_LIMIT,
            "memory",
            Use.PROCESS_LIMIT,
            "pids",
            Use.FREEZE,
            "freezer"),
        host.uses());
    assertEquals("v1", host.layout());
    assertEquals(
        4, Cgroup.named(host, "thaw-1").directories().size(), "cpu and cpuacct are one directory");
  }

  @Test
  void a_mount_that_cannot_be_written_does_not_hide_one_that_can() throws IOException {
    group(root, "cpu memory", "cpu memory");
    Path file = Files.createFile(root.resolve("file"));
    CgroupHost host = detect(v2(root), new CgroupMount(file, true, Set.of(), file));
    assertEquals(root, host.v2());
  }

  @Test
  void nothing_mounted_and_nothing_writable_are_told_apart() throws IOException {
    assertEquals("no cgroup hierarchy is mounted", detect().why(Use.FREEZE));
    Path file = Files.createFile(root.resolve("file"));
    CgroupHost host = detect(new CgroupMount(file, true, Set.of(), file));
    assertEquals("none", host.layout());
    assertTrue(
        host.why(Use.FREEZE).startsWith("cannot create a cgroup in " + file),
        host.obstacles().toString());
  }

  @Test
  void throttling_is_that_of_all_groups_around_this_process() throws IOException {
    Path outer = Files.createDirectories(root.resolve("a"));
    Path own = Files.createDirectories(outer.resolve("b/c"));
    Files.writeString(outer.resolve("cpu.stat"), "nr_periods 9\nnr_throttled 4\n");
    Files.writeString(own.resolve("cpu.stat"), "nr_periods 9\nnr_throttled 3\n");
    assertEquals(7, CgroupHost.throttledPeriods(new CgroupMount(root, true, Set.of(), own)));
  }

  private static CgroupHost detect(CgroupMount... mounts) {
    return CgroupHost.detect(new MountInfo(List.of(mounts)), OWN_PID);
  }

  private CgroupMount v2(Path own) {
    return new CgroupMount(root, true, Set.of(), own);
  }

  private CgroupMount v1(String... controllers) throws IOException {
    Path hierarchy = Files.createDirectories(root.resolve(String.join(",", controllers)));
    return new CgroupMount(hierarchy, false, Set.of(controllers), hierarchy);
  }

  private static Path group(Path directory, String controllers, String enabled) throws IOException {
    Files.createDirectories(directory);
    Files.writeString(directory.resolve("cgroup.controllers"), controllers);
    Files.writeString(directory.resolve("cgroup.subtree_control"), enabled);
    Files.writeString(directory.resolve("cgroup.procs"), "");
    return directory;
  }
}
