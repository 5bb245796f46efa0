package thaw.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import thaw.fixture.BuiltProgram;
import thaw.fixture.FreePorts;
import thaw.fixture.SideBySide;
import thaw.fixture.Signals;
import thaw.fixture.Sources;
import thaw.fixture.Thorough;
import thaw.load.ColdRequest;
import thaw.load.Failure;
import thaw.load.LoadResult;
import thaw.report.load.LoadJson;
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

  private static LoadResult result(Path out) {
    List<LoadResult> runs = LoadJson.read(out.resolve("load.json")).runs();
    assertEquals(1, runs.size());
    return runs.getFirst();
  }

  @Test
  void each_request_is_as_the_options_say(@TempDir Path out) {
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
    assertEquals(4, result(out).answered());
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
  void wrong_answers_are_counted_by_what_is_wrong_with_them(@TempDir Path out) {
    Transcript busy = load(out, url("/busy"), "--rate", "50", "--duration", "200ms");
    assertEquals(
        java.util.Map.of(new Failure(Failure.Kind.STATUS, "status 503"), 10L),
        result(out).failures());
    assertEquals(1, busy.exit(), "nothing was answered as expected");
    assertTrue(busy.out().contains("status 503"), busy.out());
    load(out, url("/"), "--rate", "50", "--duration", "200ms", "--expect-body", "bad.*");
    assertEquals(
        java.util.Map.of(new Failure(Failure.Kind.BODY, "a body without bad.*"), 10L),
        result(out).failures());
    load(out, url("/busy"), "--rate", "50", "--duration", "200ms", "--expect-status", "503");
    assertEquals(10, result(out).answered());
  }

  @Test
  void a_run_of_which_many_requests_fail_is_no_success(@TempDir Path out) {
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
  void a_goal_that_is_missed_ends_with_exit_code_1(@TempDir Path out) {
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
      String target, String cause, String remedy, @TempDir Path out) {
    Transcript transcript = load(out, target, "--rate", "5", "--duration", "1s");
    assertEquals(2, transcript.exit(), transcript.err());
    assertTrue(transcript.err().contains("thaw: " + cause), transcript.err());
    assertTrue(transcript.err().contains("Remedy: " + remedy), transcript.err());
    assertEquals(5, result(out).failed());
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
        "http://127.0.0.1/ --tax --find-limit|--tax and --find-limit are two measurements",
        "http://127.0.0.1/ --find-limit --preset ramp|a search for a limit tries constant rates",
        "http://127.0.0.1/ --compare nothing|the earlier result does not exist: nothing",
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
  void a_function_is_run_here_and_its_cold_starts_are_told_apart(@TempDir Path out) {
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
    LoadResult result = result(out);
    assertEquals(24, result.answered(), transcript.err());
    assertFalse(result.coldStarts().isEmpty(), transcript.out());
    assertTrue(result.coldStarts().size() < 24, transcript.out());
    ColdRequest first = result.coldStarts().getFirst();
    assertEquals(ColdRequest.Kind.INIT, first.kind());
    assertEquals(0, first.dueMillis());
    assertTrue(first.responseMillis() > result.response().at(0.5), transcript.out());
    assertTrue(result.seconds().stream().anyMatch(second -> second.environments().orElse(0) >= 1));
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
    assertEquals(
        java.util.Map.of(new Failure(Failure.Kind.FUNCTION_ERROR, "function error Unhandled"), 2L),
        result(out).failures());
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
      LoadResult result = result(out);
      assertEquals(12, result.answered(), transcript.out() + life.text());
      assertEquals(0, result.coldStarts().getFirst().dueMillis(), transcript.out());
    }
  }

  @Thorough("It waits for four loads of six seconds; FiguresTest has what is made of them")
  @Test
  void the_tax_of_each_layer_is_measured_in_turns(@TempDir Path out) {
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
    LoadJson.Content content = LoadJson.read(out.resolve("load.json"));
    assertEquals(
        List.of("direct", "gateway", "gateway + function", "gateway + function, never frozen"),
        content.runs().stream().map(run -> run.plan().name()).toList());
    for (LoadResult run : content.runs()) {
      assertEquals(30, run.due(), run.plan().name());
      assertTrue(run.answered() > 0, () -> run.plan().name() + run.failures());
    }
    assertEquals(
        List.of("API Gateway", "function", "freeze and thaw"),
        content.taxes().stream().map(tax -> tax.name()).toList());
    assertTrue(content.taxes().get(1).atMillis().getFirst() > 0, transcript.out());
    assertTrue(content.runs().get(0).coldStarts().isEmpty());
    assertFalse(content.runs().get(2).coldStarts().isEmpty(), transcript.out());
  }

  @Test
  void a_search_tells_the_highest_rate_at_which_the_goal_holds(@TempDir Path out) {
    Transcript transcript =
        load(
            out,
            url("/"),
            "--find-limit",
            "--goal",
            "p50<1us",
            "--rate",
            "2",
            "--duration",
            "500ms");
    assertEquals(1, transcript.exit());
    String answer = "No rate was found at which p50 <= 0.001 ms and failed <= 0.1 % holds.";
    assertTrue(transcript.out().contains(answer), transcript.out());
    assertEquals(
        List.of(answer), LoadJson.read(out.resolve("load.json")).limit().orElseThrow().answer());
  }

  @Test
  void two_results_are_compared_without_a_run(@TempDir Path out) {
    load(out.resolve("a"), url("/"), "--rate", "20", "--duration", "500ms");
    load(out.resolve("b"), url("/"), "--rate", "20", "--duration", "500ms");
    int before = seen.size();
    Transcript transcript = Transcript.of("load", "--compare", out.resolve("a"), out.resolve("b"));
    assertEquals(0, transcript.exit(), transcript.err());
    assertTrue(transcript.out().contains("p99"), transcript.out());
    assertEquals(before, seen.size());
  }

  @Test
  void what_was_measured_before_an_interruption_is_kept(@TempDir Path out) throws Exception {
    seen.clear();
    List<String> command = new ArrayList<>(Signals.byDefault());
    command.addAll(BuiltProgram.command());
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
    LoadResult result = result(out);
    assertTrue(result.answered() >= 50, said);
    assertFalse(result.complete());
    assertEquals(3000, result.scheduled());
    assertTrue(said.contains("interrupted: what was measured of"), said);
    assertTrue(Files.exists(out.resolve("load.html")));
  }
}
