package thaw.platform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.environment.Environment;
import thaw.environment.InvocationResult;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.RuntimeProgram;
import thaw.fixture.RealRuntime;
import thaw.fixture.SideBySide;
import thaw.function.FunctionDefinition;
import thaw.function.FunctionDefinitionBuilder;
import thaw.function.MemorySize;
import thaw.function.packaging.CodeSource;
import thaw.function.packaging.DeploymentPackage;
import thaw.platform.record.PlatformLimits;
import thaw.pool.RequestOutcome;
import thaw.runtimeapi.InitOutcome;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;
import thaw.runtimeapi.log.PlatformEvent;
import thaw.runtimeapi.log.PlatformLog;
import thaw.sandbox.kernel.Deadline;

/** Process tests: runtimes that end while nobody asks anything of them. */
@SideBySide
class IdleEndTest {
  private static final Path PYTHON = Path.of("/usr/bin/python3");

  private static final String BOOTSTRAP =
      """
      #!/usr/bin/python3 -u
      import http.client, os, threading
      api = http.client.HTTPConnection(os.environ['AWS_LAMBDA_RUNTIME_API'])
      def ask(method, path, body=None):
          api.request(method, '/2018-06-01/runtime/invocation/' + path, body)
          reply = api.getresponse()
          return reply, reply.read()
      while True:
          reply, event = ask('GET', 'next')
          if event == b'"grow"':
              hoard = []
              while True: hoard.append(b'x' * (4 << 20))
          ask('POST', reply.headers['Lambda-Runtime-Aws-Request-Id'] + '/response', str(os.getpid()))
      """;

  @TempDir static Path folder;
  private static RealRuntime real;
  private static Path task;

  private final String handler = "handler-" + UUID.randomUUID();
  private final List<PlatformEvent> seen = Collections.synchronizedList(new ArrayList<>());
  private final List<RuntimeException> problems = Collections.synchronizedList(new ArrayList<>());
  private Platform platform;

  @BeforeAll
  static void runtime() throws Exception {
    assumeTrue(Files.isExecutable(PYTHON), "there is no " + PYTHON);
    task = Files.createDirectories(folder.resolve("task"));
    Files.writeString(task.resolve("bootstrap"), BOOTSTRAP);
    Files.setPosixFilePermissions(
        task.resolve("bootstrap"), PosixFilePermissions.fromString("rwxr-xr-x"));
    real = RealRuntime.open(folder);
  }

  @AfterAll
  static void nothing_is_left() {
    if (real != null) {
      real.close();
    }
  }

  @BeforeEach
  void open() {
    platform =
        new Platform(
            real.instance(),
            List.of(function()),
            new PlatformLimits(10, Duration.ofDays(1)),
            IdleEndTest::spec,
            observation -> seen.add(observation.event().event()),
            problems::add,
            System::nanoTime);
  }

  @AfterEach
  void end() {
    platform.close();
    assertEquals(List.of(), problems);
  }

  private FunctionDefinition function() {
    return FunctionDefinitionBuilder.builder()
        .logicalId("f")
        .name("f")
        .code(new CodeSource.Folder(task))
        .handler(handler)
        .runtime("provided.al2023")
        .memory(new MemorySize(128))
        .timeout(Duration.ofSeconds(120))
        .build();
  }

  private static EnvironmentSpec spec(FunctionDefinition function) {
    return EnvironmentSpec.latest(
        function,
        new DeploymentPackage(task, "", 0),
        Optional.empty(),
        new RuntimeProgram.Bootstrap("provided.al2023"),
        Map.of(),
        List.of(),
        "us-east-1");
  }

  private InvocationOutcome invoke(String event, boolean wantsLog) throws InterruptedException {
    RequestOutcome outcome =
        platform.invoke("f", Invocation.of(event.getBytes(StandardCharsets.UTF_8)), wantsLog);
    return assertInstanceOf(RequestOutcome.Completed.class, outcome).outcome();
  }

  private void assertAnswered(boolean wantsLog) throws InterruptedException {
    assertInstanceOf(InvocationOutcome.Success.class, invoke("{}", wantsLog), seen::toString);
  }

