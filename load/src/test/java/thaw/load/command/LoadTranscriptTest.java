package thaw.load.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.cli.RunProcess;
import thaw.cli.Transcript;
import thaw.fixture.BuiltProgram;
import thaw.fixture.FreePorts;
import thaw.fixture.SideBySide;
import thaw.fixture.Signals;
import thaw.fixture.Sources;
import thaw.fixture.Thorough;
import thaw.load.Failure;
import thaw.sandbox.kernel.Deadline;

/**
 * Process tests: {@code thaw load} as a shell sees it. Whether a run is VALID depends on how busy
 * this machine is, so no exit code of one is asserted.
 */
@SideBySide
class LoadTranscriptTest {
  private static final String ECHO =
      """
      package com.example;
      import java.util.Map;
      public class Echo {
        public Map<String, Object> run(Map<String, Object> event) {
          if (event.containsKey("fail")) throw new IllegalStateException("no");
          return Map.of("statusCode", 200, "body", "42");
        }
      }
      """;

  @TempDir static Path folder;
  private static HttpServer server;
  private static final Queue<String> seen = new ConcurrentLinkedQueue<>();
  private static final AtomicInteger halves = new AtomicInteger();

  @BeforeAll
  static void targets() throws IOException {
    Sources.compile(folder.resolve("classes"), ECHO);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/",
        exchange -> {
          String body =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          seen.add(
              exchange.getRequestMethod()
                  + " "
                  + exchange.getRequestURI()
                  + " "
                  + exchange.getRequestHeaders().getFirst("X-Pet")
                  + " "
                  + body);
          byte[] answer = "fine".getBytes(StandardCharsets.US_ASCII);
          String path = exchange.getRequestURI().getPath();
          boolean fails =
              path.equals("/busy") || path.equals("/half") && halves.incrementAndGet() % 2 == 0;
          exchange.sendResponseHeaders(fails ? 503 : 200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    server.start();
  }

  @AfterAll
  static void end() {
    server.stop(0);
  }

  private static String url(String path) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + path;
  }

  private static Transcript load(Path out, Object... more) {
    List<Object> arguments = new ArrayList<>(List.of("load"));
    arguments.addAll(List.of(more));
    arguments.addAll(List.of("--out", out));
    return Transcript.of(arguments.toArray());
  }

  private static JsonNode document(Path out) throws IOException {
    return new ObjectMapper().readTree(out.resolve("load.json").toFile());
  }

  private static JsonNode result(Path out) throws IOException {
    JsonNode runs = document(out).path("runs");
    assertEquals(1, runs.size());
    return runs.path(0);
  }

  /** Requires that all that failed did so in this way. */
  private static void allFailed(int count, Failure.Kind kind, String text, Path out)
      throws IOException {
    JsonNode failures = result(out).path("failures");
    assertEquals(1, failures.size(), failures.toString());
    assertEquals(kind.name(), failures.at("/0/kind").asText());
    assertEquals(text, failures.at("/0/text").asText());
    assertEquals(count, failures.at("/0/count").asInt());
  }

  @Test
  void each_request_is_as_the_options_say(@TempDir Path out) throws Exception {
    seen.clear();
    Transcript transcript =
        load(
            out,
            url("/pets?n=1"),
            "--rate",
            "20",
            "--duration",
            "200ms",
            "-X",
            "put",
            "-H",
            "X-Pet: rex",
            "--body",
            "{\"age\": 8}");
    assertEquals(
        Collections.nCopies(4, "PUT /pets?n=1 rex {\"age\": 8}"),
        List.copyOf(seen),
        transcript.err());
    assertEquals(4, result(out).path("answered").asInt());
    assertTrue(Files.exists(out.resolve("load.html")));
    assertTrue(transcript.out().contains("Report: " + out.resolve("load.html")), transcript.out());
  }

  @Test
  void programs_get_the_result_and_nothing_else(@TempDir Path out) throws Exception {
    Transcript transcript = load(out, url("/"), "--rate", "20", "--duration", "200ms", "--json");
    assertEquals(0, transcript.exit(), transcript.err());
    assertEquals(1, transcript.json().path("runs").size());
  }

  @Test
  void wrong_answers_are_counted_by_what_is_wrong_with_them(@TempDir Path out) throws Exception {
    Transcript busy = load(out, url("/busy"), "--rate", "50", "--duration", "200ms");
    allFailed(10, Failure.Kind.STATUS, "status 503", out);
    assertEquals(1, busy.exit(), "nothing was answered as expected");
    assertTrue(busy.out().contains("status 503"), busy.out());
    load(out, url("/"), "--rate", "50", "--duration", "200ms", "--expect-body", "bad.*");
    allFailed(10, Failure.Kind.BODY, "a body without bad.*", out);
    load(out, url("/busy"), "--rate", "50", "--duration", "200ms", "--expect-status", "503");
    assertEquals(10, result(out).path("answered").asInt());
  }

  @Test
  void a_run_of_which_many_requests_fail_is_no_success(@TempDir Path out) throws Exception {
    List<Object> run = List.of(url("/half"), "--rate", "50", "--duration", "200ms");
    Transcript usual = load(out, run.toArray());
    assertEquals(1, usual.exit(), usual.out());
    assertTrue(usual.out().contains("50 % of 10 requests failed (5)"), usual.out());
    assertTrue(usual.err().contains("goal missed: failed <= 1 %"), usual.err());
    List<Object> allowed = new ArrayList<>(run);
    allowed.addAll(List.of("--goal", "failed<60%"));
    Transcript expected = load(out, allowed.toArray());
    assertFalse(expected.err().contains("goal missed"), expected.err());
  }

  @Test
  void a_goal_that_is_missed_ends_with_exit_code_1(@TempDir Path out) throws Exception {
    Transcript transcript =
        load(out, url("/"), "--rate", "20", "--duration", "200ms", "--goal", "p50<1us");
    assertEquals(1, transcript.exit());
    assertTrue(transcript.err().contains("goal missed: p50 <= 0.001 ms"), transcript.err());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "http://127.0.0.1:1/|no connection to 127.0.0.1:1: connection refused|start the server",
        "http://no.such.host.invalid/|unknown host no.such.host.invalid|check the host's name",
      })
  void a_target_that_cannot_be_reached_is_reported_and_told(
      String target, String cause, String remedy, @TempDir Path out) throws Exception {
    Transcript transcript = load(out, target, "--rate", "5", "--duration", "1s");
    assertEquals(2, transcript.exit(), transcript.err());
    assertTrue(transcript.err().contains("thaw: " + cause), transcript.err());
    assertTrue(transcript.err().contains("Remedy: " + remedy), transcript.err());
    assertEquals(5, result(out).path("failed").asInt());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ftp://example.com/|ftp://example.com/ is not the URL of a server",
        "http://127.0.0.1/ --rate x|--rate must be requests a second, 0..1000000: x",
        "http://127.0.0.1/ --rate -1|--rate must be requests a second, 0..1000000: -1",
        "http://127.0.0.1/ --duration 5y|--duration has no duration of more than zero, at most a"
            + " day: 5y",
        "http://127.0.0.1/ --rate 0|no request is due in 0/s for 60 s",
        "http://127.0.0.1/ --spike 5|--spike must be RATE@START+TIME: 5",
        "http://127.0.0.1/ --spike 5@70s+1s|--spike must begin within 0..60000 ms: begin=70000 ms",
        "http://127.0.0.1/ --preset ramp --rate 5|--preset has a rate of its own",
        "http://127.0.0.1/ -H nonsense|a header is NAME: VALUE, not nonsense",
        "http://127.0.0.1/ --connections 0|--connections must be 1..10000: 0",
        "http://127.0.0.1/ --expect-status 99|--expect-status must be 200..599: 99",
        "http://127.0.0.1/ --expect-body (|--expect-body is not a regular expression: Unclosed"
            + " group",
        "http://127.0.0.1/ --goal fast|fast is not a goal",
        "http://127.0.0.1/ --function Echo|a URL has no --function and no --endpoint",
        "http://127.0.0.1/ --tax|--tax measures Thaw's own layers with a function of SOURCE",
        "--endpoint http://127.0.0.1/|--endpoint needs a function",
        "--endpoint https://lambda.eu-west-1.amazonaws.com --function F|requests to AWS itself must"
            + " be signed, which thaw load does not do",
        "nothing.json|nothing.json does not exist",
      })
  void bad_input_is_told_before_anything_is_sent(String options, String cause) {
    Transcript transcript =
        Transcript.of(("load " + options).split(" ")); // no option's value has a blank
    assertEquals(2, transcript.exit(), transcript.err());
    assertTrue(transcript.err().contains("thaw: " + cause + "\nRemedy: "), transcript.err());
    assertFalse(transcript.err().contains("\tat "), transcript.err());
  }

  @Test
  void a_function_is_run_here_and_its_cold_starts_are_told_apart(@TempDir Path out)
      throws Exception {
    Transcript transcript =
        load(
            out,
            folder.resolve("classes"),
            "--handler",
            "com.example.Echo::run",
            "--rate",
            "2,10",
            "--duration",
            "4s",
            "--event",
            "{\"number\": 1}");
    JsonNode result = result(out);
    assertEquals(24, result.path("answered").asInt(), transcript.err());
    JsonNode cold = result.path("coldStarts");
    assertFalse(cold.isEmpty(), transcript.out());
    assertTrue(cold.size() < 24, transcript.out());
    assertEquals("INIT", cold.at("/0/kind").asText());
    assertEquals(0, cold.at("/0/dueMillis").asDouble());
    assertTrue(
        cold.at("/0/responseMillis").asDouble() > result.at("/totals/response/p50").asDouble(),
        transcript.out());
    assertTrue(result.at("/environments/most").asInt() >= 1, transcript.out());
    load(
        out,
        folder.resolve("classes"),
        "--handler",
        "com.example.Echo::run",
        "--rate",
        "2",
        "--duration",
        "1s",
        "--event",
        "{\"fail\": true}");
    allFailed(
        2, Failure.Kind.FUNCTION_ERROR, "function error java.lang.IllegalStateException", out);
  }

  @Thorough("It loads a program that runs; the test beside it loads one that it starts itself")
  @Test
  void functions_of_a_program_that_runs_are_invoked_and_it_tells_which_were_cold(@TempDir Path out)
      throws Exception {
    Path data = Files.createDirectory(out.resolve("data"));
    try (RunProcess life =
        RunProcess.start(
            List.of(),
            FreePorts.next(),
            out.resolve("log"),
            folder.resolve("classes").toString(),
            "--handler",
            "com.example.Echo::run",
            "--data",
            data.toString())) {
      Deadline.await(
          Duration.ofSeconds(30), "it can be found", () -> life.text().contains("Ctrl-C ends it"));
      Transcript transcript =
          load(
              out,
              "--endpoint",
              "http://127.0.0.1:" + life.port(),
              "--function",
              "classes",
              "--rate",
              "4",
              "--duration",
              "3s");
      JsonNode result = result(out);
      assertEquals(12, result.path("answered").asInt(), transcript.out() + life.text());
      assertEquals(0, result.at("/coldStarts/0/dueMillis").asDouble(), transcript.out());
    }
  }

  @Thorough("It waits for four loads of six seconds; FiguresTest has what is made of them")
  @Test
  void the_tax_of_each_layer_is_measured_in_turns(@TempDir Path out) throws Exception {
    Transcript transcript =
        load(
            out,
            "--tax",
            folder.resolve("classes"),
            "--handler",
            "com.example.Echo::run",
            "--rate",
            "5",
            "--duration",
            "6s");
    JsonNode runs = document(out).path("runs");
    assertEquals(
        List.of("direct", "gateway", "gateway + function", "gateway + function, never frozen"),
        runs.valueStream().map(run -> run.path("name").asText()).toList());
    for (JsonNode run : runs) {
      assertEquals(30, run.path("due").asInt(), run.path("name").asText());
      assertTrue(run.path("answered").asInt() > 0, run.path("failures").toString());
    }
    JsonNode taxes = document(out).path("taxes");
    assertEquals(
        List.of("API Gateway", "function", "freeze and thaw"),
        taxes.valueStream().map(tax -> tax.path("name").asText()).toList());
    assertTrue(taxes.at("/1/atMillis/p50").asDouble() > 0, transcript.out());
    assertTrue(runs.at("/0/coldStarts").isEmpty());
    assertFalse(runs.at("/2/coldStarts").isEmpty(), transcript.out());
  }

  @Test
  void what_was_measured_before_an_interruption_is_kept(@TempDir Path out) throws Exception {
    seen.clear();
    List<String> command = new ArrayList<>(Signals.byDefault());
    command.addAll(BuiltProgram.command("load", List.of()));
    command.addAll(
        List.of(
            "load",
            url("/interrupted"),
            "--rate",
            "50",
            "--duration",
            "60s",
            "--out",
            out.toString()));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(out.resolve("log").toFile())
            .start();
    Deadline.await(Duration.ofSeconds(60), "requests have come", () -> seen.size() > 50);
    new ProcessBuilder("kill", "-INT", "" + process.pid()).inheritIO().start();
    Signals.awaitEnd(process);
    String said = Files.readString(out.resolve("log"));
    assertEquals(130, process.exitValue(), said);
    JsonNode result = result(out);
    assertTrue(result.path("answered").asInt() >= 50, said);
    assertFalse(result.path("complete").asBoolean());
    assertEquals(3000, result.path("scheduled").asInt());
    assertTrue(said.contains("interrupted: what was measured of"), said);
    assertTrue(Files.exists(out.resolve("load.html")));
  }
}
