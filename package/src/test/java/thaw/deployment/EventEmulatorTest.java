package thaw.deployment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.files.Trees;
import thaw.fixture.SideBySide;

/** The bootstrap of a package that nobody hosts: it takes events itself. */
@Tag("linux")
@SideBySide
class EventEmulatorTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String INVOCATIONS = "/2015-03-31/functions/function/invocations";
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int TOO_MANY = 7 << 20;
  private static final int OF_SIGTERM = 128 + 15;

  @TempDir Path folder;
  private final HttpClient client = HttpClient.newHttpClient();
  private Process process;
  private int port;

  @BeforeEach
  void start() throws Exception {
    start(Map.of());
  }

  private void start(Map<String, String> variables) throws Exception {
    Path root = Files.createDirectories(folder.resolve("task"));
    Path code = Files.createDirectories(folder.resolve("code"));
    Path client = Files.createDirectories(folder.resolve("client/lib"));
    Files.writeString(client.resolve("client.jar"), "nothing");
    StagedPackage made =
        StagedPackage.stage(
                new StagedPackage.Parts(
                    PackageLayout.PROVIDED,
                    root,
                    Optional.of(code),
                    Optional.empty(),
                    List.of("client.jar"),
                    "example.Main",
                    List.of(),
                    Map.of(),
                    System.getProperty("os.arch").equals("aarch64") ? "aarch64" : "x86_64"),
                root,
                folder.resolve("nowhere"))
            .withClient(folder.resolve("client"));
    jvm(made.jvm());
    made.complete();
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    ProcessBuilder builder =
        new ProcessBuilder(root.resolve("bootstrap").toString(), "example.Handler::handle");
    builder.environment().keySet().removeIf(name -> name.startsWith("AWS_"));
    builder.environment().put("LAMBDA_TASK_ROOT", root.toString());
    builder.environment().put("THAW_EMULATOR_PORT", "" + port);
    builder.environment().put("AWS_LAMBDA_FUNCTION_TIMEOUT", "20");
    builder.environment().putAll(variables);
    builder.redirectErrorStream(true).redirectOutput(folder.resolve("log").toFile());
    process = builder.start();
  }

  /** This JVM with a runtime of the tests in place of the packaged one. */
  private static void jvm(Path jvm) throws IOException {
    Files.createDirectories(jvm.resolve("bin"));
    Path java = jvm.resolve("bin/java");
    Files.writeString(
        java,
        """
        #!/bin/sh
        exec '%s/bin/java' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp '%s' %s "$@"
        """
            .formatted(
                System.getProperty("java.home"),
                Path.of(
                    EmulatedRuntime.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .getPath()),
                EmulatedRuntime.class.getName()));
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @AfterEach
  void end() throws Exception {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly().waitFor();
  }

  private HttpResponse<String> sent(String path, String body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .timeout(PATIENCE)
            .POST(BodyPublishers.ofString(body))
            .build();
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        return client.send(request, BodyHandlers.ofString());
      } catch (ConnectException e) {
        assertTrue(System.nanoTime() < until && process.isAlive(), log());
        Thread.sleep(20);
      }
    }
  }

  private HttpResponse<String> invoked(String event) throws Exception {
    return sent(INVOCATIONS, event);
  }

  private String log() {
    try {
      return Files.readString(folder.resolve("log"));
    } catch (IOException e) {
      return e.toString();
    }
  }

  @Test
  void events_are_answered_one_after_the_other_where_nobody_hosts_the_function() throws Exception {
    String former = "";
    for (int i = 0; i < 3; i++) {
      HttpResponse<String> response = invoked("{\"number\":" + i + "}");
      assertEquals(200, response.statusCode(), log());
      JsonNode answer = JSON.readTree(response.body());
      assertEquals(i, answer.at("/event/number").asInt());
      assertEquals("example.Handler::handle", answer.path("handler").asText());
      assertEquals("3008", answer.path("memory").asText());
      assertTrue(answer.path("inTime").asBoolean());
      assertTrue(answer.path("id").asText().matches("[0-9a-f-]{36}"), answer.toString());
      assertTrue(!answer.path("id").asText().equals(former), "each has an id of its own");
      former = answer.path("id").asText();
    }
    String log = log();
    assertEquals(3, log.lines().filter(line -> line.startsWith("REPORT ")).count(), log);
    assertEquals(1, log.lines().filter(line -> line.contains("Init Duration: ")).count(), log);
  }

  @Test
  void what_is_no_event_is_refused_and_the_next_one_is_served() throws Exception {
    assertEquals(404, sent("/elsewhere", "{}").statusCode());
    assertEquals(404, sent("/2015-03-31/functions/", "{}").statusCode());
    assertEquals(413, invoked("\"" + "m".repeat(TOO_MANY) + "\"").statusCode());
    HttpResponse<String> much = invoked("\"much\"");
    assertTrue(much.body().contains("Function.ResponseSizeTooLarge"), much.body());
    HttpResponse<String> failed = invoked("\"fail\"");
    assertEquals("{\"errorType\":\"Planted\"}", failed.body());
    assertEquals(Optional.of("Unhandled"), failed.headers().firstValue("X-Amz-Function-Error"));
    assertTrue(invoked("{\"number\":1}").body().contains("\"number\":1"));
  }

  @Test
  void a_runtime_that_ends_or_hangs_is_started_again() throws Exception {
    HttpResponse<String> ended = invoked("\"exit\"");
    assertTrue(ended.body().contains("Runtime exited with error: exit status 3"), ended.body());
    assertTrue(invoked("{\"number\":1}").body().contains("\"number\":1"), log());
    HttpResponse<String> hung = invoked("\"hang\"");
    assertTrue(hung.body().contains("Task timed out after 20.00 seconds"), hung.body());
    assertTrue(invoked("{\"number\":2}").body().contains("\"number\":2"), log());
  }

  @Test
  void the_end_of_its_container_ends_it_and_the_function() throws Exception {
    assertTrue(invoked("{\"number\":1}").body().contains("\"number\":1"), log());
    Supplier<List<ProcessHandle>> functions = () -> process.descendants().toList();
    List<ProcessHandle> before = functions.get();
    assertTrue(!before.isEmpty(), "it is a process of its own");
    process.destroy();
    assertTrue(process.waitFor(30, TimeUnit.SECONDS), log());
    assertEquals(OF_SIGTERM, process.exitValue());
    for (ProcessHandle each : before) {
      each.onExit().get(30, TimeUnit.SECONDS);
    }
  }

  @Test
  void a_client_that_sends_nothing_keeps_nobody_waiting() throws Exception {
    assertTrue(invoked("{\"number\":1}").body().contains("\"number\":1"), log());
    try (Socket idle = new Socket("127.0.0.1", port);
        Socket slow = new Socket("127.0.0.1", port)) {
      slow.getOutputStream()
          .write(("POST " + INVOCATIONS + " HTTP/1.1\r\nContent-Length: 9\r\n\r\n{").getBytes());
      assertTrue(invoked("{\"number\":2}").body().contains("\"number\":2"), log());
      for (Socket each : List.of(idle, slow)) { // neither has been given up meanwhile
        each.setSoTimeout(1);
        assertThrows(SocketTimeoutException.class, () -> each.getInputStream().read());
      }
      process.destroy();
      assertTrue(process.waitFor(15, TimeUnit.SECONDS), "a signal waits for no client, either");
    }
  }

  @Test
  void the_time_of_an_event_begins_when_the_function_gets_it() throws Exception {
    end();
    Trees.delete(folder.resolve("task"));
    start(Map.of("EMULATED_INIT_MILLIS", "4000"));
    HttpResponse<String> late = invoked("\"late\"");
    assertTrue(late.body().contains("\"inTime\":true"), late.body() + log());
  }

  @Test
  void what_a_function_has_started_ends_with_it() throws Exception {
    ProcessHandle first = child();
    assertTrue(invoked("\"exit\"").body().contains("exit status 3"), log());
    assertEnds(first);
    ProcessHandle second = child();
    process.destroy();
    assertTrue(process.waitFor(30, TimeUnit.SECONDS), log());
    assertEnds(second);
  }

  private ProcessHandle child() throws Exception {
    long pid = Long.parseLong(invoked("\"child\"").body());
    ProcessHandle child =
        ProcessHandle.of(pid).orElseThrow(() -> new AssertionError("no child: " + log()));
    assertTrue(child.isAlive(), log());
    return child;
  }

  private static void assertEnds(ProcessHandle child) throws Exception {
    try {
      child.onExit().get(20, TimeUnit.SECONDS);
    } finally {
      child.destroyForcibly();
    }
  }
}
