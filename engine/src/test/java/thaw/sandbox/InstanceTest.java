package thaw.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import thaw.files.Trees;
import thaw.fixture.SideBySide;
import thaw.fixture.Signals;
import thaw.problem.UserMistake;
import thaw.sandbox.kernel.Deadline;
import thaw.sandbox.kernel.Native;

/** Nothing survives an instance, however its program ends. */
@Tag("linux")
@SideBySide
class InstanceTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final SandboxHost HOST = SandboxHost.probe();

  private final String mark = "1000." + (System.nanoTime() % 1_000_000_000L);
  private Path base;
  private Path forbidden;

  @BeforeEach
  void make() throws IOException {
    base = Files.createTempDirectory("thaw-instance-test");
    Files.setPosixFilePermissions(base, PosixFilePermissions.fromString("rwx--x--x"));
    forbidden = base.resolveSibling(base.getFileName() + "-started");
  }

  @AfterEach
  void remove() throws IOException {
    Processes.sleeping(mark).forEach(pid -> Native.kill(pid, Native.SIGKILL));
    assertFalse(Files.exists(forbidden), "a parked box became the program");
    Trees.delete(base);
  }

  @ParameterizedTest(name = "{0}, signal {1}")
  @CsvSource({
    "AS_PROBED, 9",
    "AS_PROBED, 2",
    "AS_PROBED, 15",
    "USER_NAMESPACE_WITHOUT_CGROUPS, 9",
    "NOTHING, 15",
    "V1_ONLY, 9"
  })
  @Tag("jvm")
  void the_janitor_removes_all_when_the_program_is_killed(Guarded guarded, int signal)
      throws IOException {
    assumePermitted(guarded);
    try (Held held = hold(guarded)) {
      held.signal(signal);
      // A process that left its session cannot be found without cgroup and mount namespace.
      int left = guarded == Guarded.NOTHING ? 2 : 0;
      awaitThat("removal", () -> Processes.sleeping(mark).size() <= left && isEmpty(base));
      assertEquals(List.of(), held.cgroups());
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(names = {"AS_PROBED", "V1_ONLY", "USER_NAMESPACE_WITHOUT_CGROUPS"})
  @Tag("jvm")
  void the_next_start_removes_what_a_killed_janitor_left(Guarded guarded) throws IOException {
    assumePermitted(guarded);
    try (Held held = hold(guarded)) {
      Native.kill(held.janitor(), Native.SIGKILL);
      held.signal(Native.SIGKILL);
      awaitThat("programs end with what holds them", () -> Processes.sleeping(mark).isEmpty());
      assertFalse(isEmpty(base), "nobody is left to clean up");
      Instance.open(guarded.of(HOST), base).close();
      awaitThat("removal", () -> isEmpty(base));
      assertEquals(List.of(), held.cgroups());
    }
  }

  @Test
  @Tag("jvm")
  void a_living_instance_is_left_alone() throws IOException {
    try (Held _ = hold(Guarded.AS_PROBED)) {
      Instance.open(HOST, base).close();
      assertEquals(4, Processes.sleeping(mark).size());
      assertFalse(isEmpty(base));
    }
    awaitThat("removal", () -> isEmpty(base));
  }

  @Test
  void two_instances_of_one_program_do_not_disturb_each_other() throws IOException {
    Instance first = Instance.open(HOST, base);
    Instance second = Instance.open(HOST, base);
    second.close();
    assertTrue(Files.exists(first.directory()));
    first.close();
    first.close();
    assertTrue(isEmpty(base));
  }

  @Test
  void closing_removes_all_although_the_janitor_was_killed() throws IOException {
    Instance instance = Instance.open(HOST, base);
    ProcessHandle.current()
        .children()
        .filter(child -> child.info().commandLine().orElse("").contains(base.toString()))
        .forEach(ProcessHandle::destroyForcibly);
    instance.close();
    assertTrue(isEmpty(base));
  }

  @Test
  void closing_removes_the_cgroups_although_the_folder_was_emptied() throws IOException {
    Instance instance = Instance.open(HOST, base);
    String name = instance.directory().getFileName().toString();
    Trees.delete(instance.directory());
    instance.close();
    List<Path> groups = Cgroup.named(HOST.cgroups(), name).directories();
    assertEquals(List.of(), groups.stream().filter(Files::exists).toList());
  }

  @Test
  void what_a_kill_cut_short_is_swept_when_it_is_old_enough() throws IOException {
    Path young = Files.createDirectory(base.resolve("new-thaw-1-0"));
    Path old = Files.createDirectory(base.resolve("new-thaw-1-1"));
    Path torso = Files.createDirectories(base.resolve("thaw-1-2/pids")).getParent();
    FileTime longAgo = FileTime.from(Instant.now().minusSeconds(3600));
    Files.setLastModifiedTime(old, longAgo);
    Files.setLastModifiedTime(torso, longAgo);
    Instance.open(HOST, base).close();
    assertTrue(Files.exists(young));
    assertFalse(Files.exists(old));
    assertFalse(Files.exists(torso));
  }

  @Test
  void a_folder_that_others_can_write_to_is_refused() throws IOException {
    Files.setPosixFilePermissions(base, PosixFilePermissions.fromString("rwxrwxrwx"));
    UserMistake mistake = assertThrows(UserMistake.class, () -> Instance.open(HOST, base));
    assertTrue(mistake.getMessage().contains(base.toString()), mistake.getMessage());
  }

  @Test
  void a_link_in_place_of_the_folder_is_refused() throws IOException {
    Path link = Files.createSymbolicLink(base.resolve("link"), base);
    assertThrows(UserMistake.class, () -> Instance.open(HOST, link));
  }

  private static void assumePermitted(Guarded guarded) {
    Assumptions.assumeTrue(Guarded.permitted().contains(guarded), guarded + " is not for here");
  }

  private Held hold(Guarded guarded) throws IOException {
    List<String> command = new ArrayList<>(Signals.byDefault());
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin/java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            HeldInstance.class.getName(),
            base.toString(),
            guarded.name(),
            mark,
            forbidden.toString()));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    BufferedReader output = process.inputReader();
    String line = output.readLine();
    if (line == null) {
      throw new AssertionError("the program ended early");
    }
    Path directory;
    try (Stream<Path> children = Files.list(base)) {
      directory = children.findFirst().orElseThrow();
    }
    Cgroup parent = Cgroup.named(guarded.of(HOST).cgroups(), directory.getFileName().toString());
    parent.directories().forEach(group -> assertTrue(Files.exists(group), group.toString()));
    return new Held(process, Long.parseLong(line), parent);
  }

  private record Held(Process process, long janitor, Cgroup parent) implements AutoCloseable {
    void signal(int number) {
      Native.kill(process.pid(), number);
      Signals.awaitEnd(process);
    }

    List<Path> cgroups() {
      return parent.directories().stream().filter(Files::exists).toList();
    }

    @Override
    public void close() {
      process.destroyForcibly();
      Signals.awaitEnd(process);
    }
  }

  private static boolean isEmpty(Path folder) {
    try (Stream<Path> children = Files.list(folder)) {
      return children.findFirst().isEmpty();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void awaitThat(String goal, BooleanSupplier condition) {
    Deadline.await(PATIENCE, goal, condition);
  }
}
