package thaw.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.environment.launch.EnvironmentSpec;
import thaw.fixture.RealRuntime;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.runtimeapi.InitOutcome;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;

/** Process tests: what functions do wrong, in real JVMs with the official runtime client. */
@SideBySide
class FailingFunctionTest {
  private static final String HANDLERS =
      """
      package failing;
      import java.io.*;
      import java.nio.*;
      import java.nio.file.*;
      import java.util.*;
      public class Handlers {
        private static final Path MARK = Path.of("/tmp/mark");
        private static int count;

        public static String fine() { return "fine"; }

        public static String raise() { throw new IllegalStateException("no \\"such\\" pet"); }

        public static String exit3() { System.exit(3); return ""; }

        public static String exit0() { System.exit(0); return ""; }

        public static String sleep() throws Exception {
          System.out.println("going to sleep");
          Thread.sleep(60_000);
          return "";
        }

        public static String crashOnce() throws Exception {
          count++;
          if (Files.exists(MARK)) { return Files.readString(MARK) + " " + count; }
          Files.writeString(MARK, "kept");
          System.exit(4);
          return "";
        }

        public static String large(Map<String, Integer> event) {
          return "x".repeat(event.get("size"));
        }

        public static String print() {
          System.out.print("no newline");
          System.out.flush();
          return "printed";
        }

        public static String exhaustHeap() {
          List<byte[]> all = new ArrayList<>();
          while (true) { all.add(new byte[1 << 20]); }
        }

        public static String exhaustMemory() {
          List<ByteBuffer> all = new ArrayList<>();
          while (true) {
            ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 20);
            for (int i = 0; i < buffer.capacity(); i += 4096) { buffer.put(i, (byte) 1); }
            all.add(buffer);
          }
        }

        public static String exitLater() {
          Thread thread = new Thread(() -> {
            try { Thread.sleep(300); } catch (InterruptedException e) { }
            System.exit(7);
          });
          thread.setDaemon(true);
          thread.start();
          return "answered";
        }
      }
      """;

  private static final String INIT =
      """
      package failing;
      public class %s {
        static { System.out.println("in init"); %s }
        public %s() { %s }
        public String run() { return "ran"; }
      }
      """;

  /** Longer than an init may take, once in an environment. */
  private static final String SLOW_ONCE =
      """
      java.nio.file.Path mark =
          java.nio.file.Path.of("/tmp/slow-" + System.getenv("AWS_LAMBDA_RUNTIME_API"));
      try {
        if (!java.nio.file.Files.exists(mark)) {
          java.nio.file.Files.createFile(mark);
          Thread.sleep(60_000);
        }
      } catch (Exception e) { throw new RuntimeException(e); }
      """;

  @TempDir static Path folder;
  private static RealRuntime real;
  private static Path task;

  private final List<String> log = new ArrayList<>();
  private Environment environment;

  @BeforeAll
  static void functions() throws Exception {
    task =
        Sources.compile(
            folder.resolve("task"),
            HANDLERS,
            INIT.formatted("Fine", "", "Fine", ""),
            INIT.formatted(
                "BadStatic", "if (true) throw new RuntimeException(\"static\");", "BadStatic", ""),
            INIT.formatted(
                "BadConstructor",
                "",
                "BadConstructor",
                "throw new IllegalArgumentException(\"made wrong\");"),
            INIT.formatted("ExitsInInit", "System.exit(5);", "ExitsInInit", ""),
            INIT.formatted("SlowInit", SLOW_ONCE, "SlowInit", ""));
    real = RealRuntime.open(folder);
  }

  @AfterAll
  static void nothing_is_left() {
    real.close();
  }

  @AfterEach
  void end() {
    environment.close();
  }

  @Test
  void an_exception_of_the_handler_is_its_own_error_and_the_environment_goes_on() throws Exception {
    prepare("Handlers::raise");
    assertInstanceOf(InitOutcome.Ready.class, environment.initialise());
    InvocationOutcome.Failure failure = failure(invoke());
    assertEquals("java.lang.IllegalStateException", failure.type());
    assertTrue(
        text(failure)
            .startsWith(
                "{\"errorMessage\":\"no \\\"such\\\" pet\",\"errorType\":"
                    + "\"java.lang.IllegalStateException\",\"stackTrace\":[\"failing.Handlers.raise("),
        text(failure));
    assertReport("[^:]*");
    assertFalse(line("REPORT").contains("Status:"), line("REPORT"));
    failure(invoke());
    assertEquals(1, lines("Init Duration:").size(), "the same process answers again");
  }

