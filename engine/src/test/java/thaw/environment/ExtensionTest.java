package thaw.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.environment.launch.EnvironmentSpec;
import thaw.fixture.BashExtension;
import thaw.fixture.RealRuntime;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.function.packaging.DeploymentPackage;
import thaw.runtimeapi.InitOutcome;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;

/** Process tests: real external extensions beside the official runtime client. */
@SideBySide
class ExtensionTest {
  private static final String HANDLERS =
      """
      package extended;
      public class Handlers {
        public static String fine() { System.out.println("in the handler"); return "fine"; }
        public static String raise() { throw new IllegalStateException("no"); }
        public static String second() throws Exception { Thread.sleep(1_000); return "done"; }
      }
      """;
  private static final String INTERNAL =
      """
      package extended;
      import java.io.*;
      import java.net.*;
      public class Internal {
        private static final String API =
            "http://" + System.getenv("AWS_LAMBDA_RUNTIME_API") + "/2020-01-01/extension/";
        private static String id;

        static {
          try {
            HttpURLConnection register = open("register", "Lambda-Extension-Name", "inside");
            register.setDoOutput(true);
            register.getOutputStream().write("{\\"events\\":[\\"INVOKE\\"]}".getBytes());
            System.out.println("registered: " + register.getResponseCode());
            id = register.getHeaderField("Lambda-Extension-Identifier");
            Thread thread = new Thread(() -> {
              try {
                while (true) {
                  HttpURLConnection next = open("event/next", "Lambda-Extension-Identifier", id);
                  System.out.println("inside: " + new String(next.getInputStream().readAllBytes()));
                }
              } catch (IOException e) {
                System.out.println("inside: " + e);
              }
            });
            thread.setDaemon(true);
            thread.start();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        }

        private static HttpURLConnection open(String path, String header, String value)
            throws IOException {
          HttpURLConnection connection =
              (HttpURLConnection) URI.create(API + path).toURL().openConnection();
          connection.setRequestProperty(header, value);
          return connection;
        }

        public static String fine() { return "fine"; }

        public static String ending() throws IOException {
          HttpURLConnection error = open("exit/error", "Lambda-Extension-Identifier", id);
          error.setRequestProperty("Lambda-Extension-Function-Error-Type", "Extension.Gone");
          error.setDoOutput(true);
          error.getOutputStream().write("{}".getBytes());
          error.getResponseCode();
          System.exit(9);
          return "";
        }
      }
      """;
  private static final String LOOP =
      """
      while next; do
        case "$event" in
          *SHUTDOWN*) echo "$event"; exit 0 ;;
        esac
        echo "$event"
      done
      """;

  @TempDir static Path folder;
  private static RealRuntime real;
  private static Path task;

  private final List<String> log = Collections.synchronizedList(new ArrayList<>());

  @BeforeAll
  static void open() throws IOException {
    real = RealRuntime.open(folder);
    task = Sources.compile(folder.resolve("task"), HANDLERS, INTERNAL);
  }

  @AfterAll
  static void close() {
    real.close();
  }

  private static Path layer() throws IOException {
    Path layer = Files.createTempDirectory(folder, "layer-");
    Files.setPosixFilePermissions(
        layer, java.nio.file.attribute.PosixFilePermissions.fromString("rwxr-xr-x"));
    return layer;
  }

  private Environment environment(Path layer, String handler, int timeoutSeconds) {
    String type = handler.contains("::") ? "extended." : "extended.Handlers::";
    EnvironmentSpec plain = real.spec(task, type + handler, 512, timeoutSeconds);
    EnvironmentSpec spec =
        EnvironmentSpec.latest(
            plain.function(),
            plain.code(),
            Optional.of(new DeploymentPackage(layer, "", 0)),
            plain.program(),
            plain.services(),
            plain.binds(),
            plain.region());
    return Environment.prepareWithLog(real.instance(), spec, log::add);
  }

  private static Invocation invocation() {
    return Invocation.of("{}".getBytes(StandardCharsets.UTF_8));
  }

  private int indexOf(String part) {
    synchronized (log) {
      for (int i = 0; i < log.size(); i++) {
        if (log.get(i).contains(part)) {
          return i;
        }
      }
    }
    throw new AssertionError(part + " is not in " + String.join("\n", log));
  }

