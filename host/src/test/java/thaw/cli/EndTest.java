package thaw.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.app.running.EventFile;
import thaw.fixture.FirstCases;
import thaw.fixture.FreePorts;
import thaw.fixture.SideBySide;
import thaw.fixture.Signals;
import thaw.fixture.Thorough;
import thaw.sandbox.kernel.Deadline;

/** Process tests: many environments of {@code thaw run} end at once, with requests and without. */
@SideBySide
class EndTest {
  /**
   * A runtime without a start-up time: it answers an event when the gate is opened, to which it has
   * told which event that is.
   */
  private static final String BOOTSTRAP =
      """
      #!/bin/bash
      call() { # method path body; prints the response's head
        local line length=0
        exec 3<>"/dev/tcp/${AWS_LAMBDA_RUNTIME_API/://}"
        printf '%s /2018-06-01/runtime/%s HTTP/1.1\\r\\nHost: h\\r\\nContent-Length: %d\\r\\n\\r\\n%s' \\
          "$1" "$2" "${#3}" "$3" >&3
        while IFS= read -r line <&3; do
          line=${line%$'\\r'}
          [ -n "$line" ] || break
          case ${line,,} in
            content-length:*) length=${line#*: } ;;
            lambda-runtime-aws-request-id:*) id=${line#*: } ;;
          esac
        done
        read -r -N "$length" line <&3
        exec 3>&-
      }
      while :; do
        call GET invocation/next ''
        exec 4<>"/dev/tcp/127.0.0.1/$GATE_PORT"
        printf '%s\\n' "$id" >&4
        read -r line <&4
        call POST "invocation/$id/response" '"passed"'
      done
      """;

  @TempDir Path folder;
  private InvocationGate gate;
  private HttpClient client;

