package thaw.app.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.cli.Transcript;
import thaw.fixture.BuiltProgram;
import thaw.fixture.SideBySide;
import thaw.fixture.Signals;
import thaw.fixture.Sources;
import thaw.fixture.Thorough;
import thaw.sandbox.kernel.Deadline;

/** Process tests: {@code thaw run} for another program, which reads one line and may be killed. */
@Thorough("It waits for programs whose parents end; EndTest ends them by signals")
@SideBySide
class ParentEndTest {
  @TempDir Path folder;

  @BeforeEach
  void application() throws IOException {
    Sources.compile(
        folder.resolve("classes"),
        """
        package com.example;
        import java.util.Map;
        public class Told {
          public Map<String, String> stage(Map<String, Object> event) {
            return Map.of("stage", System.getenv("STAGE"));
          }
        }
        """);
    Files.writeString(
        folder.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Resources:
          Told:
            Type: AWS::Serverless::Function
            Properties:
              FunctionName: told-stage
              Handler: com.example.Told::stage
              Runtime: java25
              CodeUri: classes
              MemorySize: 1769
              Timeout: 20
              Environment: {Variables: {STAGE: template}}
              Events:
                Get: {Type: HttpApi, Properties: {Path: /, Method: get}}
        Outputs:
          Api: {Value: !Sub 'https://${ServerlessHttpApi}.execute-api.us-east-1.amazonaws.com/'}
        """);
  }

  private Process started(String... more) throws IOException {
    return program(
        Stream.concat(
                Stream.of("run", folder.toString(), "--port=0", "--api-port=0"), Stream.of(more))
            .toArray(String[]::new));
  }

  private Process program(String... arguments) throws IOException {
    List<String> command = new ArrayList<>(Signals.byDefault());
    command.addAll(BuiltProgram.command("-Xmx256m"));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectError(folder.resolve("log").toFile()).start();
  }

  /** The invocation ends a little after its response. */
  private static String reported(Path file) throws IOException {
    Deadline.await(
        Duration.ofSeconds(30),
        "the invocation has ended",
        () -> {
          try {
            return Files.readString(file).contains("platform.report");
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
    return Files.readString(file);
  }

  private String log() throws IOException {
    return Files.readString(folder.resolve("log"));
  }

  private static String invoked(String url) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client
          .send(
              HttpRequest.newBuilder(
                      URI.create(url + "/2015-03-31/functions/told-stage/invocations"))
                  .POST(HttpRequest.BodyPublishers.ofString("{}"))
                  .build(),
              HttpResponse.BodyHandlers.ofString())
          .body();
    }
  }

  @Test
  void one_line_tells_where_it_is_and_it_ends_when_its_input_does() throws Exception {
    Process run =
        started(
            "--json", "--until-stdin-closes", "--snap-start", "--env=STAGE=test", "--memory=1024");
    try (BufferedReader out = run.inputReader()) {
      String line = out.readLine();
      assertTrue(line != null, this::logOrNothing);
      JsonNode document = new Transcript(0, line, "").json();
      assertEquals("thaw-run-1", document.path("format").asText());
      assertEquals("Told", document.at("/functions/0/logicalId").asText());
      assertEquals("told-stage", document.at("/functions/0/name").asText());
      String api = document.at("/apis/ServerlessHttpApi").asText();
      assertEquals(api + "/", document.at("/outputs/Api").asText());

      assertEquals("{\"stage\":\"test\"}", invoked(document.path("url").asText()), log());
      String events = reported(Path.of(document.path("events").asText()));
      assertTrue(
          events.contains("\"restoreDurationMs\"") || events.contains("thaw.startedFrom"), events);
      assertTrue(events.contains("\"memorySizeMB\":1024"), events);

      run.getOutputStream().close();
      assertTrue(run.waitFor(60, TimeUnit.SECONDS), this::logOrNothing);
      assertEquals(0, run.exitValue(), log());
      assertTrue(log().contains("thaw: standard input has ended"), log());
      assertEquals(null, out.readLine(), "nothing else is on standard output");
      assertFalse(Files.exists(Path.of(document.path("events").asText())), "it has left a folder");
    } finally {
      run.destroyForcibly();
    }
  }

  @Test
  void an_input_that_ends_before_it_takes_requests_is_a_mistake() throws Exception {
    Process run = started("--until-stdin-closes");
    run.getOutputStream().close();
    try {
      assertTrue(run.waitFor(60, TimeUnit.SECONDS), this::logOrNothing);
      assertEquals(2, run.exitValue(), log());
      assertTrue(log().contains("has ended before thaw run takes requests"), log());
      assertTrue(log().contains("Remedy: keep a pipe"), log());
    } finally {
      run.destroyForcibly();
    }
  }

  @Test
  void a_measurement_ends_with_the_program_that_has_started_it() throws Exception {
    Path out = folder.resolve("result");
    Process bench =
        program("bench", folder.toString(), "--runs=500", "--out=" + out, "--until-stdin-closes");
    try {
      Deadline.await(
          Duration.ofSeconds(60),
          "a start is measured",
          () -> Files.exists(out.resolve("results.jsonl")) || !bench.isAlive());
      assertTrue(bench.isAlive(), this::logOrNothing);
      bench.getOutputStream().close();
      assertTrue(bench.waitFor(60, TimeUnit.SECONDS), this::logOrNothing);
      assertEquals(130, bench.exitValue(), log());
      assertTrue(log().contains("standard input has ended, and so does thaw bench"), log());
      assertEquals(0, bench.descendants().count());
    } finally {
      bench.destroyForcibly();
    }
  }

  @Test
  void standard_input_is_not_the_event_as_well() throws Exception {
    Process bench = program("bench", folder.toString(), "--event=-", "--until-stdin-closes");
    try {
      assertTrue(bench.waitFor(60, TimeUnit.SECONDS), this::logOrNothing);
      assertEquals(2, bench.exitValue(), log());
      assertTrue(log().contains("Remedy: give the event as a file"), log());
    } finally {
      bench.destroyForcibly();
    }
  }

  private String logOrNothing() {
    try {
      return log();
    } catch (IOException e) {
      return e.toString();
    }
  }
}
