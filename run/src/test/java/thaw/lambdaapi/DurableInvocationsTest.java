package thaw.lambdaapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.durable.ExecutionHead;
import thaw.durable.ExecutionStatus;
import thaw.durable.ListRequest;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.function.DurableConfig;
import thaw.function.FunctionDefinition;
import thaw.function.FunctionDefinitionBuilder;
import thaw.function.FunctionUrl;
import thaw.function.MemorySize;
import thaw.function.packaging.CodeSource;
import thaw.platform.record.PlatformLimits;
import thaw.platform.record.Refused;
import thaw.pool.RequestOutcome;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;

/** Whoever invokes a durable function starts an execution, and gets its result. */
@SideBySide
class DurableInvocationsTest {
  /** Answers as the SDK does. */
  private static final String HANDLER =
      """
      package durable;
      import java.util.*;
      public class Handler {
        public static Map<String, Object> handle(Map<String, Object> event) {
          Map<?, ?> state = (Map<?, ?>) event.get("InitialExecutionState");
          Map<?, ?> first = (Map<?, ?>) ((List<?>) state.get("Operations")).get(0);
          String input = (String) ((Map<?, ?>) first.get("ExecutionDetails")).get("InputPayload");
          if (input.contains("fail")) {
            return Map.of("Status", "FAILED", "Error", Map.of("ErrorType", "E", "ErrorMessage", "no"));
          }
          return Map.of("Status", "SUCCEEDED", "Result",
              input.contains("rawPath") ? "{\\"statusCode\\":200,\\"body\\":\\"durable\\"}" : input);
        }
      }
      """;

  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  @TempDir static Path folder;
  private static ApiOnPlatform server;

  @BeforeAll
  static void open() throws Exception {
    Path task = Sources.compile(folder.resolve("task"), HANDLER);
    server =
        ApiOnPlatform.open(
            folder,
            PlatformLimits.defaults(),
            List.of(function(task, "short", 60), function(task, "long", 3600)));
  }

  private static FunctionDefinition function(Path task, String name, int timeoutSeconds) {
    return FunctionDefinitionBuilder.builder()
        .logicalId(name)
        .name(name)
        .code(new CodeSource.Folder(task))
        .handler("durable.Handler::handle")
        .runtime("java25")
        .memory(new MemorySize(1769))
        .timeout(Duration.ofSeconds(20))
        .url(Optional.of(new FunctionUrl("NONE", Optional.empty(), Optional.of("BUFFERED"))))
        .durable(Optional.of(new DurableConfig(timeoutSeconds, 14, null)))
        .build();
  }

  @AfterAll
  static void close() {
    server.close();
    assertEquals(List.of(), server.problems());
  }

  private static HttpResponse<String> invoke(String function, String payload, String... headers)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(
                server.address().resolve("/2015-03-31/functions/" + function + "/invocations"))
            .POST(BodyPublishers.ofString(payload));
    return CLIENT.send(
        (headers.length == 0 ? request : request.headers(headers)).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private static String header(HttpResponse<String> response, String name) {
    return response.headers().firstValue(name).orElse("");
  }

  @Test
  void a_caller_who_waits_gets_the_result_with_version_and_arn() throws Exception {
    HttpResponse<String> response = invoke("short:$LATEST", "{\"a\":1}");
    assertEquals("{\"a\":1}", response.body());
    assertEquals("$LATEST", header(response, "X-Amz-Executed-Version"));
    assertTrue(
        header(response, "X-Amz-Durable-Execution-Arn")
            .matches("arn:aws:lambda:.*:function:short:\\$LATEST/durable-execution/.+/.+"),
        response.headers().toString());
  }

  @Test
  void an_execution_that_fails_is_a_function_error() throws Exception {
    HttpResponse<String> response = invoke("short:$LATEST", "\"fail\"");
    assertEquals(200, response.statusCode());
    assertEquals("Unhandled", header(response, "X-Amz-Function-Error"));
    assertEquals("{\"errorMessage\":\"no\",\"errorType\":\"E\"}", response.body());
  }

  @Test
  void qualifier_execution_timeout_and_name_are_looked_at_before() throws Exception {
    assertEquals(
        "You cannot invoke a durable function using an unqualified ARN.", refused("short"));
    assertEquals(
        "You cannot synchronously invoke a durable function with an executionTimeout greater than"
            + " 15 minutes.",
        refused("long:$LATEST"));
    assertEquals(
        400, invoke("short:$LATEST", "{}", "X-Amz-Durable-Execution-Name", "a b").statusCode());
    assertEquals(202, invoke("long:$LATEST", "{}", "X-Amz-Invocation-Type", "Event").statusCode());
  }

  private static String refused(String function) throws Exception {
    HttpResponse<String> response = invoke(function, "{}");
    assertEquals(400, response.statusCode());
    assertEquals("InvalidParameterValueException", header(response, "x-amzn-ErrorType"));
    return response.body().replaceAll(".*\"message\":\"([^\"]*)\".*", "$1");
  }

  @Test
  void what_waits_for_an_answer_has_that_of_the_execution() throws Exception {
    HttpResponse<String> response =
        CLIENT.send(
            HttpRequest.newBuilder(URI.create(server.address() + "/_thaw/url/short/")).build(),
            HttpResponse.BodyHandlers.ofString());
    assertEquals("durable", response.body());
    RequestOutcome outcome =
        server
            .platform()
            .invoke(
                "short", Invocation.of("{\"Records\":[]}".getBytes(StandardCharsets.UTF_8)), false);
    assertEquals(
        "{\"Records\":[]}",
        new String(
            ((InvocationOutcome.Success) ((RequestOutcome.Completed) outcome).outcome()).payload(),
            StandardCharsets.UTF_8));
    assertThrows(
        Refused.class,
        () -> server.platform().invoke("long", Invocation.of(new byte[] {'1'}), false));
    List<ExecutionHead> executions =
        server
            .durable()
            .list(
                new ListRequest(
                    "short",
                    Optional.empty(),
                    Optional.empty(),
                    Set.of(ExecutionStatus.SUCCEEDED),
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    true,
                    null,
                    0))
            .items();
    assertTrue(executions.size() >= 2, executions::toString);
  }
}