  @Test
  void an_extension_of_a_layer_accompanies_its_environment_from_init_to_shutdown()
      throws Exception {
    Path layer = layer();
    BashExtension.write(
        layer, "companion", "echo begun in $PWD\nregister '\"INVOKE\",\"SHUTDOWN\"'\n" + LOOP);
    try (Environment environment = environment(layer, "fine", 10)) {
      assertInstanceOf(InitOutcome.Ready.class, environment.initialise(), () -> log.toString());
      Invocation invocation = invocation();
      assertInstanceOf(InvocationOutcome.Success.class, environment.invoke(invocation).outcome());
      environment.invoke(invocation());
      indexOf("\"requestId\":\"" + invocation.requestId() + "\"");
    }
    assertTrue(indexOf("begun in /") < indexOf("START RequestId"));
    assertTrue(
        indexOf("EXTENSION\tName: companion\tState: Ready\tEvents: [INVOKE, SHUTDOWN]")
            < indexOf("START RequestId"));
    assertTrue(indexOf("REPORT") < indexOf("\"shutdownReason\":\"spindown\""));
  }

  @Test
  void an_extension_has_the_variables_that_are_not_for_the_runtime_alone() throws Exception {
    Path layer = layer();
    BashExtension.write(layer, "variables", "env | sed 's/=.*//'\nregister ''\n" + LOOP);
    try (Environment environment = environment(layer, "fine", 10)) {
      environment.initialise();
      environment.invoke(invocation());
    }
    for (String present :
        List.of("AWS_LAMBDA_RUNTIME_API", "AWS_LAMBDA_FUNCTION_NAME", "AWS_ACCESS_KEY_ID")) {
      assertTrue(log.contains(present), present);
    }
    for (String absent :
        List.of("_HANDLER", "AWS_EXECUTION_ENV", "LAMBDA_TASK_ROOT", "_AWS_XRAY_DAEMON_PORT")) {
      assertFalse(log.contains(absent), absent);
    }
  }

  @Test
  void an_invocation_lasts_until_its_extensions_are_done() throws Exception {
    Path layer = layer();
    BashExtension.write(layer, "slow", "register '\"INVOKE\"'\nnext\nsleep 0.7\nnext\n");
    try (Environment environment = environment(layer, "fine", 10)) {
      environment.initialise();
      InvocationResult result = environment.invoke(invocation());
      assertTrue(result.duration().toMillis() >= 700, result.toString());
    }
  }

  @Test
  void an_internal_extension_takes_part_from_inside_the_runtime() throws Exception {
    try (Environment environment = environment(layer(), "Internal::fine", 10)) {
      assertInstanceOf(InitOutcome.Ready.class, environment.initialise(), () -> log.toString());
      Invocation invocation = invocation();
      assertInstanceOf(InvocationOutcome.Success.class, environment.invoke(invocation).outcome());
      environment.invoke(invocation());
      indexOf("\"requestId\":\"" + invocation.requestId() + "\"");
    }
    indexOf("EXTENSION\tName: inside\tState: Ready\tEvents: [INVOKE]");
  }

  @Test
  void the_end_of_the_runtime_is_what_its_internal_extension_has_reported() throws Exception {
    try (Environment environment = environment(layer(), "Internal::ending", 10)) {
      environment.initialise();
      InvocationOutcome.Failure failure =
          assertInstanceOf(
              InvocationOutcome.Failure.class, environment.invoke(invocation()).outcome());
      assertEquals("Extension.ExitError", failure.type());
      assertEquals("Runtime exited with error: exit status 9", failure.message());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "rw-r--r--, '#!/bin/sh\n',         permission denied,         PermissionDenied",
    "rwxr-xr-x, 'no program\n',        exec format error,         UnknownError",
    "rwxr-xr-x, '#!/no/interpreter\n', no such file or directory, UnknownError"
  })
  void an_extension_that_cannot_be_launched_fails_the_init(
      String permissions, String content, String reason, String shown) throws Exception {
    Path layer = layer();
    BashExtension.writeFile(layer, "broken", content, permissions);
    try (Environment environment = environment(layer, "fine", 10)) {
      InitOutcome.Failed failed =
          assertInstanceOf(InitOutcome.Failed.class, environment.initialise());
      assertEquals("Extension.LaunchError", failed.type());
      indexOf("EXTENSION\tName: broken\tState: LaunchError\tEvents: []\tError Type: " + shown);
      indexOf("Status: error\tError Type: Extension.LaunchError");
      Invocation invocation = invocation();
      InvocationOutcome outcome = environment.invoke(invocation).outcome();
      assertEquals(
          "{\"errorType\":\"Extension.LaunchError\",\"errorMessage\":\"RequestId: "
              + invocation.requestId()
              + " Error: fork/exec /opt/extensions/broken: "
              + reason
              + "\"}",
          new String(outcome.payload(), StandardCharsets.UTF_8));
    }
  }

