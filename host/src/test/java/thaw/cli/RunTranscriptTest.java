package thaw.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.app.run.ServerReach;
import thaw.fixture.FreePorts;
import thaw.fixture.HostCommand;
import thaw.fixture.Samples;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.sandbox.kernel.Deadline;
import thaw.store.Store;

/** Process tests: what a shell gets from {@code thaw run}, and AWS clients from what it starts. */
@SideBySide
class RunTranscriptTest {
  private static final String SOURCE =
      """
      package com.example;
      import java.util.Map;
      public class Pets {
        public String list(Map<String, String> event) {
          System.out.println("listing");
          return "cat " + event.get("name");
        }
        public String fail() { throw new IllegalStateException("no pet"); }
      }
      """;
  private static final String TEMPLATE =
      """
      Transform: AWS::Serverless-2016-10-31
      Globals: {Function: {Runtime: java25, CodeUri: classes, MemorySize: 1769, Timeout: 20}}
      Resources:
        List:
          Type: AWS::Serverless::Function
          Properties: {FunctionName: list-pets, Handler: 'com.example.Pets::list'}
        Fail:
          Type: AWS::Serverless::Function
          Properties:
            Handler: 'com.example.Pets::fail'
            EventInvokeConfig:
              MaximumRetryAttempts: 0
              DestinationConfig:
                OnFailure: {Type: SQS, Destination: 'arn:aws:sqs:us-east-1:123456789012:unreachable'}
      """;

  /** Every answer passes through botocore's own parser and the shapes of its service model. */
  private static final String BOTO3 =
      """
      import base64, json, sys
      import boto3
      from botocore.config import Config
      lam = boto3.client('lambda', endpoint_url=sys.argv[1], region_name='us-east-1',
          aws_access_key_id='a', aws_secret_access_key='b',
          config=Config(retries={'total_max_attempts': 1}))
      done = lam.invoke(FunctionName='list-pets', Payload=b'{"name": "Tom"}', LogType='Tail',
          ClientContext=base64.b64encode(b'{"custom": {}}').decode())
      assert done['StatusCode'] == 200 and done['ExecutedVersion'] == '$LATEST', done
      assert json.load(done['Payload']) == 'cat Tom'
      log = base64.b64decode(done['LogResult']).decode()
      assert 'listing' in log and done['ResponseMetadata']['RequestId'] in log, log
      failed = lam.invoke(FunctionName='Fail')
      assert failed['FunctionError'] == 'Unhandled', failed
      assert lam.invoke(FunctionName='Fail', InvocationType='DryRun')['StatusCode'] == 204
      later = lam.invoke(FunctionName='list-pets', InvocationType='Event', Payload=b'{}')
      assert later['StatusCode'] == 202 and later['Payload'].read() == b'', later
      assert 'ExecutedVersion' not in later and 'FunctionError' not in later, later
      arn = lam.get_function(FunctionName='list-pets')['Configuration']['FunctionArn']
      lam.get_waiter('function_active_v2').wait(FunctionName=arn)
      lam.get_waiter('function_updated_v2').wait(FunctionName=arn)
      assert lam.get_function_configuration(FunctionName=arn)['State'] == 'Active'
      pages = lam.get_paginator('list_functions').paginate(PaginationConfig={'PageSize': 1})
      assert [f['FunctionName'] for p in pages for f in p['Functions']] == ['Fail', 'list-pets']
      def refused(error, status, call):
          try:
              call()
          except error as e:
              assert e.response['ResponseMetadata']['HTTPStatusCode'] == status, e.response
              return e.response
          raise AssertionError('not refused')
      x = lam.exceptions
      refused(x.ResourceNotFoundException, 404, lambda: lam.invoke(FunctionName='none'))
      refused(x.InvalidRequestContentException, 400,
          lambda: lam.invoke(FunctionName='Fail', Payload=b'{'))
      large = b'"' + b'x' * 6291455 + b'"'
      e = refused(x.ClientError, 413, lambda: lam.invoke(FunctionName='Fail', Payload=large))
      assert e['Error']['Code'] == 'RequestEntityTooLargeException', e
      print('all as expected')
      """;

  @TempDir static Path folder;

  @BeforeAll
  static void application() throws IOException {
    Sources.compile(folder.resolve("classes"), SOURCE);
    Files.writeString(folder.resolve("template.yaml"), TEMPLATE);
  }

  @Test
  void functions_answer_until_the_end_and_their_log_names_them() throws Exception {
    int port = FreePorts.next();
    String url = "http://127.0.0.1:" + port;
    Transcript transcript =
        whileRunning(
            port,
            () -> {
              assertEquals("\"cat Tom\"", invoke(url, "list-pets", "{\"name\":\"Tom\"}"));
              assertTrue(invoke(url, "Fail", "{}").contains("no pet"));
            });
    assertEquals(130, transcript.exit(), transcript.err());
    assertTrue(
        transcript.out().startsWith("Lambda API of list-pets, Fail at " + url + "\n"),
        transcript.out());
    assertTrue(
        transcript.out().contains("export AWS_ENDPOINT_URL_LAMBDA=" + url + "\n"),
        transcript.out());
    assertTrue(
        transcript
            .out()
            .endsWith("State is in memory only (--data FOLDER keeps it). Ctrl-C ends it.\n"),
        transcript.out());
    assertTrue(transcript.err().contains("\nlist-pets | listing\n"), transcript.err());
    assertTrue(transcript.err().contains("\nFail | REPORT RequestId: "), transcript.err());
    assertTrue(
        transcript
            .err()
            .lines()
            .filter(line -> line.contains("thaw: "))
            .allMatch(line -> line.contains("host")), // other programs may have the CPUs
        transcript.err());
  }

