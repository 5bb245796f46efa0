package thaw.lambdaapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.fixture.AwsCli;
import thaw.fixture.Python;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.fixture.Thorough;
import thaw.platform.record.PlatformLimits;
import thaw.sandbox.kernel.Deadline;

/** Process test: the AWS CLI in a shell that has {@code AWS_ENDPOINT_URL_LAMBDA} set. */
@Thorough("BotoTest sends the same operations through the library that the AWS CLI is made of")
@SideBySide
class AwsCliTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int FAILED = 255; // a waiter that gave up
  private static final String SOURCE =
"""
      package cli;
      import java.util.Map;
import java.util.concurrent.TimeUnit;
      public class Handler {
        public String handle(Map<String, String> event) {
          if (event.isEmpty()) { throw new IllegalArgumentException("no name"); }
          System.out.println("greeting " + event.get("name"));
          return "NAME " + event.get("name");
        }
      }
""";

  @TempDir static Path folder;
  private static AwsCli cli = new AwsCli("", Map.of(), FAILED, List.of());
  private static Process commands;

  private record Said(int exit, String out, String err) {
    JsonNode json() throws IOException {
      assertEquals(0, exit, err);
      return JSON.readTree(out);
    }

    void assertRefused(String code, String operation) {
      assertEquals(cli.refusedExit(), exit, out + err);
      assertTrue(
          err.contains("An error occurred (" + code + ") when calling the " + operation), err);
    }
  }

  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void a_function_lives_in_a_shell(int version) throws Exception {
    cli = version == 1 ? AwsCli.first() : AwsCli.second();
    zip("one");
    zip("two");
    try (ApiOnPlatform server = ApiOnPlatform.open(folder, PlatformLimits.defaults(), List.of())) {
      commands = commands(server);
      created(server);
      invoked(server);
      found(server);
      changed(server);
      paged(server);
      configured(server);
      deleted(server);
      assertEquals(List.of(), server.problems());
    } finally {
      if (commands != null) {
        commands.destroyForcibly();
      }
    }
  }

  /** Runs commands; see its text. */
  private static Process commands(ApiOnPlatform server) throws Exception {
    Path script = Python.scripts(AwsCliTest.class).resolve("aws_commands.py");
    ProcessBuilder builder =
        new ProcessBuilder(cli.python(), script.toString())
            .directory(folder.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    Map<String, String> environment = builder.environment();
    environment.keySet().removeIf(name -> name.startsWith("AWS_"));
    environment.putAll(cli.variables());
    for (String variable : List.of("AWS_ENDPOINT_URL_LAMBDA", "AWS_ENDPOINT_URL")) {
      environment.put(variable, server.address().toString());
    }
    environment.putAll(
        Map.of(
            "AWS_ACCESS_KEY_ID",
            "a",
            "AWS_SECRET_ACCESS_KEY",
            "b",
            "AWS_DEFAULT_REGION",
            "us-east-1",
            "HOME",
            folder.toString()));
    return builder.start();
  }

  private static void created(ApiOnPlatform server) throws Exception {
    JsonNode made =
        aws(
                server,
                "create-function",
                "--function-name",
                "greet",
                "--runtime",
                "java" + server.real().jdk().feature(),
                "--role",
                "arn:aws:iam::123456789012:role/lambda-role",
                "--handler",
                "cli.Handler::handle",
                "--memory-size",
                "1769",
                "--timeout",
                "30",
                "--zip-file",
                "fileb://one.zip")
            .json();
    assertEquals("Pending", made.path("State").asText());
    assertDone(aws(server, "wait", "function-active-v2", "--function-name", "greet"));
    JsonNode listed = aws(server, "list-functions").json().path("Functions");
    assertEquals(1, listed.size());
    assertEquals("greet", listed.path(0).path("FunctionName").asText());
    JsonNode got = aws(server, "get-function", "--function-name", "greet").json();
    assertEquals("Active", got.path("Configuration").path("State").asText());
    assertEquals(
        "greet\n",
        aws(server, "list-functions", "--query", "Functions[].FunctionName", "--output", "text")
            .out());
  }

  private static void invoked(ApiOnPlatform server) throws Exception {
    JsonNode done = invoke(server, "greet", "{\"name\":\"Tom\"}", "--log-type", "Tail").json();
    assertEquals(200, done.path("StatusCode").asInt());
    assertEquals("$LATEST", done.path("ExecutedVersion").asText());
    String log =
        new String(
            Base64.getDecoder().decode(done.path("LogResult").asText()), StandardCharsets.UTF_8);
    assertTrue(log.contains("\ngreeting Tom\n"), log);
    assertEquals("\"one Tom\"", answer());
    JsonNode failed = invoke(server, "greet", "{}").json();
    assertEquals("Unhandled", failed.path("FunctionError").asText());
    assertEquals("no name", JSON.readTree(answer()).path("errorMessage").asText());
    JsonNode dry = invoke(server, "greet", "{}", "--invocation-type", "DryRun").json();
    assertEquals("{\"StatusCode\":204}", dry.toString());
    JsonNode later =
        invoke(server, "greet", "{\"name\":\"Kim\"}", "--invocation-type", "Event").json();
    assertEquals("{\"StatusCode\":202}", later.toString());
    Deadline.await(
        java.time.Duration.ofSeconds(30),
        "the event is processed",
        () -> server.log().contains("greeting Kim"));
    invoke(server, "none", "{}").assertRefused("ResourceNotFoundException", "Invoke operation");
  }

  /** As {@code sam remote invoke} asks before it calls. */
  private static void found(ApiOnPlatform server) throws Exception {
    assertEquals(
        "123456789012", any(server, "sts", "get-caller-identity").json().path("Account").asText());
    JsonNode resource =
        any(server, "cloudformation", "describe-stack-resources", "--physical-resource-id", "greet")
            .json()
            .path("StackResources")
            .path(0);
    assertEquals("AWS::Lambda::Function", resource.path("ResourceType").asText());
    assertEquals("greet", resource.path("LogicalResourceId").asText());
    any(server, "sts", "get-session-token")
        .assertRefused("InvalidAction", "GetSessionToken operation: Thaw does not support");
  }

  private static void changed(ApiOnPlatform server) throws Exception {
    JsonNode changed =
        aws(
                server,
                "update-function-code",
                "--function-name",
                "greet",
                "--zip-file",
                "fileb://two.zip")
            .json();
    assertEquals("InProgress", changed.path("LastUpdateStatus").asText());
    assertDone(aws(server, "wait", "function-updated-v2", "--function-name", "greet"));
    assertEquals(
        "1",
        aws(server, "publish-version", "--function-name", "greet").json().path("Version").asText());
    assertDone(
        aws(
            server,
            "wait",
            "published-version-active",
            "--function-name",
            "greet",
            "--qualifier",
            "1"));
    aws(
            server,
            "create-alias",
            "--function-name",
            "greet",
            "--name",
            "live",
            "--function-version",
            "1")
        .json();
    JsonNode done = invoke(server, "greet:live", "{\"name\":\"Tom\"}").json();
    assertEquals("1", done.path("ExecutedVersion").asText());
    assertEquals("\"two Tom\"", answer());
  }

  private static void paged(ApiOnPlatform server) throws Exception {
    List<String> versions = new ArrayList<>();
    String token = "";
    do {
      List<String> command =
          new ArrayList<>(List.of("list-versions-by-function", "--function-name", "greet"));
      command.addAll(List.of("--page-size", "1", "--max-items", "1"));
      if (!token.isEmpty()) {
        command.addAll(List.of("--starting-token", token));
      }
      JsonNode page = aws(server, command.toArray(String[]::new)).json();
      page.path("Versions").forEach(version -> versions.add(version.path("Version").asText()));
      token = page.path("NextToken").asText("");
    } while (!token.isEmpty());
    assertEquals(List.of("$LATEST", "1"), versions);
  }

  private static void configured(ApiOnPlatform server) throws Exception {
    String[] name = {"--function-name", "greet"};
    JsonNode changed =
        aws(server, "update-function-configuration", name[0], name[1], "--timeout", "10").json();
    assertEquals(10, changed.path("Timeout").asInt());
    assertDone(aws(server, "wait", "function-updated-v2", name[0], name[1]));
    JsonNode reserved =
        aws(
                server,
                "put-function-concurrency",
                name[0],
                name[1],
                "--reserved-concurrent-executions",
                "3")
            .json();
    assertEquals(3, reserved.path("ReservedConcurrentExecutions").asInt());
    JsonNode url =
        aws(server, "create-function-url-config", name[0], name[1], "--auth-type", "NONE").json();
    assertTrue(url.path("FunctionUrl").asText().contains(".lambda-url."), url.toString());
    String arn = changed.path("FunctionArn").asText();
    assertDone(aws(server, "tag-resource", "--resource", arn, "--tags", "pet=cat"));
    JsonNode tags = aws(server, "list-tags", "--resource", arn).json();
    assertEquals("cat", tags.path("Tags").path("pet").asText());
    aws(server, "update-function-configuration", name[0], name[1], "--memory-size", "100000")
        .assertRefused("ValidationException", "UpdateFunctionConfiguration operation");
  }

  private static void deleted(ApiOnPlatform server) throws Exception {
    Said deleted = aws(server, "delete-function", "--function-name", "greet");
    assertEquals(0, deleted.exit(), deleted.err());
    aws(server, "get-function", "--function-name", "greet")
        .assertRefused("ResourceNotFoundException", "GetFunction operation");
    Said waited = aws(server, "wait", "function-active-v2", "--function-name", "greet");
    assertEquals(FAILED, waited.exit(), waited.err());
  }

  private static void assertDone(Said said) {
    assertEquals(new Said(0, "", ""), said);
  }

  private static Said invoke(ApiOnPlatform server, String function, String event, String... more)
      throws Exception {
    List<String> arguments =
        new ArrayList<>(List.of("invoke", "--function-name", function, "--payload", event));
    arguments.addAll(List.of(more));
    arguments.add("answer.json");
    return aws(server, arguments.toArray(String[]::new));
  }

  private static String answer() throws IOException {
    return Files.readString(folder.resolve("answer.json"));
  }

  private static Said aws(ApiOnPlatform server, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("lambda"));
    command.addAll(List.of(arguments));
    return any(server, command.toArray(String[]::new));
  }

  /** Of any service. */
  private static Said any(ApiOnPlatform server, String... arguments) throws Exception {
    List<String> words = new ArrayList<>(List.of(arguments));
    words.addAll(cli.options());
    if (cli.isSecond()) { // which reads the variable since 2.13
      words.addAll(List.of("--endpoint-url", server.address().toString()));
    }
    Path out = folder.resolve("out.txt");
    Path err = folder.resolve("err.txt");
    Map<String, Object> order =
        Map.of("words", words, "out", out.toString(), "err", err.toString());
    Writer writer = commands.outputWriter();
    writer.write(JSON.writeValueAsString(order) + "\n");
    writer.flush();
    String exit = commands.inputReader().readLine();
    return new Said(Integer.parseInt(exit), Files.readString(out), Files.readString(err));
  }

  private static void zip(String name) throws IOException {
    Path classes = Sources.compile(folder.resolve(name), SOURCE.replace("NAME", name));
    Sources.jar(classes, folder.resolve(name + ".zip"));
  }
}
