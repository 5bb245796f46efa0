package thaw.platform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;

/** Process tests: custom runtimes that break the rules of the Runtime API, or of HTTP. */
@SideBySide
class FaultyRuntimeTest {
  private static final Path PYTHON = Path.of("/usr/bin/python3");

  /** Each function behaves as its handler says. */
  private static final String BOOTSTRAP =
      """
      #!/usr/bin/python3 -u
      import os, socket, sys, time
      host, port = os.environ['AWS_LAMBDA_RUNTIME_API'].split(':')
      fault = os.environ['_HANDLER']

      def connect():
          return socket.create_connection((host, int(port)))

      def reply(s):
          data = b''
          while b'\\r\\n\\r\\n' not in data:
              more = s.recv(65536)
              if not more: return data, {}, b''
              data += more
          head, body = data.split(b'\\r\\n\\r\\n', 1)
          fields = dict(l.lower().split(': ', 1) for l in head.decode().split('\\r\\n')[1:])
          while len(body) < int(fields.get('content-length', 0)):
              body += s.recv(65536)
          return head.split(b' ')[1].decode(), fields, body

      def ask(s, method, path, body=b'', fields=''):
          s.sendall(f'{method} /2018-06-01/runtime/{path} HTTP/1.1\\r\\nHost: h\\r\\n{fields}'
              f'Content-Length: {len(body)}\\r\\n\\r\\n'.encode() + body)
          return reply(s)

      def part(id, head, body):
          s = connect()
          s.sendall(f'POST /2018-06-01/runtime/invocation/{id}/response HTTP/1.1\\r\\n{head}\\r\\n\\r\\n'.encode() + body)
          s.shutdown(socket.SHUT_WR)
          status, _, text = reply(s)
          print('broken off:', status, text.decode())

      if fault == 'never': time.sleep(60)
      if fault == 'deaf':
          for i in range(50):
              s = socket.socket()
              s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
              try:
                  s.connect((host, int(port)))
                  s.sendall(b'GET /2018-06-01/ping HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n' * (i * 40))
                  s.sendall(b'GET /2018-06-01/runtime/invocation/next HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n')
              except OSError:
                  pass  # of so many connections some are closed
              globals()['keep%d' % i] = s
          time.sleep(60)
      main = connect()
      crowd = []
      while True:
          status, fields, event = ask(main, 'GET', 'invocation/next')
          id = fields['lambda-runtime-aws-request-id']
          if fault == 'truncate':
              part(id, 'Content-Length: 1000', b'"too litt')
          if fault == 'stream':
              part(id, 'Lambda-Runtime-Function-Response-Mode: streaming\\r\\nTransfer-Encoding: chunked', b'5\\r\\n"half')
              continue
          if fault == 'garbage':
              for bytes in [b'\\x16\\x03\\x01' * 1000, b'POST / HTTP/1.1\\r\\nContent-Length: -1\\r\\n\\r\\n',
                      b'GET / HTTP/1.1\\r\\n' + b'a: b\\r\\n' * 100000, os.urandom(100000), b'\\r\\n' * 1000, b'GET']:
                  s = connect()
                  try:
                      s.sendall(bytes)
                      s.shutdown(socket.SHUT_WR)
                      while s.recv(65536): pass
                  except OSError: pass
          if fault == 'crowd':
              try:
                  for i in range(1000): crowd.append(connect())
              except OSError as e: print(e)
              print('connections:', len(crowd))
          if fault == 'exit0':
              ask(main, 'POST', f'invocation/{id}/error', b'{"errorType":"Bad","errorMessage":"bad"}')
              sys.exit(0)
          if fault == 'large':
              try: print('large:', ask(main, 'POST', f'invocation/{id}/response', b'x' * 50_000_000)[0])
              except OSError as e: print('large:', e)
              main = connect()
              continue
          print('first:', ask(main, 'POST', f'invocation/{id}/response', b'"answered"')[0])
          if fault == 'twice':
              print('second:', ask(main, 'POST', f'invocation/{id}/response', b'"again"')[0])
              print('error:', ask(main, 'POST', f'invocation/{id}/error', b'{}')[0])
              print('unknown:', ask(main, 'POST', 'invocation/unknown/response', b'{}')[0])
              print('init:', ask(main, 'POST', 'init/error', b'{}')[0])
      """;

  @TempDir static Path folder;
  private static RealRuntime real;
  private static Path task;

  private final List<String> log = Collections.synchronizedList(new ArrayList<>());
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

  @AfterEach
  void end() {
    platform.close();
    assertEquals(List.of(), problems);
  }

  private void open(String fault, int timeoutSeconds) {
    List<FunctionDefinition> functions =
        List.of(function(fault, timeoutSeconds), function("fine", 20));
    platform =
        new Platform(
            real.instance(),
            functions,
            new PlatformLimits(10, Duration.ofDays(1)),
            FaultyRuntimeTest::spec,
            seen -> seen.text().ifPresent(log::add),
            problems::add,
            System::nanoTime);
  }