  @Test
  void an_exception_in_static_init_is_reported_by_the_init_and_by_each_invocation()
      throws Exception {
    assertInitError("BadStatic::run", "Runtime.BadFunctionCode", "static");
  }

  @Test
  void an_exception_in_the_constructor_is_reported_by_the_init_and_by_each_invocation()
      throws Exception {
    assertInitError("BadConstructor::run", "Runtime.BadFunctionCode", "made wrong");
  }

  private void assertInitError(String handler, String type, String message) throws Exception {
    prepare(handler);
    InitOutcome.Failed failed =
        assertInstanceOf(InitOutcome.Failed.class, environment.initialise());
    assertEquals(type, failed.type());
    assertTrue(
        line("INIT_REPORT")
            .matches(
                "INIT_REPORT Init Duration: [0-9.]+ ms\tPhase: init\tStatus:"
                    + " error\tError Type: "
                    + type),
        line("INIT_REPORT"));
    assertBefore("INIT_START", "in init");
    assertBefore("in init", "INIT_REPORT");
    log.clear();
    InvocationOutcome.Failure failure = failure(invoke());
    assertEquals(type, failure.type());
    assertTrue(text(failure).contains("\"errorType\""), text(failure));
    assertTrue(log.stream().anyMatch(line -> line.contains(message)), log.toString());
    assertBefore("START", "in init");
    assertBefore("in init", "INIT_REPORT");
    assertTrue(line("INIT_REPORT").contains("\tPhase: invoke\tStatus: error"), log.toString());
    assertReport("Status: error\tError Type: " + type);
  }

  @Test
  void exit_in_init_is_an_exit_error() throws Exception {
    prepare("ExitsInInit::run");
    InitOutcome.Failed failed =
        assertInstanceOf(InitOutcome.Failed.class, environment.initialise());
    assertEquals("Runtime.ExitError", failed.type());
    InvocationResult result = invoke();
    assertExit(result, "Runtime exited with error: exit status 5");
    assertTrue(line("INIT_REPORT").contains("Error Type: Runtime.ExitError"), log.toString());
  }

  @Test
  void exit_with_a_status_is_an_exit_error_with_it() throws Exception {
    prepare("Handlers::exit3");
    environment.initialise();
    assertExit(invoke(), "Runtime exited with error: exit status 3");
    assertReport("Status: error\tError Type: Runtime.ExitError");
  }

  @Test
  void exit_with_zero_gives_no_reason() throws Exception {
    prepare("Handlers::exit0");
    environment.initialise();
    assertExit(invoke(), "Runtime exited without providing a reason");
  }

  private void assertExit(InvocationResult result, String reason) {
    String id = requestId();
    assertEquals(
        "{\"errorType\":\"Runtime.ExitError\",\"errorMessage\":\"RequestId: "
            + id
            + " Error: "
            + reason
            + "\"}",
        text(failure(result)));
    assertTrue(log.contains("RequestId: " + id + " Error: " + reason), log.toString());
  }

  @Test
  void a_timeout_kills_the_runtime_and_says_so() throws Exception {
    prepare("Handlers::sleep", 512, 1);
    environment.initialise();
    InvocationResult result = invoke();
    String id = requestId();
    assertEquals(
        "{\"errorType\":\"Sandbox.Timedout\",\"errorMessage\":\"RequestId: "
            + id
            + " Error: Task timed out after 1.00 seconds\"}",
        text(failure(result)));
    assertTrue(
        log.stream()
            .anyMatch(line ->
                line.matches(
                    "\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z "
                        + id
                        + " Task timed out after 1\\.00 seconds")),
        log.toString());
    assertEquals(Duration.ofSeconds(1), result.duration());
    assertReport("Status: timeout");
    assertBefore("going to sleep", "Task timed out");
    assertBefore("Task timed out", "END");
  }

