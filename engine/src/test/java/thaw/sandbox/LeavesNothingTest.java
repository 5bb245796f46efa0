package thaw.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.files.Trees;
import thaw.fixture.StartsProcesses;
import thaw.sandbox.kernel.KernelFile;

/** Real JVMs by the dozen. {@code .ci/leaves-nothing} does it with Lambda functions and kills. */
@Tag("linux")
@Tag("jvm")
@StartsProcesses("It looks at processes, groups and mounts of the whole machine")
class LeavesNothingTest {
  @TempDir private Path folder;

  @Test
  void twenty_jvms_leave_no_process_cgroup_mount_or_file() throws IOException {
    SandboxHost host = SandboxHost.probe();
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
    Path base = folder.resolve("base");
    List<String> mounts = KernelFile.lines(Path.of("/proc/self/mounts"));
    Instance instance = Instance.open(host, base);
    String name = instance.directory().getFileName().toString();
    List<Path> groups = Cgroup.named(host.cgroups(), name).directories();
    Set<String> perfData = perfData();
    for (int i = 0; i < 20; i++) {
      start(instance);
      assertEquals(List.of(), inside(groups), "between two starts");
    }
    instance.close();
    assertEquals(List.of(), groups.stream().filter(Files::exists).toList());
    assertEquals(mounts, KernelFile.lines(Path.of("/proc/self/mounts")));
    assertEquals(List.of(), withMounts(name));
    try (Stream<Path> left = Files.list(base)) {
      assertEquals(List.of(), left.toList());
    }
    if (host.hasMountNamespaces()) {
      assertEquals(perfData, perfData());
    }
  }

  private static void start(Instance instance) throws IOException {
    Path temporary = Files.createTempDirectory(instance.directory(), "tmp-");
    Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxrwxrwx"));
    Path jdk = Path.of(System.getProperty("java.home"));
    boolean mounted = instance.host().hasMountNamespaces();
    SandboxSpec spec =
        new SandboxSpec(
            Map.of(),
            List.of(
                (mounted ? Path.of("/var/lang") : jdk).resolve("bin/java").toString(),
                "-XX:+UseSerialGC",
                "-version"),
            Path.of("/"),
            List.of(
                Bind.readOnly(jdk, Path.of("/var/lang")),
                new Bind(temporary, Path.of("/tmp"), true)),
            CpuLimit.whole(2),
            512L << 20);
    try (Sandbox box = instance.prepare("jvm", spec)) {
      box.start();
      int exit = box.exit().orTimeout(30, TimeUnit.SECONDS).join();
      assertEquals(0, exit, () -> new String(box.output().drain()));
      assertTrue(box.output().drain().length > 0);
    }
    Trees.delete(temporary);
  }

  private static List<Path> inside(List<Path> groups) throws IOException {
    Set<Path> children = new TreeSet<>();
    for (Path group : groups) {
      try (Stream<Path> all = Files.list(group)) {
        all.filter(Files::isDirectory).forEach(children::add);
      }
    }
    return List.copyOf(children);
  }

  /** Processes that see a mount of the instance: their mount namespace would live on. */
  private static List<Path> withMounts(String name) throws IOException {
    try (Stream<Path> all = Files.list(Path.of("/proc"))) {
      return all.filter(process -> mountsOf(process).contains("/" + name + "/")).toList();
    }
  }

  private static String mountsOf(Path process) {
    try {
      return KernelFile.read(process.resolve("mountinfo"));
    } catch (IOException e) {
      return ""; // no process, or it has ended
    }
  }

  private static Set<String> perfData() throws IOException {
    Path user = Path.of("/tmp/hsperfdata_" + SandboxUser.NAME);
    if (!Files.isDirectory(user)) {
      return Set.of();
    }
    try (Stream<Path> files = Files.list(user)) {
      return new TreeSet<>(files.map(Path::toString).toList());
    }
  }
}
