package thaw.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import thaw.fixture.StartsProcesses;
import thaw.sandbox.kernel.Deadline;
import thaw.sandbox.kernel.KernelFile;

/** Real processes in boxes. What the host does not permit is skipped and says so. */
@Tag("linux")
@ParameterizedClass
@MethodSource("hosts")
@StartsProcesses("It compares CPU time, and how long programs were throttled")
class SandboxTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Of a kernel with {@code CONFIG_HZ=100}. */
  private static final Duration LONGEST_TICK = Duration.ofMillis(10);

  private static final long MIB = 1024 * 1024;
  private static final SandboxHost PROBED = SandboxHost.probe();

  private final SandboxHost host;
  private Path base;
  private Instance instance;

  SandboxTest(Guarded guarded) {
    this.host = guarded.of(PROBED);
  }

  static List<Guarded> hosts() {
    return Guarded.permitted();
  }

  @BeforeEach
  void open() throws IOException {
    base = Files.createTempDirectory("thaw-box-test");
    Files.setPosixFilePermissions(base, PosixFilePermissions.fromString("rwx--x--x"));
    instance = Instance.open(host, base);
  }

  @AfterEach
  void nothing_is_left() throws IOException {
    List<Path> cgroups =
        Cgroup.named(host.cgroups(), instance.directory().getFileName().toString()).directories();
    instance.close();
    try (Stream<Path> left = Files.list(base)) {
      assertEquals(List.of(), left.toList());
    }
    assertEquals(List.of(), cgroups.stream().filter(Files::exists).toList());
    Files.delete(base);
  }

  @Test
  void the_program_has_exactly_the_given_variables() {
    Map<String, String> variables = new TreeMap<>();
    variables.put("EMPTY", "");
    variables.put("QUOTES", "it's \"quoted\" \\ `echo no` $(echo no) $HOME ${X}");
    variables.put("LINES", "one\ntwo\n\n\tthree\n");
    variables.put("BLANKS", "  a  b  ");
    variables.put("UNICODE", "Zürich 寒い ❄");
    variables.put("EQUALS", "a=b=c");
    variables.put("_GLOB", "* ? [a-z] ~ ! # & ; | < >");
    Sandbox box =
        instance.prepare("env", spec(variables, List.of("/usr/bin/env", "-0"), List.of()));
    Map<String, String> seen = new TreeMap<>();
    for (String entry : outputOf(box, 0).split("\0")) {
      seen.put(entry.substring(0, entry.indexOf('=')), entry.substring(entry.indexOf('=') + 1));
    }
    assertEquals(variables, seen);
  }

  @Test
  void exit_code_and_signal_are_reported() {
    outputOf(shell("exit 7"), 7);
    outputOf(shell("kill -9 $$"), 137);
    outputOf(shell("kill -TERM $$"), 143);
  }

  @Test
  void a_program_that_does_not_exist_ends_with_127() {
    outputOf(
        instance.prepare("absent", spec(Map.of(), List.of("/no/such/program"), List.of())), 127);
  }

  @Test
  void output_comes_in_order_and_is_complete_at_the_exit() {
    assertEquals("a\nb\nc\n", outputOf(shell("echo a; echo b >&2; echo c"), 0));
    assertEquals(500_000, outputOf(shell("head -c 500000 /dev/zero"), 0).length());
    assertEquals("", outputOf(shell("cat"), 0), "standard input is empty");
  }

  @Test
  void a_parked_box_does_nothing_until_it_is_started() {
    try (Sandbox box = shell("echo began")) {
      assertEquals(0, box.output().drain().length);
      assertTrue(box.isAlive());
    }
  }

  @Test
  void variables_are_in_no_arguments_while_parked() throws IOException {
    SandboxSpec spec = spec(Map.of("SECRET", "s3cret-value"), List.of("true"), List.of());
    try (Sandbox box = instance.prepare("secret", spec)) {
      Path arguments = Path.of("/proc", Long.toString(box.pid()), "cmdline");
      assertFalse(Files.readString(arguments).contains("s3cret-value"));
      try (Stream<Path> files = Files.walk(box.directory())) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          assertFalse(Files.readString(file).contains("s3cret-value"), file.toString());
        }
      }
    }
  }

  @Test
  void tmp_is_the_boxes_own() throws IOException {
    assumeTrue(host.hasMountNamespaces(), "no mount namespace");
    Path temporary = writableFolder("tmp");
    String name = "thaw-test-" + UUID.randomUUID();
    Sandbox box =
        shell("echo x > /tmp/" + name + "; ls /tmp", new Bind(temporary, Path.of("/tmp"), true));
    assertEquals(name + "\n", outputOf(box, 0));
    assertTrue(Files.exists(temporary.resolve(name)));
    assertFalse(Files.exists(Path.of("/tmp", name)));
  }

  @Test
  void tmp_is_full_at_its_size_and_keeps_its_files_for_the_next_box() throws IOException {
    assumeTrue(host.limitsDisk(), "no size limit of /tmp");
    Bind room = instance.room(Path.of("/tmp"), 512);
    String full =
        outputOf(
            shell("head -c 512M /dev/zero > /tmp/most; head -c 32M /dev/zero > /tmp/more", room),
            1);
    assertTrue(full.contains("No space left on device"), full);
    assertEquals("536870912\n", outputOf(shell("stat -c %s /tmp/most; rm /tmp/*", room), 0));
    assertEquals("x\n", outputOf(shell("echo x > /tmp/x; cat /tmp/x", room), 0));
    Files.delete(room.source());
    assertEquals(List.of(), loopDevicesOf(room.source()));
  }

  @Test
  void many_boxes_get_their_tmp_at_the_same_time() throws Exception {
    assumeTrue(host.limitsDisk(), "no size limit of /tmp");
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<String>> all = new ArrayList<>();
      for (int i = 0; i < 24; i++) {
        String name = "file" + i;
        all.add(
            executor.submit(() -> {
              Bind room = instance.room(Path.of("/tmp"), 512);
              return outputOf(shell("touch /tmp/" + name + "; ls /tmp", room), 0);
            }));
      }
      for (int i = 0; i < all.size(); i++) {
        assertEquals("file" + i + "\n", all.get(i).get());
      }
    }
  }

  /** The file is gone already, so the kernel has it as deleted. */
  private static List<String> loopDevicesOf(Path file) throws IOException {
    List<String> found = new ArrayList<>();
    try (DirectoryStream<Path> devices = Files.newDirectoryStream(Path.of("/sys/block"), "loop*")) {
      for (Path device : devices) {
        Path backing = device.resolve("loop/backing_file");
        if (Files.exists(backing) && KernelFile.read(backing).startsWith(file.toString())) {
          found.add(device.toString());
        }
      }
    }
    return found;
  }

  @Test
  void a_fork_bomb_meets_the_process_limit_and_ends_with_its_box() {
    assumeTrue(host.processLimit().available(), "no process limit");
    String mark = "1000." + (System.nanoTime() % 1_000_000_000L);
    try (Sandbox bomb = shell("bomb() { sleep " + mark + " & bomb & bomb; }; bomb 2>&1")) {
      bomb.start();
      StringBuilder output = new StringBuilder();
      awaitThat(
          "a refused fork",
          () -> output.append(new String(bomb.output().drain(), UTF_8)).indexOf("ork") >= 0);
      assertEquals("alive\n", outputOf(shell("echo alive"), 0));
      bomb.kill();
    }
    awaitThat("no process", () -> Processes.sleeping(mark).isEmpty());
  }

  @Test
  void task_and_opt_are_read_only_and_need_not_exist_on_the_host() throws IOException {
    assumeTrue(host.hasMountNamespaces(), "no mount namespace");
    Path task = writableFolder("task");
    Files.writeString(task.resolve("handler"), "code");
    Sandbox box =
        shell(
            "cat /var/task/handler /opt/layers/handler; echo x > /var/task/new",
            Bind.readOnly(task, Path.of("/var/task")),
            Bind.readOnly(task, Path.of("/opt/layers")));
    String output = outputOf(box, 2, 1);
    assertTrue(output.startsWith("codecode"), output);
    assertTrue(output.contains("Read-only file system"), output);
    assertFalse(Files.exists(task.resolve("new")));
    assertFalse(Files.exists(Path.of("/opt/layers")));
  }

  @Test
  void the_program_is_no_root_when_thaw_is() {
    assumeTrue(host.dropsPrivileges(), "not root with a mount namespace");
    String ids = outputOf(shell("id -u; id -g; id -un; grep CapBnd /proc/self/status"), 0);
    assertEquals("993\n990\nsbx_user1051\nCapBnd:\t0000000000000000\n", ids);
  }

  @Test
  void a_box_that_cannot_be_set_up_says_why() {
    assumeTrue(host.hasMountNamespaces(), "no mount namespace");
    Bind absent = Bind.readOnly(Path.of("/dev/null"), Path.of("/dev/null/task"));
    Exception failure =
        assertThrows(RuntimeException.class, () -> shell("true", absent), "a file as a folder");
    assertTrue(failure.getMessage().contains("could not be set up: "), failure.getMessage());
    assertTrue(failure.getMessage().contains("/dev"), failure.getMessage());
  }

  @Test
  void no_box_is_made_after_the_end() {
    instance.close();
    assertThrows(IllegalStateException.class, () -> shell("true"));
  }

  @Test
  void the_cpu_quota_holds() {
    assumeTrue(host.limitsCpu(), "no CPU limit");
    SandboxSpec spin =
        new SandboxSpec(
            Map.of(),
            List.of("/bin/sh", "-c", "while :; do :; done"),
            Path.of("/"),
            List.of(),
            CpuLimit.share(0.25),
            256 * MIB);
    try (Sandbox box = instance.prepare("spin", spin)) {
      long begin = box.start();
      assertWithinQuarter(box.usage(), begin); // also as the set-up does not count
      awaitThat("300 ms of CPU time", () -> box.usage().cpuNanos() > 300_000_000);
      SandboxUsage limited = box.usage();
      assertWithinQuarter(limited, begin);
      assertTrue(throttled(limited) > 0, "throttled time");
      box.limitCpu(CpuLimit.whole(1));
      SandboxUsage raised = box.usage();
      awaitThat("300 ms more", () -> box.usage().cpuNanos() - raised.cpuNanos() > 300_000_000);
      SandboxUsage whole = box.usage();
      double before = throttled(limited) / (double) limited.cpuNanos();
      // Held back for three quarters of each period, so 3; less where others take the CPU.
      assertTrue(before < 6, "the limit is too tight: throttled a CPU second: " + before);
      double after =
          (throttled(whole) - throttled(raised)) / (double) (whole.cpuNanos() - raised.cpuNanos());
      assertTrue(after < before, "throttled a CPU second: " + before + ", then " + after);
    }
  }

  /**
   * The kernel gives out a quarter of each period; the first and the last may be begun only. It
   * sees at a timer tick that a quarter is used up, and takes what went beyond from the next.
   */
  private static void assertWithinQuarter(SandboxUsage usage, long begin) {
    CpuLimit quarter = CpuLimit.share(0.25);
    long most =
        (System.nanoTime() - begin + 2 * quarter.period().toNanos()) / 4 + LONGEST_TICK.toNanos();
    assertTrue(usage.cpuNanos() <= most, "CPU time " + usage.cpuNanos() + " ns of at most " + most);
  }

  private static long throttled(SandboxUsage usage) {
    return usage.throttledNanos().orElse(0);
  }

  @Test
  void a_frozen_box_uses_no_cpu_and_goes_on_when_thawed() {
    String spin = "sleep 1000 & (while :; do :; done) & while :; do :; done";
    try (Sandbox frozen = shell(spin);
        Sandbox control = shell("while :; do :; done")) {
      frozen.start();
      awaitThat("the box to run", () -> frozen.usage().cpuNanos() > 50_000_000);
      frozen.freeze();
      long before = frozen.usage().cpuNanos();
      control.start();
      awaitThat("the control to run", () -> control.usage().cpuNanos() > 200_000_000);
      assertEquals(before, frozen.usage().cpuNanos());
      frozen.thaw();
      awaitThat("the box to go on", () -> frozen.usage().cpuNanos() > before + 50_000_000);
    }
  }

  @Test
  void a_frozen_box_can_be_killed() {
    Sandbox box = shell("sleep 1000 & while :; do :; done");
    box.start();
    awaitThat("the box to run", () -> box.usage().cpuNanos() > 10_000_000);
    box.freeze();
    box.kill();
    assertEquals(137, exitOf(box));
    box.close();
  }

  @Test
  void kill_takes_the_whole_tree() {
    assumeTrue(
        host.hasMountNamespaces() || !host.cgroups().uses().isEmpty(),
        "neither cgroup nor mount namespace to find them by");
    String mark = "1000." + (System.nanoTime() % 1_000_000_000L);
    // Children of the shell, of a session of its own, and orphans of such a session.
    String tree =
        "sleep MARK & setsid sleep MARK & setsid sh -c 'sleep MARK & sleep MARK & exit' &"
            + " sh -c '(setsid sleep MARK &)'; sleep MARK";
    Sandbox box = shell(tree.replace("MARK", mark));
    box.start();
    awaitThat("six processes", () -> Processes.sleeping(mark).size() >= 6);
    box.kill();
    awaitThat("no process", () -> Processes.sleeping(mark).isEmpty());
    box.close();
  }

  @Test
  void the_memory_limit_kills() {
    assumeTrue(host.memoryLimit().available(), "no memory limit");
    SandboxSpec hungry =
        new SandboxSpec(
            Map.of(),
            List.of("/bin/sh", "-c", "head -c 300000000 /dev/zero | tail -c 200000000 | wc -c"),
            Path.of("/"),
            List.of(),
            CpuLimit.whole(2),
            64 * MIB);
    try (Sandbox box = instance.prepare("hungry", hungry)) {
      box.start();
      exitOf(box);
      assertTrue(box.ranOutOfMemory(), "killed for memory");
      assertNotEquals("200000000\n", new String(box.output().drain(), UTF_8));
      // memory.peak came with Linux 5.19.
      box.chargedPeakBytes()
          .ifPresent(peak -> assertTrue(peak > 32 * MIB && peak <= 64 * MIB, "peak: " + peak));
    }
  }

  @Test
  void a_modest_program_is_not_killed() {
    assumeTrue(host.memoryLimit().available(), "no memory limit");
    try (Sandbox box = shell("echo modest")) {
      box.start();
      exitOf(box);
      assertFalse(box.ranOutOfMemory());
    }
  }

  private static SandboxSpec spec(
      Map<String, String> variables, List<String> command, List<Bind> binds) {
    return new SandboxSpec(variables, command, Path.of("/"), binds, CpuLimit.whole(2), 256 * MIB);
  }

  private Sandbox shell(String script, Bind... binds) {
    return instance.prepare(
        "shell",
        spec(
            Map.of("PATH", "/usr/sbin:/usr/bin:/sbin:/bin"),
            List.of("/bin/sh", "-c", script),
            List.of(binds)));
  }

  private Path writableFolder(String name) throws IOException {
    Path folder = Files.createDirectory(instance.directory().resolve(name));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    return folder;
  }

  private static String outputOf(Sandbox box, Integer... exitCodes) {
    try (box) {
      box.start();
      int exit = exitOf(box);
      String output = new String(box.output().drain(), UTF_8);
      assertTrue(List.of(exitCodes).contains(exit), "exit code " + exit + ": " + output);
      return output;
    }
  }

  private static int exitOf(Sandbox box) {
    return box.exit().orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
  }

  private static void awaitThat(String goal, BooleanSupplier condition) {
    Deadline.await(PATIENCE, goal, condition);
  }
}