  @Test
  void an_extension_that_crashes_in_the_init_fails_it() throws Exception {
    Path layer = layer();
    BashExtension.write(layer, "crashing", "exit 3\n");
    try (Environment environment = environment(layer, "fine", 10)) {
      InitOutcome.Failed failed =
          assertInstanceOf(InitOutcome.Failed.class, environment.initialise());
      assertEquals("Extension.Crash", failed.type());
      assertTrue(failed.message().contains("exit status 3"), failed.message());
    }
  }

  @Test
  void an_extension_that_reports_an_init_error_and_ends_fails_the_init() throws Exception {
    Path layer = layer();
    BashExtension.write(
        layer,
        "reporting",
        """
        register '"INVOKE"'
        call POST /2020-01-01/extension/init/error '{}' \
          "Lambda-Extension-Identifier: $id\\r\\nLambda-Extension-Function-Error-Type: Extension.NoConfig\\r\\n"
        exit 1
        """);
    try (Environment environment = environment(layer, "fine", 10)) {
      InitOutcome.Failed failed =
          assertInstanceOf(InitOutcome.Failed.class, environment.initialise());
      assertEquals("Extension.InitError", failed.type());
      indexOf("State: InitError\tEvents: [INVOKE]\tError Type: Extension.NoConfig");
    }
  }

  @Test
  void an_extension_that_crashes_in_an_invocation_fails_it_and_all_start_again() throws Exception {
    Path layer = layer();
    BashExtension.write(
        layer,
        "once",
        "register '\"INVOKE\"'\nnext\n"
            + "if [ ! -e /tmp/once-$AWS_LAMBDA_RUNTIME_API ]; then "
            + ": > /tmp/once-$AWS_LAMBDA_RUNTIME_API; exit 5; fi\n"
            + "while next; do :; done\n");
    try (Environment environment = environment(layer, "second", 10)) {
      environment.initialise();
      Invocation invocation = invocation();
      InvocationOutcome.Failure failure =
          assertInstanceOf(
              InvocationOutcome.Failure.class, environment.invoke(invocation).outcome());
      assertEquals("Extension.Crash", failure.type());
      assertEquals(
          "{\"errorType\":\"Extension.Crash\",\"errorMessage\":\"RequestId: "
              + invocation.requestId()
              + " Error: exit status 5\"}",
          new String(failure.payload(), StandardCharsets.UTF_8));
      assertInstanceOf(InvocationOutcome.Success.class, environment.invoke(invocation()).outcome());
    }
  }

  @Test
  void an_extension_that_never_asks_again_lets_the_invocation_time_out() throws Exception {
    Path layer = layer();
    BashExtension.write(
        layer,
        "stuck",
        "register '\"INVOKE\",\"SHUTDOWN\"'\nnext\nsleep 3\nnext\necho \"$event\"\nexit 0\n");
    try (Environment environment = environment(layer, "fine", 2)) {
      environment.initialise();
      assertInstanceOf(
          InvocationOutcome.Success.class,
          environment.invoke(invocation()).outcome(),
          "the caller had its answer before");
    }
    indexOf("Task timed out after 2.00 seconds");
    indexOf("\"shutdownReason\":\"timeout\"");
    assertTrue(log.get(indexOf("REPORT RequestId")).contains("Status: timeout"));
  }

  @Test
  void an_extension_that_never_registers_lets_the_init_time_out() throws Exception {
    Path layer = layer();
    BashExtension.write(layer, "silent", "sleep 600\n");
    try (Environment environment = environment(layer, "fine", 10)) {
      assertInstanceOf(InitOutcome.TimedOut.class, environment.initialise());
      indexOf("EXTENSION\tName: silent\tState: Started\tEvents: []");
    }
  }

  @Test
  void an_extension_that_ignores_the_shutdown_is_killed() throws Exception {
    Path layer = layer();
    BashExtension.write(
        layer, "deaf", "trap '' TERM\nregister '\"SHUTDOWN\"'\nnext\necho \"$event\"\nsleep 600\n");
    long begin;
    try (Environment environment = environment(layer, "fine", 10)) {
      environment.initialise();
      environment.invoke(invocation());
      begin = System.nanoTime();
    }
    indexOf("\"shutdownReason\":\"spindown\"");
    assertTrue(
        System.nanoTime() - begin < 4 * Extensions.SHUTDOWN_WITH_EXTERNAL.toNanos(),
        "it took too long");
  }
}
