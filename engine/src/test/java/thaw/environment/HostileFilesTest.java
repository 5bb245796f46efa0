package thaw.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.environment.launch.EnvironmentSpec;
import thaw.fixture.RealRuntime;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.runtimeapi.InitOutcome;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;
import thaw.snapshot.SnapshotStore;
import thaw.snapstart.FunctionArchives;

/** Functions that put something else where Thaw expects a file of their JVM's. */
@Tag("linux")
@SideBySide
class HostileFilesTest {
  private static final String SECRET = "the secret of somebody else";
  private static final Duration ALL_OF_IT = Duration.ofMinutes(2);

  /**
   * When it shall end, the JVM runs a shell's lines, and is killed before it writes its archive.
   */
  private static final String HANDLER =
      """
      package hostile;
      public class Handler {
        static {
          if (System.getenv("AWS_LAMBDA_INITIALIZATION_TYPE").equals("snap-start")) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
              run("sh /var/task/at-the-end.sh; kill -9 " + ProcessHandle.current().pid());
            }));
          }
        }
        static void run(String line) {
          try {
            new ProcessBuilder("sh", "-c", line).inheritIO().start().waitFor();
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        }
        public static String handle(String line) {
          run(line);
          return "done";
        }
      }
      """;

  @TempDir static Path folder;
  private static RealRuntime real;
  private static Path task;

  @BeforeAll
  static void open() throws Exception {
    task = Sources.compile(folder.resolve("task"), HANDLER);
    real = RealRuntime.open(folder);
    Files.writeString(folder.resolve("secret"), SECRET);
    Files.setPosixFilePermissions(
        folder.resolve("secret"), PosixFilePermissions.fromString("rw-------"));
  }

  @AfterAll
  static void close() {
    real.close();
  }

  private static EnvironmentSpec spec() {
    return real.spec(task, "hostile.Handler::handle", 512, 30);
  }

  private static EnvironmentSpec published(String atTheEnd) throws Exception {
    Path own = Sources.compile(Files.createTempDirectory(folder, "task"), HANDLER);
    Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.writeString(own.resolve("at-the-end.sh"), atTheEnd);
    return real.spec(own, "hostile.Handler::handle", 512, 30).withVersion("1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ln -sf SECRET classes.aot",
        "mkfifo classes.aot",
        "ln -f classes.jar classes.aot",
        "echo own > own && ln own classes.aot",
        "mknod classes.aot c 1 5",
        "mkdir classes.aot",
        "truncate -s 5G classes.aot",
        "mv /var/archive /var/archived; ln -s / /var/archive"
      })
  void an_archive_that_is_no_file_of_the_jvms_is_none(String line) throws Exception {
    assumeTrue(real.instance().host().hasMountNamespaces(), "this host permits no mount namespace");
    assumeTrue(real.jdk().feature() >= 25, "no JDK 25");
    String command =
        "cd /var/archive; rm -f classes.aot; "
            + line.replace("SECRET", folder.resolve("secret").toString());
    EnvironmentSpec spec = published(command);
    Path store = Files.createTempDirectory(folder, "archives");
    FunctionArchives archives = new FunctionArchives(real.instance(), new SnapshotStore(store));
    FunctionArchives.Result result =
        assertTimeoutPreemptively(ALL_OF_IT, () -> archives.archived(spec, "stream", _ -> {}));
    FunctionArchives.Result.Unavailable none =
        assertInstanceOf(FunctionArchives.Result.Unavailable.class, result);
    assertTrue(none.why().startsWith("the JVM has written none: "), none.why());
    assertEquals(List.of(), files(store));
    assertEquals(
        List.of(),
        files(real.instance().directory()).stream()
            .filter(file -> file.toString().contains("archive-"))
            .toList());
  }

  private static List<Path> files(Path root) throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mkfifo $f",
        "ln -s /dev/zero $f",
        "mkfifo other && ln -s $PWD/other $f",
        "truncate -s 2G $f",
        // One entry of 2^31 - 1 that says it is 0 bytes long.
        "{ printf '\\312\\376\\300\\300\\001\\002\\000\\001'; head -c 16 /dev/zero;"
            + " printf '\\040\\000\\000\\000\\377\\377\\377\\177'; head -c 4096 /dev/zero; } > $f"
      })
  void counters_that_are_no_jvms_are_none(String line) throws Exception {
    try (Environment environment = Environment.prepareWithLog(real.instance(), spec(), _ -> {})) {
      assertInstanceOf(InitOutcome.Ready.class, environment.initialise());
      assertTrue(environment.inspection().loadedClasses().isPresent(), "the JVM's own");
      invoke(
          environment,
          "cd /tmp/hsperfdata_* && f=$(ls) && rm $f && " + line + " && cd .. && ls -l hsperfdata*");
      OptionalLong loaded =
          assertTimeoutPreemptively(ALL_OF_IT, environment.inspection()::loadedClasses);
      assertEquals(OptionalLong.empty(), loaded);
    }
  }

  @Test
  void counters_beside_those_of_the_jvm_are_passed_over() throws Exception {
    try (Environment environment = Environment.prepareWithLog(real.instance(), spec(), _ -> {})) {
      environment.initialise();
      invoke(
          environment,
          "cd /tmp && p=$(ls hsperfdata_*) && mkdir hsperfdata_0 && mkfifo hsperfdata_0/$p");
      assertTrue(
          assertTimeoutPreemptively(ALL_OF_IT, environment.inspection()::loadedClasses)
              .isPresent());
    }
  }

  private static void invoke(Environment environment, String line) throws InterruptedException {
    String event = "\"" + line.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    InvocationResult result = environment.invoke(Invocation.of(event.getBytes()));
    assertInstanceOf(InvocationOutcome.Success.class, result.outcome());
  }
}
