package thaw.app.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.cli.RunProcess;
import thaw.cli.Transcript;
import thaw.fixture.FreePorts;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.sandbox.kernel.Deadline;

/** {@code LoggingConfig} of templates and by the Lambda API, as the log's readers see it. */
@SideBySide
class LoggingTest {
  private static final String SOURCE =
      """
      package logs;
      import com.amazonaws.services.lambda.runtime.*;
      import com.amazonaws.services.lambda.runtime.logging.LogLevel;
      import java.util.*;
      public class Log implements RequestHandler<Object, Object> {
        @Override public Object handleRequest(Object event, Context context) {
          for (LogLevel level : LogLevel.values()) { context.getLogger().log("at " + level, level); }
          System.out.println("plain");
          System.out.println("{\\"level\\":\\"error\\",\\"time\\":\\"2026-01-31T10:00:00Z\\",\\"msg\\":\\"own\\"}");
          if ("slow".equals(event)) {
            try { Thread.sleep(60_000); } catch (InterruptedException e) { }
          }
          return Arrays.asList(
              System.getenv("AWS_LAMBDA_LOG_FORMAT"), System.getenv("AWS_LAMBDA_LOG_LEVEL"),
              context.getLogGroupName(), System.getenv("AWS_LAMBDA_LOG_GROUP_NAME"),
              context.getLogStreamName().replaceAll("[0-9a-f]{32}|[0-9/]{11}", ""));
        }
      }
      """;
  private static final String TEMPLATE =
      """
      Transform: AWS::Serverless-2016-10-31
      Globals:
        Function:
          Runtime: java25
          CodeUri: classes
          Handler: logs.Log
          MemorySize: 512
          Timeout: 2
          LoggingConfig: {LogFormat: JSON, ApplicationLogLevel: WARN, LogGroup: !Ref All}
      Resources:
        All:
          Type: AWS::Logs::LogGroup
          Properties: {LogGroupName: /shop/all}
        Strict:
          Type: AWS::Serverless::Function
        Plain:
          Type: AWS::Lambda::Function
          Properties:
            Runtime: java25
            Code: classes
            Handler: logs.Log
            MemorySize: 512
            LoggingConfig: {LogFormat: JSON, SystemLogLevel: DEBUG}
      """;

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;
  private final HttpClient client = HttpClient.newHttpClient();
  private RunProcess run;

  @BeforeEach
  void start() throws Exception {
    Sources.compile(folder.resolve("classes"), SOURCE);
    Files.writeString(folder.resolve("template.yaml"), TEMPLATE);
    run = RunProcess.start(List.of(), FreePorts.next(), folder.resolve("log"), folder.toString());
  }

  @AfterEach
  void end() throws Exception {
    run.close();
  }

  @Test
  void a_log_in_json_has_documents_of_the_platform_and_lines_from_the_level_on() throws Exception {
    assertEquals(
        "{\"LogFormat\":\"JSON\",\"ApplicationLogLevel\":\"WARN\",\"SystemLogLevel\":\"INFO\","
            + "\"LogGroup\":\"/shop/all\"}",
        configuration("Strict"));
    HttpResponse<String> answer = invoke("Strict", "{}");
    assertEquals(
        "[\"JSON\",\"WARN\",\"/shop/all\",\"/shop/all\",\"Strict[$LATEST]\"]", answer.body());
    assertEquals(
        List.of("platform.start", "at WARN", "at ERROR", "at FATAL", "own", "platform.report"),
        told(answer),
        answer::toString);
    // The message without a level is of the level INFO.
    awaitShown("Strict | {\"time\":");
    awaitShown("ApplicationLogLevel: WARN keeps them out");

    HttpResponse<String> slow = invoke("Strict", "\"slow\"");
    assertTrue(slow.body().contains("Task timed out after 2.00 seconds"), slow::body);
    List<String> told = told(slow);
    assertEquals(
        List.of("platform.runtimeDone timeout", "platform.report timeout"),
        told.subList(told.size() - 2, told.size()));
    awaitShown("Task timed out after 2.00 seconds");
  }

