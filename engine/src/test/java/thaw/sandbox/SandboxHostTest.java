package thaw.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import thaw.fixture.SideBySide;
import thaw.sandbox.CgroupHost.Obstacle;
import thaw.sandbox.kernel.Tool;

@SideBySide
class SandboxHostTest {
  private static final Path ANY = Path.of("/sys/fs/cgroup");

  @Test
  void with_everything_no_guarantee_is_missing() {
    CgroupHost cgroups = new CgroupHost(ANY, Set.of("cpu", "memory", "pids"), Map.of(), List.of());
    SandboxHost host =
        new SandboxHost(cgroups, MountNamespaces.ROOT, true, true, false, new Tool(0, ""));
    assertEquals(List.of(), host.missingGuarantees());
    assertTrue(host.limitsCpu() && host.memoryLimit().available() && host.dropsPrivileges());
  }

  @Test
  void with_nothing_each_is_missing_with_its_reason_and_cost() {
    CgroupHost cgroups =
        new CgroupHost(
            null,
            Set.of(),
            Map.of(),
            List.of(
                new Obstacle(Set.of("cpu", "cpuacct"), "no cpu"),
                new Obstacle(Set.of("v2"), "no v2")));
    SandboxHost host = new SandboxHost(cgroups, MountNamespaces.NONE, true, true);
    assertFalse(host.limitsCpu() || host.memoryLimit().available() || host.dropsPrivileges());
    assertEquals(
        List.of(
            "no cpu",
            "no v2",
            "no v2",
            "no v2",
            "no cpu",
            "they are not used",
            "seccomp; what no function on Lambda needs is refused", // of the kernel, not of the
            // host
            "not as root, or without a mount namespace",
            "there are no namespaces of root's"),
        host.capabilities().stream().map(Capability::detail).toList());
    assertEquals(8, host.missingGuarantees().size());
    host.capabilities().stream()
        .filter(capability -> !capability.available())
        .forEach(missing -> assertFalse(missing.cost().isEmpty() || missing.remedy().isEmpty()));
  }

  @Test
  void v2_without_controllers_freezes_and_counts_but_does_not_limit() {
    CgroupHost cgroups = new CgroupHost(ANY, Set.of(), Map.of(), List.of());
    SandboxHost host = new SandboxHost(cgroups, MountNamespaces.USER, false, false);
    assertEquals(
        List.of(
            "no CPU limit by memory size",
            "no memory limit",
            "no process limit",
            "no size limit of /tmp"),
        host.missingGuarantees().stream().map(line -> line.split(":")[0]).toList());
    assertEquals("v2 without controllers", host.cgroupLayout());
  }
}
