package thaw.sandbox.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import thaw.sandbox.kernel.MountInfo.CgroupMount;

class MountInfoTest {
  private static final Path SYS = Path.of("/sys/fs/cgroup");

  @Test
  void debian_12_has_one_v2_hierarchy_and_the_session_lies_deep_in_it() {
    assertEquals(
        List.of(
            new CgroupMount(
                SYS, true, Set.of(), SYS.resolve("user.slice/user-1000.slice/session-3.scope"))),
        parse(
            """
            22 28 0:20 / /sys rw,nosuid,nodev,noexec,relatime shared:7 - sysfs sysfs rw
            29 22 0:25 / /sys/fs/cgroup rw,nosuid,nodev,noexec,relatime shared:9 - cgroup2 cgroup2 rw,nsdelegate,memory_recursiveprot
            31 22 0:27 / /sys/fs/bpf rw,nosuid,nodev,noexec,relatime shared:11 - bpf bpf rw,mode=700
            """,
            "0::/user.slice/user-1000.slice/session-3.scope"));
  }

  @Test
  void a_docker_container_sees_its_own_group_as_the_root() {
    assertEquals(
        List.of(new CgroupMount(SYS, true, Set.of(), SYS)),
        parse(
            """
            712 706 0:98 / /sys ro,nosuid,nodev,noexec,relatime - sysfs sysfs ro
            713 712 0:27 / /sys/fs/cgroup ro,nosuid,nodev,noexec,relatime - cgroup2 cgroup rw,nsdelegate
            """,
            "0::/"));
  }

  @Test
  void a_container_in_the_hosts_cgroup_namespace_sees_the_part_below_its_own_group() {
    assertEquals(
        List.of(
            new CgroupMount(SYS.resolve("memory"), false, Set.of("memory"), SYS.resolve("memory")),
            new CgroupMount(
                SYS.resolve("cpu,cpuacct"),
                false,
                Set.of("cpu", "cpuacct"),
                SYS.resolve("cpu,cpuacct/child"))),
        parse(
            """
            650 640 0:33 /docker/4f2a /sys/fs/cgroup/memory ro,nosuid,nodev,noexec,relatime master:17 - cgroup cgroup rw,memory
            651 640 0:34 /docker/4f2a /sys/fs/cgroup/cpu,cpuacct ro,nosuid,nodev,noexec,relatime master:18 - cgroup cgroup rw,cpu,cpuacct
            """,
            """
            5:memory:/docker/4f2a
            4:cpu,cpuacct:/docker/4f2a/child
            """));
  }

  @Test
  void a_hybrid_host_has_v1_controllers_and_v2_beside_them() {
    assertEquals(
        List.of(
            new CgroupMount(SYS.resolve("cpu"), false, Set.of("cpu"), SYS.resolve("cpu")),
            new CgroupMount(
                SYS.resolve("memory"), false, Set.of("memory"), SYS.resolve("memory/jobs/7")),
            new CgroupMount(
                SYS.resolve("freezer"), false, Set.of("freezer"), SYS.resolve("freezer")),
            new CgroupMount(SYS.resolve("unified"), true, Set.of(), SYS.resolve("unified"))),
        parse(
            """
            31 23 0:28 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw,mode=755
            32 31 0:29 / /sys/fs/cgroup/cpu rw,relatime - cgroup cgroup rw,cpu
            34 31 0:31 / /sys/fs/cgroup/cpuset rw,relatime - cgroup cgroup rw,cpuset
            35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory
            37 31 0:34 / /sys/fs/cgroup/freezer rw,relatime - cgroup cgroup rw,freezer
            40 31 0:37 / /sys/fs/cgroup/systemd rw,relatime - cgroup cgroup rw,name=systemd
            41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw
            """,
            """
            9:name=systemd:/
            6:freezer:/
            4:memory:/jobs/7
            1:cpu:/
            0::/
            """));
  }

  @Test
  void a_path_outside_of_the_cgroup_namespace_is_not_resolved() {
    assertEquals(
        List.of(new CgroupMount(SYS, true, Set.of(), SYS)),
        parse("29 22 0:25 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw", "0::/../elsewhere"));
    assertEquals(
        List.of(new CgroupMount(SYS, true, Set.of(), SYS)),
        parse("29 22 0:25 /../.. /sys/fs/cgroup rw - cgroup2 cgroup2 rw", "0::/"));
  }

  @Test
  void blanks_in_a_mount_point_are_unescaped() {
    Path odd = Path.of("/mnt/my cgroup\\dir");
    assertEquals(
        List.of(new CgroupMount(odd, true, Set.of(), odd)),
        parse("29 22 0:25 / /mnt/my\\040cgroup\\134dir rw - cgroup2 none rw", "0::/"));
  }

  @Test
  void lines_of_another_form_are_passed_over() {
    assertEquals(List.of(), parse("\n \n29 22\n29 22 0:25 / /x rw -\n", ""));
  }

  private static List<CgroupMount> parse(String mountInfo, String selfCgroup) {
    return MountInfo.parse(mountInfo.lines().toList(), selfCgroup.lines().toList()).cgroups();
  }

  @Test
  void a_mount_on_a_folder_or_below_it_is_found_and_none_beside_it() {
    List<String> mounts = List.of("36 35 98:0 / /mnt/a\\040b/deep rw,noatime - ext3 /dev/root rw");
    assertTrue(MountInfo.hasMounts(mounts, Path.of("/mnt/a b")));
    assertTrue(MountInfo.hasMounts(mounts, Path.of("/mnt/a b/deep")));
    assertFalse(MountInfo.hasMounts(mounts, Path.of("/mnt/a")));
    assertFalse(MountInfo.hasMounts(mounts, Path.of("/mnt/a b/deep/er")));
  }
}