  @Test
  void the_level_of_the_platform_and_the_format_can_be_changed() throws Exception {
    HttpResponse<String> answer = invoke("Plain", "{}");
    assertEquals(
        "[\"JSON\",\"INFO\",\"/aws/lambda/Plain\",\"/aws/lambda/Plain\",\"[$LATEST]\"]",
        answer.body());
    assertEquals(
        List.of(
            "platform.start",
            "at UNDEFINED",
            "at INFO",
            "at WARN",
            "at ERROR",
            "at FATAL",
            "plain",
            "own",
            "platform.runtimeDone",
            "platform.report"),
        told(answer));
    for (String event :
        List.of("platform.initStart", "platform.initRuntimeDone", "platform.initReport")) {
      awaitShown("\"type\":\"" + event + "\"");
    }

    change("Plain", "{\"LoggingConfig\":{\"SystemLogLevel\":\"WARN\",\"LogGroup\":\"/one\"}}");
    HttpResponse<String> warned = invoke("Plain", "{}");
    assertTrue(warned.body().contains("\"/one\",\"/one\",\"Plain[$LATEST]\""), warned::body);
    assertEquals(
        List.of("at UNDEFINED", "at INFO", "at WARN", "at ERROR", "at FATAL", "plain", "own"),
        told(warned));

    change("Plain", "{\"LoggingConfig\":{\"LogFormat\":\"Text\"}}");
    assertEquals("{\"LogFormat\":\"Text\",\"LogGroup\":\"/one\"}", configuration("Plain"));
    String text = tail(invoke("Plain", "{}"));
    assertTrue(text.startsWith("START RequestId: "), text);
    assertTrue(text.contains("[TRACE] at TRACE\n"), text);
    assertTrue(text.contains("\nREPORT RequestId: "), text);
    Deadline.await(
        Duration.ofSeconds(20),
        "the log of all formats is shown",
        () -> {
          String logs = Transcript.of("logs", "--port", run.port(), "Plain").out();
          return logs.contains("{\"time\":\"") && logs.contains("REPORT RequestId: ");
        });
  }

  /** The terminal has a line a moment after the caller has its answer. */
  private void awaitShown(String text) {
    Deadline.await(Duration.ofSeconds(20), text, () -> run.text().contains(text));
  }

  private String address(String function) {
    return "http://127.0.0.1:" + run.port() + "/2015-03-31/functions/" + function;
  }

  private String configuration(String function) throws Exception {
    return described(function).get("LoggingConfig").toString();
  }

  private JsonNode described(String function) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address(function) + "/configuration")).build();
    return JSON.readTree(client.send(request, BodyHandlers.ofString()).body());
  }

  private void change(String function, String settings) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address(function) + "/configuration"))
            .PUT(BodyPublishers.ofString(settings))
            .build();
    HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
    assertEquals(200, answer.statusCode(), answer::body);
    Deadline.await( // requests go to the version before until then
        Duration.ofSeconds(30),
        function + " is updated",
        () -> {
          try {
            return described(function).path("LastUpdateStatus").asText().equals("Successful");
          } catch (Exception e) {
            throw new IllegalStateException(run.text(), e);
          }
        });
  }

  private HttpResponse<String> invoke(String function, String event) throws Exception {
    return client.send(
        run.invocation(function, event).header("X-Amz-Log-Type", "Tail").build(),
        BodyHandlers.ofString());
  }

  private static String tail(HttpResponse<String> answer) {
    return new String(
        Base64.getDecoder().decode(answer.headers().firstValue("X-Amz-Log-Result").orElseThrow()),
        StandardCharsets.UTF_8);
  }

  /** The event's type and status, or the message; of a text that is no JSON all of it. */
  private static List<String> told(HttpResponse<String> answer) throws Exception {
    List<String> told = new ArrayList<>();
    for (String line : tail(answer).lines().toList()) {
      if (!line.startsWith("{")) {
        told.add(line);
        continue;
      }
      JsonNode tree = JSON.readTree(line);
      String status = tree.at("/record/status").asText("success");
      String type = tree.path("type").asText("") + (status.equals("success") ? "" : " " + status);
      told.add(tree.has("type") ? type : tree.path("message").asText(tree.path("msg").asText()));
    }
    return told;
  }
}
