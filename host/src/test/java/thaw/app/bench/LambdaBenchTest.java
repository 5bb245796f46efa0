package thaw.app.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.lambda.LambdaClient;
import software.amazon.awssdk.services.lambda.model.FunctionConfiguration;
import software.amazon.awssdk.services.lambda.model.GetFunctionConfigurationResponse;
import thaw.cli.RunProcess;
import thaw.cli.Transcript;
import thaw.fixture.BuiltProgram;
import thaw.fixture.FreePorts;
import thaw.fixture.SideBySide;
import thaw.fixture.Signals;
import thaw.fixture.Sources;
import thaw.sandbox.kernel.Deadline;

/** Process tests: {@code thaw bench --on lambda} with a {@code thaw run} in Lambda's place. */
@SideBySide
class LambdaBenchTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Says by which JVM it was run, and how often before. */
  private static final String SOURCE =
      """
      package com.example;
      public class Lives {
        static final String LIFE = java.util.UUID.randomUUID().toString();
        static int calls;
        public String run(Object event, com.amazonaws.services.lambda.runtime.Context context) throws Exception {
          System.out.println(context.getAwsRequestId() + " life " + LIFE + " call " + ++calls);
          Thread.sleep(200);
          return "done";
        }
        public String fail() { throw new IllegalStateException("no pet"); }
      }
      """;

  private static final String TEMPLATE =
      """
      Transform: AWS::Serverless-2016-10-31
      Globals: {Function: {Runtime: java25, CodeUri: classes, MemorySize: 1024, Timeout: 20}}
      Resources:
        Lives:
          Type: AWS::Serverless::Function
          Properties:
            FunctionName: lives
            Handler: 'com.example.Lives::run'
            Environment: {Variables: {COLOR: red}}
        Failing:
          Type: AWS::Serverless::Function
          Properties: {FunctionName: failing, Handler: 'com.example.Lives::fail'}
      """;

  @TempDir static Path folder;
  private static RunProcess run;
  private static String url;
  private static LambdaClient client;

  @BeforeAll
  static void a_platform() throws Exception {
    System.setProperty("aws.accessKeyId", "a");
    System.setProperty("aws.secretAccessKey", "b");
    Sources.compile(folder.resolve("classes"), SOURCE);
    Files.writeString(folder.resolve("template.yaml"), TEMPLATE);
    int port = FreePorts.next();
    url = "http://127.0.0.1:" + port;
    run = RunProcess.start(List.of(), port, folder.resolve("run.log"), folder.toString());
    client =
        LambdaClient.builder().endpointOverride(URI.create(url)).region(Region.US_EAST_1).build();
  }

  @AfterAll
  static void its_end() throws Exception {
    client.close();
    run.close();
    System.clearProperty("aws.accessKeyId");
    System.clearProperty("aws.secretAccessKey");
  }

  private static List<String> arguments(String function, Path out, Object... more) {
    List<String> arguments =
        new ArrayList<>(List.of("bench", "--on", "lambda", function, "--endpoint-url", url));
    arguments.addAll(List.of("--region", "us-east-1", "--out", out.toString()));
    List.of(more).forEach(each -> arguments.add(each.toString()));
    return arguments;
  }

  private static Transcript bench(String function, Path out, Object... more) {
    return Transcript.of(arguments(function, out, more).toArray());
  }

  private static List<JsonNode> samples(Path out, String side) throws Exception {
    List<JsonNode> samples = new ArrayList<>();
    for (String line : Files.readAllLines(out.resolve("results.jsonl"))) {
      JsonNode sample = JSON.readTree(line);
      if (sample.path("name").asText().equals(side)) {
        samples.add(sample);
      }
    }
    return samples;
  }

  /** Which life and call the function has named in these requests, as the platform logged it. */
  private static List<String> said(List<JsonNode> samples) {
    List<String> log = run.text().lines().toList();
    List<String> said = new ArrayList<>();
    for (JsonNode sample : samples) {
      String mark = sample.path("remote").path("requestId").asText() + " life ";
      said.add(
          log.stream()
              .filter(line -> line.contains(mark))
              .map(line -> line.substring(line.indexOf(mark) + mark.length()))
              .findFirst()
              .orElseThrow());
    }
    return said;
  }

  private static Map<String, String> variables() {
    return client.getFunctionConfiguration(r -> r.functionName("lives")).environment().variables();
  }

  @Test
  void each_sample_of_latest_is_a_new_environment_and_the_variables_are_put_back()
      throws Exception {
    Path out = folder.resolve("latest");
    Transcript bench = bench("lives", out, "--local", folder, "--runs", 3, "--event", "{}");
    assertEquals(0, bench.exit(), bench.err());
    List<JsonNode> lambda = samples(out, "lambda");
    assertEquals(3, lambda.size());
    for (JsonNode sample : lambda) {
      assertTrue(sample.path("initMillis").asDouble() > 0, sample.toString());
      assertTrue(sample.path("failure").isNull(), sample.toString());
      String report = sample.path("remote").path("reports").path(0).asText();
      assertTrue(report.contains("\tInit Duration: "), report);
    }
    List<String> said = said(lambda);
    assertEquals(3, said.stream().distinct().count(), said.toString());
    assertTrue(said.stream().allMatch(line -> line.endsWith(" call 1")), said.toString());
    assertEquals(3, samples(out, "local").size());
    assertEquals(Map.of("COLOR", "red"), variables());
    assertTrue(bench.err().contains("THAW_COLD_START"), "it says what it changes");
    assertTrue(
        bench.err().indexOf("THAW_COLD_START") < bench.err().indexOf("cold starts 1/6"),
        "before it does");
    JsonNode summary = JSON.readTree(out.resolve("summary.json").toFile());
    assertEquals("thaw-bench-1", summary.path("format").asText());
    assertEquals("local", summary.path("variants").path(0).path("name").asText());
    assertEquals("lambda", summary.path("variants").path(1).path("name").asText());
    assertEquals(url, summary.path("lambda").path("endpoint").asText());
    JsonNode init = summary.path("lambda").path("phases").path(0);
    assertEquals("initMillis", init.path("key").asText());
    assertEquals(3, init.path("lambda").path("count").asInt());
    assertEquals(
        init.path("lambda").path("p50").asDouble() / init.path("local").path("p50").asDouble(),
        init.path("ratio").asDouble(),
        1e-9);
    assertTrue(bench.out().contains("first invocation, ms"), bench.out());
    assertTrue(bench.out().contains("and not at AWS's own"), bench.out());
  }

  @Test
  void local_and_lambda_take_turns() throws Exception {
    Path out = folder.resolve("turns");
    assertEquals(0, bench("lives", out, "--local", folder, "--runs", 2).exit());
    List<String> names = new ArrayList<>();
    for (String line : Files.readAllLines(out.resolve("results.jsonl"))) {
      names.add(JSON.readTree(line).path("name").asText());
    }
    assertEquals(List.of("local", "lambda", "local", "lambda"), names);
  }

  @Test
  void a_version_is_measured_by_requests_at_the_same_time() throws Exception {
    String version = client.publishVersion(r -> r.functionName("lives")).version();
    client.waiter().waitUntilFunctionActiveV2(r -> r.functionName("lives").qualifier(version));
    Path out = folder.resolve("version");
    String before = revision();
    Transcript bench = bench("lives:" + version, out, "--runs", 3);
    assertEquals(0, bench.exit(), bench.err());
    List<JsonNode> samples = samples(out, "lambda");
    assertEquals(3, said(samples).stream().distinct().count());
    assertEquals(before, revision(), "nothing was changed");
    assertTrue(bench.err().contains("  Nothing is changed."), bench.err());
    client.deleteFunction(r -> r.functionName("lives").qualifier(version));
  }

  private static String revision() {
    GetFunctionConfigurationResponse now =
        client.getFunctionConfiguration(r -> r.functionName("lives"));
    return now.revisionId();
  }

  @Test
  void versions_that_were_published_for_it_are_gone_afterwards() throws Exception {
    List<String> before = versions();
    Path out = folder.resolve("published");
    Transcript bench = bench("lives", out, "--publish", "--runs", 2);
    assertEquals(0, bench.exit(), bench.err());
    List<JsonNode> samples = samples(out, "lambda");
    assertEquals(2, said(samples).stream().distinct().count());
    assertEquals(
        2,
        samples.stream()
            .map(sample -> sample.path("remote").path("version").asText())
            .filter(version -> version.matches("\\d+"))
            .distinct()
            .count());
    assertEquals(before, versions());
    assertEquals(Map.of("COLOR", "red"), variables());
  }

  private static List<String> versions() {
    return client.listVersionsByFunction(r -> r.functionName("lives")).versions().stream()
        .map(FunctionConfiguration::version)
        .toList();
  }

  @Test
  void a_function_that_fails_is_told_with_its_log() {
    Path out = folder.resolve("failing");
    Transcript bench = bench("failing", out, "--runs", 2);
    assertEquals(1, bench.exit(), bench.err());
    assertTrue(bench.out().contains("2 of 2  lambda"), bench.out());
    assertTrue(bench.out().contains("java.lang.IllegalStateException: no pet"), bench.out());
  }

  @Test
  void ctrl_c_puts_the_variables_back_and_the_same_command_continues() throws Exception {
    Path out = folder.resolve("interrupted");
    Path log = folder.resolve("interrupted.log");
    Process process = inAJvmOfItsOwn(arguments("lives", out, "--runs", 60), log);
    Path file = out.resolve("results.jsonl");
    Deadline.await(
        Duration.ofMinutes(2),
        "two samples",
        () -> !process.isAlive() || read(file).lines().count() > 1);
    assertTrue(process.isAlive(), () -> read(log));
    assertTrue(variables().containsKey("THAW_COLD_START"));
    new ProcessBuilder("kill", "-INT", "" + process.pid()).start().waitFor();
    assertTrue(process.waitFor(2, TimeUnit.MINUTES), () -> read(log));
    assertEquals(130, process.exitValue(), () -> read(log));
    assertEquals(Map.of("COLOR", "red"), variables());
    assertTrue(read(log).contains("as they were before"), read(log));
    assertTrue(read(log).contains("the same command continues"), read(log));
    int kept = samples(out, "lambda").size();
    Transcript again = bench("lives", out, "--runs", kept + 1);
    assertEquals(0, again.exit(), again.err());
    assertTrue(again.err().contains("continuing: " + kept + " samples"), again.err());
    assertEquals(kept + 1, samples(out, "lambda").size());
    assertEquals(Map.of("COLOR", "red"), variables());
  }

  private static Process inAJvmOfItsOwn(List<String> arguments, Path log) throws Exception {
    List<String> command = new ArrayList<>(Signals.byDefault());
    command.addAll(
        BuiltProgram.command("aws-sdk", List.of("-Daws.accessKeyId=a", "-Daws.secretAccessKey=b")));
    command.addAll(arguments);
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .start();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (java.io.IOException e) {
      return e.toString();
    }
  }

  @Test
  void mistakes_have_a_remedy() {
    Path out = folder.resolve("mistakes");
    bench("nobody", out)
        .assertMistake(
            "lambda:GetFunctionConfiguration was refused for nobody: ResourceNotFoundException:"
                + " Function not found: arn:aws:lambda:us-east-1:123456789012:function:nobody",
            "correct its name, or the account and region with --profile and --region; aws lambda"
                + " list-functions shows what there is");
    bench("lives:1", out, "--publish")
        .assertMistake(
            "--publish publishes versions of $LATEST, and is given 1",
            "leave out --publish, or :1");
    bench("lives", out, "--memory", "256")
        .assertMistake(
            "--memory does not go with --on lambda, which measures one function as it is deployed",
            "leave it out");
    bench("lives", out, "--jdk", "25")
        .assertMistake(
            "--jdk is about what runs here, and nothing does",
            "add --local FOLDER, or leave it out");
    bench("lives", out, "--local", folder, "--variant", "Lifes")
        .assertMistake("no function has the name Lifes", "use one of: lives, failing");
    Transcript.of("bench", folder, "--publish")
        .assertMistake("--publish is for --on lambda", "add --on lambda, or leave it out");
    Transcript.of("bench", "lives", "--on", "mars")
        .assertMistake(
            "--on must be lambda or kubernetes: mars",
            "use --on lambda or --on kubernetes, or leave it out");
    Transcript.of("bench", "--on", "lambda", "lives", "--region", "r", "--endpoint-url", "here")
        .assertMistake(
            "--endpoint-url must be a URL with http or https: here",
            "use for example --endpoint-url http://127.0.0.1:3001");
    assertFalse(Files.exists(out.resolve("results.jsonl")));
  }
}