  private static FunctionDefinition function(String name, int timeoutSeconds) {
    return FunctionDefinitionBuilder.builder()
        .logicalId(name)
        .name(name)
        .code(new CodeSource.Folder(task))
        .handler(name)
        .runtime("provided.al2023")
        .memory(new MemorySize(1769))
        .timeout(Duration.ofSeconds(timeoutSeconds))
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

  private InvocationOutcome invoke(String function) throws InterruptedException {
    RequestOutcome outcome =
        platform.invoke(function, Invocation.of("{}".getBytes(StandardCharsets.UTF_8)), true);
    return assertInstanceOf(RequestOutcome.Completed.class, outcome).outcome();
  }

  private void assertAnswered(String function) throws InterruptedException {
    InvocationOutcome outcome = invoke(function);
    assertEquals(
        "\"answered\"", new String(outcome.payload(), StandardCharsets.UTF_8), log::toString);
  }

  private InvocationOutcome.Failure failure(String function) throws InterruptedException {
    return assertInstanceOf(InvocationOutcome.Failure.class, invoke(function), log::toString);
  }

  @Test
  void a_response_that_breaks_off_is_refused_and_may_be_sent_again() throws Exception {
    open("truncate", 20);
    assertAnswered("truncate");
    assertTrue(
        log.stream()
            .anyMatch(line ->
                line.startsWith("broken off: 400") && line.contains("TruncatedHTTPRequest")),
        log.toString());
    assertAnswered("fine");
  }

  @Test
  void a_streamed_response_that_breaks_off_fails_at_once_and_the_runtime_goes_on()
      throws Exception {
    open("stream", 20);
    assertEquals("Runtime.TruncatedResponse", failure("stream").type());
    assertEquals("Runtime.TruncatedResponse", failure("stream").type());
    assertEquals(1, IdleEnvironments.of(platform, "stream"));
    assertAnswered("fine");
  }

  @Test
  void a_second_answer_changes_nothing() throws Exception {
    open("twice", 20);
    assertAnswered("twice");
    assertAnswered("twice");
    for (String line :
        List.of("first: 202", "second: 400", "error: 400", "unknown: 400", "init: 403")) {
      assertEquals(2, Collections.frequency(log, line), line + " in " + log);
    }
    assertAnswered("fine");
  }

  @Test
  void garbage_on_other_connections_harms_nobody() throws Exception {
    open("garbage", 20);
    assertAnswered("garbage");
    assertAnswered("garbage");
    assertAnswered("fine");
  }

  @Test
  void a_thousand_connections_leave_the_runtimes_own_and_other_functions_alone() throws Exception {
    open("crowd", 20);
    assertAnswered("crowd");
    assertAnswered("fine");
    assertAnswered("crowd");
  }

  @Test
  void a_response_of_50_mb_is_too_large_and_the_runtime_goes_on() throws Exception {
    open("large", 20);
    assertEquals("Function.ResponseSizeTooLarge", failure("large").type());
    assertTrue(log.contains("large: 413"), log.toString());
    assertEquals("Function.ResponseSizeTooLarge", failure("large").type());
    assertAnswered("fine");
  }

  @Test
  void an_exit_after_an_error_is_that_error_and_the_next_request_starts_anew() throws Exception {
    open("exit0", 20);
    assertEquals("Bad", failure("exit0").type());
    assertEquals("Bad", failure("exit0").type());
    assertTrue(
        log.stream().anyMatch(line -> line.contains("Error Type: Runtime.ExitError")),
        log.toString());
    assertAnswered("fine");
  }

  /** Replies to its many questions fill the buffers up to various heights; none is read. */
  @Test
  void a_runtime_that_never_reads_is_killed_by_the_timeout() throws Exception {
    open("deaf", 2);
    for (int bytes : new int[] {2, 8_000, 1_000_000}) {
      long began = System.nanoTime();
      RequestOutcome outcome =
          platform.invoke(
              "deaf",
              Invocation.of(("\"" + "x".repeat(bytes) + "\"").getBytes(StandardCharsets.UTF_8)),
              true);
      InvocationOutcome.Failure failure =
          assertInstanceOf(
              InvocationOutcome.Failure.class,
              assertInstanceOf(RequestOutcome.Completed.class, outcome).outcome());
      assertEquals("Sandbox.Timedout", failure.type());
      assertTrue(System.nanoTime() - began < 20_000_000_000L, "its sleep would take 60 s");
    }
    assertAnswered("fine");
  }

  @Test
  void a_runtime_that_never_asks_for_an_event_is_killed_by_the_timeout() throws Exception {
    open("never", 1);
    assertEquals("Sandbox.Timedout", failure("never").type());
    assertAnswered("fine");
  }
}