  @Test
  void a_new_process_serves_after_a_crash_and_finds_what_the_old_one_left_in_tmp()
      throws Exception {
    assumeTrue(real.instance().host().hasMountNamespaces(), "functions share the host's /tmp");
    prepare("Handlers::crashOnce");
    environment.initialise();
    failure(invoke());
    log.clear();
    InvocationResult second = invoke();
    assertEquals("\"kept 1\"", success(second), "/tmp stays, the memory does not");
    assertTrue(second.init().isEmpty(), "the init is inside the duration");
    assertFalse(line("REPORT").contains("Init Duration"), line("REPORT"));
    assertEquals(0, lines("INIT_").size(), log.toString());
    assertEquals("\"kept 2\"", success(invoke()), "the new process stays");
  }

  @Test
  void a_response_of_6_mib_and_100_bytes_passes_and_a_larger_one_is_an_error() throws Exception {
    prepare("Handlers::large");
    environment.initialise();
    int limit = 6 * 1024 * 1024 + 100;
    int quotes = 2;
    assertEquals(limit, success(invoke("{\"size\":" + (limit - quotes) + "}")).length());
    InvocationResult tooLarge = invoke("{\"size\":" + (limit - quotes + 1) + "}");
    assertEquals(
        "{\"errorType\":\"Function.ResponseSizeTooLarge\",\"errorMessage\":\"Response payload size"
            + " exceeded maximum allowed payload size (6291556 bytes).\"}",
        text(failure(tooLarge)));
    assertEquals("\"xxx\"", success(invoke("{\"size\":3}")), "the environment goes on");
  }

  @Test
  void output_without_a_newline_does_not_swallow_the_platforms_line() throws Exception {
    prepare("Handlers::print");
    environment.initialise();
    assertEquals("\"printed\"", success(invoke()));
    String id = requestId();
    assertTrue(log.contains("no newline"), log.toString());
    assertTrue(log.contains("END RequestId: " + id), log.toString());
    String tail = new String(environment.logTail(), StandardCharsets.UTF_8);
    assertTrue(tail.startsWith("START RequestId: " + id + " Version: $LATEST\n"), tail);
  }

  @Test
  void output_of_the_init_comes_before_the_first_start() throws Exception {
    prepare("Fine::run");
    environment.initialise();
    invoke();
    assertBefore("INIT_START", "in init");
    assertBefore("in init", "START");
    String tail = new String(environment.logTail(), StandardCharsets.UTF_8);
    assertFalse(tail.contains("in init"), "it belongs to no invocation");
  }

  @Test
  void more_than_the_heap_is_the_functions_error_and_the_end_of_its_process() throws Exception {
    prepare("Handlers::exhaustHeap", 256, 60);
    environment.initialise();
    InvocationOutcome.Failure failure = failure(invoke());
    assertEquals("java.lang.OutOfMemoryError", failure.type());
    assertReport("Status: error\tError Type: Runtime.ExitError");
    assertTrue(
        log.contains(
            "RequestId: " + requestId() + " Error: Runtime exited without providing a reason"),
        log.toString());
  }

  @Test
  void more_memory_than_configured_is_a_kill() throws Exception {
    assumeTrue(real.instance().host().memoryLimit().available(), "this host cannot limit memory");
    prepare("Handlers::exhaustMemory", 128, 60, "-XX:MaxDirectMemorySize=4g");
    environment.initialise();
    InvocationOutcome.Failure killed = failure(invoke());
    assertEquals("Runtime.OutOfMemory", killed.type());
    assertEquals("Runtime exited with error: signal: killed", killed.message());
    assertTrue(line("REPORT").contains("\tMax Memory Used: 128 MB\t"), log.toString());
    assertReport("Status: error\tError Type: Runtime.OutOfMemory");
  }

  @Test
  void a_runtime_that_ends_between_two_invocations_fails_one_of_them_only() throws Exception {
    prepare("Handlers::exitLater");
    environment.initialise();
    assertEquals("\"answered\"", success(invoke()));
    long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    InvocationResult next = invoke();
    while (next.outcome() instanceof InvocationOutcome.Success && System.nanoTime() < deadline) {
      next = invoke();
    }
    assertExit(next, "Runtime exited with error: exit status 7");
    assertEquals("\"answered\"", success(invoke()));
  }