  @BeforeEach
  void application() throws Exception {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
    Files.createDirectory(folder.resolve("tmp"));
    Files.setPosixFilePermissions(
        folder.resolve("tmp"), PosixFilePermissions.fromString("rwxr-xr-x"));
    Path bootstrap = Files.createDirectory(folder.resolve("task")).resolve("bootstrap");
    Files.writeString(bootstrap, BOOTSTRAP);
    Files.setPosixFilePermissions(bootstrap, PosixFilePermissions.fromString("rwxr-xr-x"));
    gate = new InvocationGate();
    Files.writeString(
        folder.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Resources:
          Gated:
            Type: AWS::Serverless::Function
            Properties:
              Runtime: provided.al2023
              CodeUri: task
              Handler: none
              MemorySize: 256
              Timeout: 120
              Environment: {Variables: {GATE_PORT: %d}}
        """
            .formatted(gate.port()));
    client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  }

  @AfterEach
  void end() throws Exception {
    gate.close();
    client.shutdownNow();
  }

  private RunProcess live(String... more) throws Exception {
    return live(List.of(), more);
  }

  private RunProcess live(List<String> wrapper, String... more) throws Exception {
    List<String> arguments = new ArrayList<>(List.of(folder.toString()));
    arguments.addAll(List.of(more));
    List<String> command =
        new ArrayList<>(
            List.of("env", "JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=" + folder.resolve("tmp")));
    command.addAll(wrapper);
    return RunProcess.start(
        command, FreePorts.next(), folder.resolve("log"), arguments.toArray(String[]::new));
  }

  /** Returns when each has an environment that is at work. */
  private List<CompletableFuture<HttpResponse<String>>> inFlight(RunProcess life, int count) {
    List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      answers.add(
          client.sendAsync(
              life.invocation("Gated", "{}").build(), HttpResponse.BodyHandlers.ofString()));
    }
    try {
      Deadline.await(
          Duration.ofSeconds(60),
          count + " are at work",
          () -> gate.events() == count || answers.stream().anyMatch(CompletableFuture::isDone));
    } catch (IllegalStateException e) {
      fail(life.text(), e);
    }
    assertEquals(count, gate.events(), life::text);
    return answers;
  }

  /** Of the program that runs, as its folder, cgroups and mounts are named. */
  private String instance() throws IOException {
    try (Stream<Path> all = Files.walk(folder.resolve("tmp"), 2)) {
      return all.map(each -> each.getFileName().toString())
          .filter(name -> name.matches("thaw-\\d+-[0-9a-f]+"))
          .findFirst()
          .orElseThrow();
    }
  }

  private List<String> left(String instance) throws IOException {
    List<String> left = new ArrayList<>();
    try (Stream<Path> groups =
        Files.find(
            Path.of("/sys/fs/cgroup"), 9, (path, _) -> path.toString().contains("/" + instance))) {
      groups.forEach(group -> left.add("cgroup " + group));
    } catch (java.io.UncheckedIOException e) {
      // A group of somebody else's has ended meanwhile.
    }
    try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
      for (Path process :
          processes.filter(each -> each.toString().matches("/proc/\\d+")).toList()) {
        if (text(process.resolve("mountinfo")).contains("/" + instance + "/")
            || text(process.resolve("cmdline")).contains(instance)) {
          left.add("process " + process + " " + text(process.resolve("cmdline")));
        }
      }
    }
    try (Stream<Path> files = Files.walk(folder.resolve("tmp"))) {
      files.filter(file -> file.toString().contains(instance)).forEach(file -> left.add("" + file));
    }
    return left;
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, java.nio.charset.StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return ""; // it has ended
    }
  }

  private void assertNothingIsLeft(String instance) throws IOException {
    try {
      Deadline.await(
          Duration.ofSeconds(30),
          "all is gone",
          () -> {
            try {
              return left(instance).isEmpty();
            } catch (IOException | java.io.UncheckedIOException e) {
              return false; // something goes at this moment
            }
          });
    } catch (IllegalStateException e) {
      assertEquals(List.of(), left(instance));
    }
  }

  private static void signal(RunProcess life, String name) throws Exception {
    Process kill =
        new ProcessBuilder("kill", "-" + name, "" + life.process().pid()).inheritIO().start();
    Signals.awaitEnd(kill);
    assertEquals(0, kill.exitValue());
  }

  @FirstCases(value = 1, rest = "the same end by another signal, and with more requests")
  @ParameterizedTest
  @CsvSource({"INT, 20", "TERM, 20", "INT, 100"})
  void a_signal_with_requests_in_flight_leaves_nothing_and_nobody_waiting(String signal, int count)
      throws Exception {
    try (RunProcess life = live()) {
      List<CompletableFuture<HttpResponse<String>>> answers = inFlight(life, count);
      String instance = instance();
      assertFalse(left(instance).isEmpty(), "what is looked for is found while it is there");
      signal(life, signal);
      life.awaitEnd();
      for (CompletableFuture<HttpResponse<String>> answer : answers) {
        HttpResponse<String> response =
            answer.handle((value, failure) -> value).get(10, TimeUnit.SECONDS);
        assertTrue(
            response == null || response.statusCode() == 500 || response.statusCode() == 200);
      }
      assertNothingIsLeft(instance);
    }
  }

  @Test
  void a_request_that_runs_is_answered_after_SIGTERM_and_further_ones_are_refused()
      throws Exception {
    try (RunProcess life = live()) {
      CompletableFuture<HttpResponse<String>> answer = inFlight(life, 1).getFirst();
      String instance = instance();
      signal(life, "TERM");
      Deadline.await(Duration.ofSeconds(10), "another one to be refused", () -> isRefused(life));
      gate.open();
      assertEquals("\"passed\"", body(answer, life));
      life.awaitEnd();
      assertEquals(143, life.process().exitValue(), life::text);
      assertNothingIsLeft(instance);
    }
  }

  private boolean isRefused(RunProcess life) {
    try {
      return client
              .send(
                  life.invocation("Gated", "{}").timeout(Duration.ofMillis(500)).build(),
                  HttpResponse.BodyHandlers.ofString())
              .statusCode()
          == 500;
    } catch (IOException e) {
      return false; // it runs
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** As in the background of a script, and under nohup. */
  @Thorough("The program ignores two signals more; the tests beside it end it by the others")
  @Test
  void a_program_that_inherits_ignored_signals_ends_in_order_by_another() throws Exception {
    List<String> deaf = List.of("sh", "-c", "trap '' INT HUP; exec \"$@\"", "sh");
    try (RunProcess life = live(deaf)) {
      CompletableFuture<HttpResponse<String>> answer = inFlight(life, 1).getFirst();
      String instance = instance();
      signal(life, "INT");
      signal(life, "HUP");
      gate.open();
      assertEquals("\"passed\"", body(answer, life));
      signal(life, "TERM");
      life.awaitEnd();
      assertNothingIsLeft(instance);
    }
  }

  @Thorough("It starts a hundred environments; the tests beside it end twenty")
  @Test
  void a_hundred_idle_environments_end_at_once() throws Exception {
    try (RunProcess life = live("--idle", "3")) {
      List<CompletableFuture<HttpResponse<String>>> answers = inFlight(life, 100);
      gate.open();
      for (CompletableFuture<HttpResponse<String>> answer : answers) {
        assertEquals("\"passed\"", body(answer, life));
      }
      Path boxes = Path.of("/sys/fs/cgroup");
      String instance = instance();
      Deadline.await(
          Duration.ofSeconds(60),
          "all environments have ended",
          () ->
              text(Path.of("/proc/" + life.process().pid() + "/stat")).isEmpty()
                  || environments(boxes, instance) == 0);
      assertTrue(life.process().isAlive(), life::text);
      signal(life, "TERM");
      life.awaitEnd();
      assertNothingIsLeft(instance);
    }
  }

  private static String body(CompletableFuture<HttpResponse<String>> answer, RunProcess life)
      throws InterruptedException {
    try {
      return answer.get(60, TimeUnit.SECONDS).body();
    } catch (ExecutionException | TimeoutException e) {
      return fail(life.text(), e);
    }
  }

  private static long environments(Path groups, String instance) {
    try (Stream<Path> found =
        Files.find(
            groups,
            9,
            (path, _) ->
                path.toString().contains("/" + instance + "/")
                    && path.getFileName().toString().startsWith("environment-")
                    && Files.isDirectory(path))) {
      return found.count();
    } catch (IOException | java.io.UncheckedIOException e) {
      return -1; // some go at this moment
    }
  }

  @Test
  void a_pipe_that_nobody_reads_does_not_keep_the_program() throws Exception {
    Files.writeString(
        folder.resolve("task/bootstrap"),
        """
        #!/bin/bash
        while :; do echo 'a line that somebody should read, if only there were somebody'; done
        """);
    Path pipe = folder.resolve("pipe");
    assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
    Path data = folder.resolve("data");
    // Open for reading as well, it can be opened, is never broken, and is full after 64 KiB.
    List<String> unread =
        List.of(
            "env",
            "JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=" + folder.resolve("tmp"),
            "sh",
            "-c",
            "exec 9<> \"$0\"; exec \"$@\" > /dev/null 2>&9 9>&-",
            pipe.toString());
    try (RunProcess life =
        RunProcess.start(
            unread,
            FreePorts.next(),
            folder.resolve("log"),
            folder.toString(),
            "--data",
            data.toString())) {
      String instance = instance();
      CompletableFuture<HttpResponse<String>> answer =
          client.sendAsync(
              life.invocation("Gated", "{}").build(), HttpResponse.BodyHandlers.ofString());
      Deadline.await(
          Duration.ofSeconds(60),
          "more was logged than the pipe holds",
          () -> EventFile.in(data).toFile().length() > 1 << 20);
      signal(life, "TERM");
      life.awaitEnd();
      answer.handle((value, failure) -> value).get(10, TimeUnit.SECONDS);
      assertNothingIsLeft(instance);
    }
  }
}