  /** Kills it from outside, and returns when it is no more, whoever knows of that. */
  private void killRuntime() throws IOException {
    List<ProcessHandle> killed = new ArrayList<>();
    try (var processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (Path process : processes) {
        if (hasHandler(process)) {
          long pid = Long.parseLong(process.getFileName().toString());
          ProcessHandle.of(pid).ifPresent(killed::add);
        }
      }
    }
    assertFalse(killed.isEmpty(), "the runtime is there");
    killed.forEach(ProcessHandle::destroyForcibly);
    Deadline.await(
        Duration.ofSeconds(10),
        "the end of the runtime",
        () -> killed.stream().noneMatch(ProcessHandle::isAlive));
  }

  private boolean hasHandler(Path process) {
    try {
      return Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1)
          .contains(handler);
    } catch (IOException e) {
      return false; // it has ended, or is another user's
    }
  }

  private List<PlatformEvent.InvocationReport> reports() {
    return List.copyOf(seen).stream()
        .flatMap(event -> PlatformEvent.reportOf(event).stream())
        .toList();
  }

  private List<String> remarks() {
    return List.copyOf(seen).stream().flatMap(each -> PlatformLog.remark(each).stream()).toList();
  }

  @Test
  void a_request_gets_another_environment_when_the_runtime_was_killed_while_it_was_idle()
      throws Exception {
    for (boolean wantsLog : new boolean[] {false, true, false}) {
      assertAnswered(wantsLog);
      Deadline.await(
          Duration.ofSeconds(10), "it is idle", () -> IdleEnvironments.of(platform, "f") == 1);
      killRuntime();
      Deadline.await(
          Duration.ofSeconds(10),
          "its end is known",
          () -> IdleEnvironments.of(platform, "f") == 0);
    }
    assertAnswered(false);
    Deadline.await(Duration.ofSeconds(10), "the last report", () -> reports().size() == 4);
    for (PlatformEvent.InvocationReport report : reports()) {
      assertEquals(PlatformEvent.Status.SUCCESS, report.status());
      assertTrue(report.init().isPresent(), "each request had an environment of its own");
    }
    long told =
        remarks().stream()
            .filter(line -> line.contains("signal: killed, while it was idle"))
            .count();
    assertEquals(3, told, remarks()::toString);
  }

  @Test
  void an_environment_whose_runtime_was_killed_while_it_was_idle_takes_no_request()
      throws Exception {
    Invocation event = Invocation.of("{}".getBytes(StandardCharsets.UTF_8));
    try (Environment environment =
        Environment.prepare(
            real.instance(), spec(function()), "stream", stamped -> seen.add(stamped.event()))) {
      assertInstanceOf(InitOutcome.Ready.class, environment.initialise());
      environment.invoke(event);
      killRuntime();
      Deadline.await(Duration.ofSeconds(10), "its end is known", () -> !environment.isSound());
      int before = seen.size();
      assertFalse(environment.respond(event, outcome -> seen.add(null)));
      assertEquals(before, seen.size(), "nothing is told of a request that it did not take");
      InvocationResult restarted = environment.invoke(event);
      assertInstanceOf(InvocationOutcome.Success.class, restarted.outcome());
      assertFalse(restarted.duration().isNegative());
      assertTrue(environment.isSound());
    }
  }

  @Test
  void a_function_that_is_killed_for_memory_has_used_all_of_it() throws Exception {
    assumeTrue(real.instance().host().memoryLimit().available(), "no memory limit on this host");
    var failure = assertInstanceOf(InvocationOutcome.Failure.class, invoke("\"grow\"", true));
    assertEquals("Runtime.OutOfMemory", failure.type());
    PlatformEvent.InvocationReport report = reports().getFirst();
    assertEquals(128, report.maxMemoryMiB());
    assertEquals(Optional.of("Runtime.OutOfMemory"), report.errorType());
    assertTrue(
        remarks().stream().anyMatch(line -> line.contains("more than its memory size of 128 MB")),
        remarks()::toString);
    assertAnswered(true); // by a new process
  }
}
