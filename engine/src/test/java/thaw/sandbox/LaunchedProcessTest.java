package thaw.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import thaw.fixture.SideBySide;
import thaw.sandbox.kernel.Deadline;

/** Further processes in a box, on every kind of host that this one can stand for. */
@Tag("linux")
@ParameterizedClass
@MethodSource("hosts")
@SideBySide
class LaunchedProcessTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final SandboxHost PROBED = SandboxHost.probe();

  private final SandboxHost host;
  private Path base;
  private Instance instance;

  LaunchedProcessTest(Guarded guarded) {
    this.host = guarded.of(PROBED);
  }

  static List<Guarded> hosts() {
    return Guarded.permitted();
  }

  @BeforeEach
  void open() throws IOException {
    base = Files.createTempDirectory("thaw-launch-test");
    Files.setPosixFilePermissions(base, PosixFilePermissions.fromString("rwx--x--x"));
    instance = Instance.open(host, base);
  }

  @AfterEach
  void nothing_is_left() throws IOException {
    instance.close();
    try (Stream<Path> left = Files.list(base)) {
      assertEquals(List.of(), left.toList());
    }
    Files.delete(base);
  }

  @Test
  void it_has_its_own_variables_output_and_exit_code() throws Exception {
    try (Sandbox box = box("echo from the program")) {
      SandboxProcess other =
          box.launch(
              new Program(Map.of("NAME", "it's"), sh("echo \"$NAME in $PWD\"; exit 3"), root()));
      assertEquals(0, other.output().drain().length, "parked");
      other.start();
      assertEquals(3, other.exit().get(30, TimeUnit.SECONDS));
      assertEquals("it's in /\n", new String(other.output().drain(), UTF_8));
      box.start();
      assertEquals(0, box.exit().get(30, TimeUnit.SECONDS));
      assertEquals("from the program\n", new String(box.output().drain(), UTF_8));
    }
  }

  @Test
  void it_sees_the_files_and_the_user_of_the_box() throws Exception {
    assumeTrue(host.hasMountNamespaces(), "no mount namespace");
    Path temporary = Files.createDirectory(instance.directory().resolve("tmp"));
    Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxrwxrwx"));
    SandboxSpec spec = spec("sleep 600", List.of(new Bind(temporary, Path.of("/tmp"), true)));
    try (Sandbox box = instance.prepare("files", spec)) {
      box.start();
      SandboxProcess other = launch(box, "id -u > /tmp/user; ulimit -n");
      other.start();
      assertEquals(0, other.exit().get(30, TimeUnit.SECONDS));
      assertEquals("" + SandboxUser.UID, Files.readString(temporary.resolve("user")).strip());
      assertEquals("1024\n", new String(other.output().drain(), UTF_8));
    }
  }

  @Test
  void it_is_frozen_and_thawed_with_the_box() throws Exception {
    try (Sandbox box = box("sleep 600")) {
      box.start();
      SandboxProcess other = launch(box, "while :; do echo x; sleep 0.01; done");
      other.start();
      awaitOutput(other);
      box.freeze();
      other.output().drain();
      assertEquals(0, other.output().drain().length);
      assertTrue(other.isAlive());
      box.thaw();
      awaitOutput(other);
    }
  }

  private static void awaitOutput(SandboxProcess process) {
    Deadline.await(PATIENCE, "output", () -> process.output().drain().length > 0);
  }

  @Test
  void it_ends_with_the_box_with_all_that_it_started() {
    String mark = uniqueSeconds();
    try (Sandbox box = box("sleep 600")) {
      box.start();
      launch(box, "sleep " + mark + " & sleep " + mark + " & wait").start();
      launch(box, "sleep " + mark); // stays parked
      Deadline.await(PATIENCE, "both", () -> Processes.sleeping(mark).size() == 2);
    }
    assertEquals(0, Processes.sleeping(mark).size());
  }

  @Test
  void it_can_be_killed_alone() throws Exception {
    String mark = uniqueSeconds();
    try (Sandbox box = box("sleep 600")) {
      box.start();
      SandboxProcess other = launch(box, "sleep " + mark + " & wait");
      other.start();
      Deadline.await(PATIENCE, "it", () -> !Processes.sleeping(mark).isEmpty());
      other.kill();
      assertEquals(137, other.exit().get(30, TimeUnit.SECONDS));
      Deadline.await(PATIENCE, "its child's end", () -> Processes.sleeping(mark).isEmpty());
      assertTrue(box.isAlive());
    }
  }

  @Test
  void a_program_that_cannot_be_run_names_itself_in_plain_english() throws Exception {
    try (Sandbox box = box("sleep 600")) {
      SandboxProcess other =
          box.launch(new Program(Map.of(), List.of("/opt/extensions/absent"), root()));
      other.start();
      assertEquals(127, other.exit().get(30, TimeUnit.SECONDS));
      String words = new String(other.output().drain(), UTF_8);
      assertTrue(words.contains("/opt/extensions/absent"), words);
      assertTrue(words.endsWith(": No such file or directory\n"), words);
    }
  }

  @Test
  void variables_are_in_no_arguments_and_in_no_file() throws IOException {
    try (Sandbox box = box("sleep 600")) {
      box.launch(new Program(Map.of("SECRET", "s3cret-value"), List.of("true"), root()));
      try (Stream<Path> files = Files.walk(box.directory())) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          assertFalse(Files.readString(file).contains("s3cret-value"), file.toString());
        }
      }
    }
  }

  private SandboxProcess launch(Sandbox box, String script) {
    return box.launch(new Program(Map.of("PATH", "/usr/bin:/bin"), sh(script), root()));
  }

  private Sandbox box(String script) {
    return instance.prepare("box", spec(script, List.of()));
  }

  private SandboxSpec spec(String script, List<Bind> binds) {
    return new SandboxSpec(
        Map.of("PATH", "/usr/bin:/bin"),
        sh(script),
        root(),
        binds,
        CpuLimit.whole(1),
        128L * 1024 * 1024);
  }

  private static Path root() {
    return Path.of("/");
  }

  private static List<String> sh(String script) {
    return List.of("/bin/sh", "-c", script);
  }

  /** An argument of sleep that no other process has. */
  private static String uniqueSeconds() {
    return "600." + Math.abs(UUID.randomUUID().getMostSignificantBits() % 1_000_000_000);
  }
}