  @Test
  void an_init_longer_than_10_s_is_repeated_inside_the_first_invocation() throws Exception {
    prepare("SlowInit::run", 1769, 60);
    assertInstanceOf(InitOutcome.TimedOut.class, environment.initialise());
    assertTrue(
        line("INIT_REPORT")
            .matches(
                "INIT_REPORT Init Duration: 1\\d{4}\\.\\d\\d ms\tPhase: init\tStatus: timeout"),
        line("INIT_REPORT"));
    String stack = line("thaw: when time was up the main thread was at\n");
    assertTrue(stack.contains("Thread.sleep"), stack);
    assertTrue(stack.contains("SlowInit."), stack);
    InvocationResult result = invoke();
    assertEquals("\"ran\"", success(result));
    assertTrue(result.init().isEmpty());
    assertEquals(2, log.stream().filter("in init"::equals).count(), "the init is repeated");
    assertFalse(line("REPORT").contains("Init Duration"), "it is inside the duration");
    assertReport("[^:]*");
  }

  @Test
  void two_environments_live_at_once_each_with_a_port_of_its_own() throws Exception {
    prepare("Handlers::fine");
    environment.initialise();
    try (Environment other =
        Environment.prepareWithLog(real.instance(), spec("Handlers::fine", 1769, 10), log::add)) {
      other.initialise();
      assertEquals("\"fine\"", success(other.invoke(Invocation.of(new byte[] {'1'}))));
      assertEquals("\"fine\"", success(invoke()));
    }
  }

  private void prepare(String handler) {
    prepare(handler, 1769, 10);
  }

  private void prepare(String handler, int memoryMiB, int timeoutSeconds, String... jvmOptions) {
    environment =
        Environment.prepareWithLog(
            real.instance(), spec(handler, memoryMiB, timeoutSeconds, jvmOptions), log::add);
  }

  private static EnvironmentSpec spec(
      String handler, int memoryMiB, int timeoutSeconds, String... jvmOptions) {
    return real.spec(task, "failing." + handler, memoryMiB, timeoutSeconds, jvmOptions);
  }

  private InvocationResult invoke() throws InterruptedException {
    return invoke("{}");
  }

  private InvocationResult invoke(String event) throws InterruptedException {
    return environment.invoke(Invocation.of(event.getBytes(StandardCharsets.UTF_8)));
  }

  private static InvocationOutcome.Failure failure(InvocationResult result) {
    return assertInstanceOf(
        InvocationOutcome.Failure.class, result.outcome(), () -> text(result.outcome()));
  }

  private static String success(InvocationResult result) {
    return text(
        assertInstanceOf(
            InvocationOutcome.Success.class, result.outcome(), () -> text(result.outcome())));
  }

  private static String text(InvocationOutcome outcome) {
    return new String(outcome.payload(), StandardCharsets.UTF_8);
  }

  private void assertReport(String status) {
    String report = line("REPORT");
    if (real.instance().host().memoryLimit().available()) {
      assertFalse(report.contains("Max Memory Used: 0 MB"), report);
    }
    assertTrue(
        report.matches(
            "REPORT RequestId: [0-9a-f-]{36}\tDuration: [0-9.]+ ms\tBilled Duration:"
                + " \\d+ ms\tMemory Size: \\d+ MB\tMax Memory Used: \\d+ MB\t"
                + "(Init Duration: [0-9.]+ ms\t)?("
                + status
                + "\t)?"),
        report);
  }

  private String requestId() {
    return lines("START").getLast().replaceFirst("START RequestId: (\\S+) .*", "$1");
  }

  private String line(String start) {
    return lines(start).getLast();
  }

  private List<String> lines(String part) {
    return log.stream()
        .filter(line -> line.startsWith(part) || part.endsWith(":") && line.contains(part))
        .toList();
  }

  private void assertBefore(String first, String second) {
    OptionalInt one = index(first);
    OptionalInt two = index(second);
    assertTrue(
        one.isPresent() && two.isPresent() && one.getAsInt() < two.getAsInt(),
        first + " must come before " + second + " in " + log);
  }

  private OptionalInt index(String part) {
    return IntStream.range(0, log.size())
        .filter(i -> log.get(i).startsWith(part) || log.get(i).contains(" " + part))
        .findFirst();
  }
}