  @Test
  void ps_and_logs_show_what_runs() throws Exception {
    int port = FreePorts.next();
    String url = "http://127.0.0.1:" + port;
    whileRunning(
        port,
        () -> {
          Deadline.await(Duration.ofSeconds(10), "ps finds it", () -> ps(port).exit() == 0);
          invoke(url, "list-pets", "{\"name\":\"Tom\"}");
          Deadline.await(
              Duration.ofSeconds(10), "the freeze", () -> ps(port).out().contains(" frozen "));
          List<String> lines = ps(port).out().lines().toList();
          assertEquals(6, lines.size(), lines.toString());
          assertTrue(lines.getFirst().startsWith(folder + " at " + url + ", pid "));
          assertTrue(lines.get(1).startsWith("FUNCTION   VERSION  ENVIRONMENT  STATE "));
          assertTrue(
              lines.get(2).matches("Fail +no environment +0"), "not used yet: " + lines.get(2));
          assertTrue(
              lines
                  .get(3)
                  .matches("list-pets +\\$LATEST +[0-9a-f]{8} +frozen +\\d+ s +1 +\\d+ MB +0"),
              lines.get(3));
          assertEquals("HOSTS OF AWS  SERVED BY  AT", lines.get(4));
          assertEquals("all of AWS    AWS", lines.get(5));
          String log = logs(port, "list-pets").out();
          assertTrue(log.lines().anyMatch(line -> line.matches("20\\S+Z listing")), log);
          assertTrue(log.contains("Z REPORT RequestId: "), log);
          assertEquals("", logs(port, "Fail").out());
          logs(port, "list-pet")
              .assertMistake("unknown function: list-pet", "use thaw logs list-pets");
          assertEquals(2, logs(port, "--tail", "2").out().lines().count());
          List<String> types = new ArrayList<>();
          for (String line : logs(port, "--json").out().lines().toList()) {
            types.add(new ObjectMapper().readTree(line).path("type").asText());
          }
          types.removeIf("thaw.hostWasLimit"::equals); // of a busy machine
          assertEquals(
              List.of(
                  "platform.initStart",
                  "platform.initRuntimeDone",
                  "platform.initReport",
                  "platform.start",
                  "function",
                  "platform.runtimeDone",
                  "platform.report",
                  "thaw.frozen"),
              types);
        });
    assertEquals(2, ps(port).exit());
  }

  @Test
  void ps_shows_what_nobody_has_taken() throws Exception {
    int port = FreePorts.next();
    whileRunning(
        port,
        () -> {
          assertEquals(
              "",
              invoke("http://127.0.0.1:" + port, "Fail", "{}", "X-Amz-Invocation-Type", "Event"));
          String line =
              "1 message of events that ended, not delivered yet:"
                  + " arn:aws:sqs:us-east-1:123456789012:unreachable";
          Deadline.await(
              Duration.ofSeconds(20),
              "the message that cannot be delivered",
              () -> ps(port).out().lines().anyMatch(line::equals));
          assertTrue(
              Transcript.of("ps", "--port", port, "--json")
                  .out()
                  .contains(
                      "\"undelivered\":[{\"target\":"
                          + "\"arn:aws:sqs:us-east-1:123456789012:unreachable\",\"messages\":1}]"));
        });
  }

  @Test
  void an_emulator_that_is_no_address_is_refused() {
    Transcript.of("run", folder, "--aws-endpoint", "localhost:4566")
        .assertMistake(
            "--aws-endpoint must begin with http:// or https://: localhost:4566",
            "give for example http://localhost:4566");
  }

  @Test
  void a_template_without_functions_is_served_too() throws Exception {
    Path empty = Files.createDirectories(folder.resolve("empty"));
    Files.writeString(empty.resolve("template.yaml"), "Resources: {}");
    int port = FreePorts.next();
    Transcript transcript =
        whileRunning(
            port,
            List.of("run", empty, "--port", port),
            () -> {
              String answer = invoke("http://127.0.0.1:" + port, "none", "{}");
              assertTrue(answer.contains("Function not found"), answer);
            });
    String url = "http://127.0.0.1:" + port;
    assertEquals(
        "Lambda API without functions at "
            + url
            + ": clients make them (create-function)\n"
            + "  export AWS_ENDPOINT_URL_LAMBDA="
            + url
            + "\n  open to: "
            + ServerReach.LOOPBACK.said()
            + "\n  what happens: "
            + url
            + "/_thaw\nState is in memory only (--data FOLDER keeps it). Ctrl-C ends it.\n",
        transcript.out());
  }

