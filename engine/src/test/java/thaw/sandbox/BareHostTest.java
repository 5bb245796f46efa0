package thaw.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.environment.launch.ManagedRuntime;
import thaw.fixture.SideBySide;
import thaw.fixture.Signals;
import thaw.problem.UserMistake;
import thaw.sandbox.jdk.Jdks;
import thaw.sandbox.kernel.Deadline;
import thaw.sandbox.kernel.MountInfo;
import thaw.sandbox.kernel.Tool;

/** Hosts that permit nothing: no cgroups that can be written, no namespaces, no JDK. */
@SideBySide
class BareHostTest {
  @TempDir Path folder;

  /** In /proc nobody can make a folder, root included. */
  @ParameterizedTest
  @ValueSource(strings = {"/proc/sys", "/proc/self/fd"})
  void cgroups_that_cannot_be_written_are_missing_guarantees(String mountPoint) {
    Path own = Path.of(mountPoint);
    MountInfo mounts =
        new MountInfo(
            List.of(
                new MountInfo.CgroupMount(own, true, Set.of(), own),
                new MountInfo.CgroupMount(
                    own, false, Set.of("cpu", "memory", "freezer", "cpuacct"), own)));
    CgroupHost cgroups = CgroupHost.detect(mounts, ProcessHandle.current().pid());
    assertEquals("none", cgroups.layout());
    assertTrue(
        cgroups.obstacles().stream()
            .anyMatch(
                obstacle -> obstacle.text().startsWith("cannot create a cgroup in " + own + ": ")),
        cgroups.obstacles().toString());
    SandboxHost host = bare(cgroups);
    assertFalse(host.limitsCpu());
    assertFalse(host.memoryLimit().available());
    List<String> missing = host.missingGuarantees();
    assertTrue(
        missing.contains(
            "no CPU limit by memory size: functions run on all CPUs at any memory size: handler"
                + " times are far too short"),
        missing.toString());
    assertTrue(
        missing.contains(
            "no memory limit: a function that needs more than its memory size is not killed"),
        missing.toString());
    for (Capability capability : host.capabilities()) {
      boolean ofKernel = capability.name().equals("filter of system calls");
      assertEquals(ofKernel, capability.available(), capability.name());
      assertEquals(ofKernel, capability.remedy().isBlank(), capability.name());
    }
  }

  @Test
  void a_host_without_any_hierarchy_says_so() {
    CgroupHost cgroups = CgroupHost.detect(new MountInfo(List.of()), ProcessHandle.current().pid());
    assertEquals(
        List.of("no cgroup hierarchy is mounted"),
        cgroups.obstacles().stream().map(CgroupHost.Obstacle::text).toList());
    assertEquals("none", cgroups.layout());
  }

  @Test
  void a_box_runs_freezes_and_ends_also_where_nothing_is_permitted() throws Exception {
    SandboxHost host =
        bare(CgroupHost.detect(new MountInfo(List.of()), ProcessHandle.current().pid()));
    Path left;
    try (Instance instance = Instance.open(host, folder.resolve("instances"))) {
      left = instance.directory();
      SandboxSpec spec =
          new SandboxSpec(
              Map.of("PATH", "/usr/bin:/bin"),
              List.of("/bin/sh", "-c", "echo begun; sleep 600 & wait"),
              folder,
              List.of(),
              CpuLimit.share(0.5),
              128L * 1024 * 1024);
      try (Sandbox box = instance.prepare("bare", spec)) {
        box.start();
        StringBuilder output = new StringBuilder();
        Deadline.await(
            Duration.ofSeconds(20),
            "the program says that it has begun",
            () -> {
              output.append(new String(box.output().drain(), StandardCharsets.UTF_8));
              return output.toString().equals("begun\n");
            });
        box.freeze();
        assertTrue(box.isAlive());
        assertTrue(box.usage().maxMemoryBytes() > 0);
        assertTrue(box.residentBytes() > 0);
        box.thaw();
        box.limitCpu(CpuLimit.whole(1));
        box.kill();
        assertEquals(137, box.exit().get(20, TimeUnit.SECONDS));
      }
    }
    assertFalse(Files.exists(left));
  }

  private static SandboxHost bare(CgroupHost cgroups) {
    return new SandboxHost(cgroups, MountNamespaces.NONE, false, false);
  }

  @Test
  void a_runtime_without_any_jdk_is_a_mistake_with_a_remedy() {
    Jdks none = Jdks.among(List.of());
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> ManagedRuntime.of("java21").choose(none));
    assertEquals("no JDK from 11 on was found for the runtime java21", mistake.getMessage());
    assertEquals(Jdks.remedy("JDK 21") + "; or set JAVA_HOME", mistake.remedy());
  }

  @Test
  void a_folder_that_only_looks_like_a_jdk_is_none() throws IOException {
    Path fake = Files.createDirectories(folder.resolve("jdk-21"));
    Files.writeString(fake.resolve("release"), "JAVA_VERSION=\"21.0.1\"\n");
    assertTrue(Jdks.among(List.of(fake, folder.resolve("none"))).all().isEmpty());
  }

  /** The launcher, in a mount namespace in which the usual folders of JDKs are empty. */
  @Test
  void the_launcher_without_any_jdk_ends_with_a_remedy() throws Exception {
    assumeTrue(
        Tool.run(List.of("unshare", "--mount", "true")).succeeded(),
        "no mount namespace without root");
    Path empty = Files.createDirectories(folder.resolve("empty"));
    Path launcher = Path.of("../thaw").toAbsolutePath().normalize();
    String script =
        "for d in /usr/lib/jvm /usr/java /opt; do [ ! -d $d ] || mount --bind %s $d; done; exec env"
                .formatted(empty)
            + " -i PATH=/usr/bin:/bin %s %s doctor";
    for (String home : List.of("HOME=" + empty, "NO_HOME=1")) {
      List<String> command = new ArrayList<>(List.of("unshare", "--mount", "sh", "-c"));
      command.add(script.formatted(home, launcher));
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      Signals.awaitEnd(process);
      assertEquals(2, process.exitValue(), output);
      assertEquals(
          """
          thaw: no JDK 25 or later was found in THAW_JAVA_HOME, JAVA_HOME or the usual folders
          Remedy: install one (Debian: temurin-25-jdk from adoptium.net, or sdk install java 25-tem) or name its folder in THAW_JAVA_HOME
          """,
          output);
    }
  }
}