  @Test
  void where_functions_are_kept_no_template_is_needed() throws Exception {
    int port = FreePorts.next();
    Path data = folder.resolve("kept");
    Transcript transcript =
        whileRunning(port, List.of("run", "--data", data, "--port", port), () -> {});
    assertTrue(
        transcript.out().startsWith("Lambda API without functions at http://127.0.0.1:"),
        transcript.out() + transcript.err());
    assertTrue(transcript.out().contains("State is in " + data + "."), transcript.out());
  }

  private static Transcript ps(int port) {
    return Transcript.of("ps", "--port", port);
  }

  private static Transcript logs(int port, Object... arguments) {
    List<Object> all = new ArrayList<>(List.of("logs", "--port", port));
    all.addAll(List.of(arguments));
    return Transcript.of(all.toArray());
  }

  @Test
  void boto3_cannot_tell_it_from_lambda() throws Exception {
    assumeTrue(HostCommand.succeeds("python3", "-c", "import boto3"), "boto3 is not installed");
    int port = FreePorts.next();
    whileRunning(
        port,
        () ->
            assertEquals(
                "all as expected\n", output("python3", "-c", BOTO3, "http://127.0.0.1:" + port)));
  }

  @Test
  void a_sample_that_is_not_built() throws IOException {
    Path sample = Samples.copy("custom-go", folder.resolve("custom-go"));
    Transcript.of("run", sample)
        .assertMistake(
            sample + "/template.yaml:9:7: CodeUri does not exist: " + sample + "/build",
            "build it first: make -C " + sample);
  }

  @Test
  void a_port_that_is_taken() throws IOException {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = other.getLocalPort();
      Transcript.of("run", folder, "--port", port)
          .assertMistake(
              "cannot listen on port " + port + " of 127.0.0.1: Address already in use",
              "end the program that has the port, or choose another one: --port "
                  + (port % 65_535 + 1)
                  + " (0: any that is free)");
    }
  }

  @Test
  void a_data_folder_that_another_one_uses() {
    Path data = folder.resolve("data");
    try (Store other = Store.open(Optional.of(data))) {
      Transcript.of("run", folder, "--data", data)
          .assertMistake(
              "another Thaw uses the data folder " + other.folder().orElseThrow(),
              "end that one first, or name another folder with --data");
    }
  }

  @Test
  void numbers_that_make_no_sense() {
    Transcript.of("run", folder, "--port", "70000")
        .assertMistake("--port must be 0..65535: 70000", "use for example --port 3001");
    Transcript.of("run", folder, "--concurrency", "0")
        .assertMistake("--concurrency must be at least 1: 0", "use for example --concurrency 10");
    Transcript.of("run", folder, "--idle", "0")
        .assertMistake("--idle must be at least 1: 0", "use for example --idle 300");
    Transcript.of("run", folder, "--throttle-cpu", "101")
        .assertMistake(
            "--throttle-cpu must be 0..100: 101",
            "use for example --throttle-cpu 90, or --throttle-cpu 0 for never");
    Transcript.of("run", folder, "--throttle-memory", "-1")
        .assertMistake(
            "--throttle-memory must be 0..100: -1",
            "use for example --throttle-memory 98, or --throttle-memory 0 for never");
    Transcript.of("run", folder, "--async-time-scale", "0")
        .assertMistake(
            "--async-time-scale must be greater than 0, at most 1000: 0.0",
            "use for example --async-time-scale 0.001");
  }

  interface Action {
    void run() throws Exception;
  }

  /** Runs the command on a thread of its own, and ends it as another program would. */
  private static Transcript whileRunning(int port, Action action) throws Exception {
    return whileRunning(port, List.of("run", folder, "--port", port), action);
  }

  private static Transcript whileRunning(int port, List<Object> arguments, Action action)
      throws Exception {
    CompletableFuture<Transcript> ended = new CompletableFuture<>();
    Thread command =
        Thread.ofPlatform()
            .start(() -> {
              try {
                ended.complete(Transcript.of(arguments.toArray()));
              } catch (Throwable e) {
                ended.completeExceptionally(e);
              }
            });
    try {
      Deadline.await(
          Duration.ofSeconds(60),
          "the API listens",
          () -> ended.isDone() || FreePorts.isTaken(port));
      assertFalse(ended.isDone(), () -> ended.join().err());
      action.run();
    } finally {
      command.interrupt();
    }
    return ended.get(60, TimeUnit.SECONDS);
  }

  private static String invoke(String url, String function, String event, String... headers)
      throws Exception {
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(
                URI.create(url + "/2015-03-31/functions/" + function + "/invocations"))
            .timeout(Duration.ofSeconds(60))
            .POST(HttpRequest.BodyPublishers.ofString(event));
    HttpRequest request = (headers.length == 0 ? builder : builder.headers(headers)).build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }
  }

  private static String output(String... command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(process.waitFor(60, TimeUnit.SECONDS));
    return output;
  }
}
