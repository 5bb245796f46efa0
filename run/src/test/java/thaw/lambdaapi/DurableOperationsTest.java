package thaw.lambdaapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.durable.DurableExecutions;
import thaw.durable.DurableTerms;
import thaw.durable.Ending;
import thaw.durable.EngineClock;
import thaw.durable.ExecutionArn;
import thaw.durable.ExecutionObserver;
import thaw.durable.ExecutionStatus;
import thaw.durable.Functions;
import thaw.durable.StartRequest;
import thaw.fixture.SideBySide;
import thaw.function.DurableConfig;
import thaw.function.Region;
import thaw.json.Json;
import thaw.platform.record.FunctionRecord;
import thaw.platform.record.FunctionVersion;
import thaw.platform.record.SampleVersion;
import thaw.store.Store;

/** The operations on durable executions over HTTP, with a function that is Java. */
@SideBySide
class DurableOperationsTest {
  private static final String INVALID = "InvalidParameterValueException";
  private static final String BASE = "/2025-12-01/durable-executions/";

  @TempDir Path folder;

  private final Store store = Queues.memory();
  private final List<Exception> problems = new ArrayList<>();
  private volatile Function<JsonNode, String> handler = _ -> "{\"Status\":\"SUCCEEDED\"}";
  private StillApi api;
  private DurableExecutions executions;

  @BeforeEach
  void open() {
    executions =
        new DurableExecutions(
            store,
            new OneFunction(),
            EngineClock.fast(InstantSource.system()),
            new ExecutionObserver() {},
            problems::add);
    executions.begin();
    api =
        StillApi.open(
            folder,
            platform -> new DurableOperations(platform, () -> executions).operations(),
            FunctionRecord.of("f", false, StillApi.version(FunctionVersion.LATEST, null), Map.of()),
            durable("short", 900),
            durable("long", 901));
  }

  private static FunctionRecord durable(String name, int timeoutSeconds) {
    return FunctionRecord.of(
        name,
        false,
        SampleVersion.of(
            FunctionVersion.LATEST,
            settings -> settings.durable(new DurableConfig(timeoutSeconds, 14, null))),
        Map.of());
  }

  @AfterEach
  void close() {
    try (Store _ = store;
        DurableExecutions _ = executions;
        StillApi _ = api) {
      assertEquals(List.of(), problems);
    }
  }

  private static Functions.Target target() {
    return new Functions.Target(
        Region.own(),
        Region.ACCOUNT,
        "f",
        "$LATEST",
        Optional.of(new DurableTerms(3600, 14, null)));
  }

  private final class OneFunction implements Functions {
    @Override
    public Target target(String named) {
      return DurableOperationsTest.target();
    }

    @Override
    public Answer invoke(Call call) {
      JsonNode event = Json.read(call.payload()).orElseThrow();
      return new Returned(handler.apply(event).getBytes(StandardCharsets.UTF_8));
    }
  }

  private ExecutionArn start(String input) {
    return executions
        .start(new StartRequest(target(), Optional.empty(), input, false, null, null))
        .arn();
  }

  private Ending run(String input) throws Exception {
    return executions.ending(start(input)).get(20, TimeUnit.SECONDS);
  }

  private static String path(ExecutionArn arn, String rest) {
    return BASE + encoded(arn.toString()) + rest;
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private JsonNode checkpoint(JsonNode event, String token, String updates) {
    try {
      return api.ok(
          200,
          "POST",
          BASE + encoded(event.path("DurableExecutionArn").asText()) + "/checkpoint",
          "{\"CheckpointToken\":\"%s\",\"ClientToken\":\"c\",\"Updates\":[%s]}"
              .formatted(token, updates));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void a_function_checkpoints_and_reads_its_state_with_times_in_seconds() throws Exception {
    List<JsonNode> answers = new ArrayList<>();
    handler =
        event -> {
          String token = event.path("CheckpointToken").asText();
          String step = "{\"Id\":\"s\",\"Type\":\"STEP\",\"Action\":\"%s\"%s}";
          JsonNode answer =
              checkpoint(
                  event,
                  token,
                  step.formatted("START", ",\"Name\":\"one\"")
                      + ","
                      + step.formatted("SUCCEED", ",\"Payload\":\"1\""));
          answers.add(answer);
          answers.add(checkpoint(event, token, "")); // the same client token: the same answer
          try {
            answers.add(
                api.ok(
                    200,
                    "GET",
                    BASE
                        + encoded(event.path("DurableExecutionArn").asText())
                        + "/state?MaxItems=1&CheckpointToken="
                        + encoded(answer.path("CheckpointToken").asText()),
                    ""));
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
          return "{\"Status\":\"SUCCEEDED\",\"Result\":\"2\"}";
        };
    ExecutionArn arn = run("{\"a\":1}").arn();
    JsonNode operation = answers.getFirst().at("/NewExecutionState/Operations/0");
    assertEquals("SUCCEEDED", operation.path("Status").asText());
    assertEquals("1", operation.at("/StepDetails/Result").asText());
    assertTrue(operation.path("StartTimestamp").asDouble() < 10_000_000_000d);
    assertEquals(answers.get(0), answers.get(1));
    assertEquals("EXECUTION", answers.get(2).at("/Operations/0/Type").asText());
    assertEquals("1", answers.get(2).path("NextMarker").asText());

    JsonNode described = api.ok(200, "GET", path(arn, ""), "");
    assertEquals("SUCCEEDED", described.path("Status").asText());
    assertEquals("{\"a\":1}", described.path("InputPayload").asText());
    assertEquals("2", described.path("Result").asText());
    assertEquals(3600, described.at("/DurableConfig/ExecutionTimeout").asInt());
    JsonNode without = api.ok(200, "GET", path(arn, "?IncludeExecutionData=false"), "");
    assertFalse(without.has("Result") || without.has("InputPayload"));

    JsonNode page = api.ok(200, "GET", path(arn, "/history?MaxItems=2"), "");
    assertEquals("ExecutionStarted", page.at("/Events/0/EventType").asText());
    assertEquals("StepStarted", page.at("/Events/1/EventType").asText());
    JsonNode rest =
        api.ok(200, "GET", path(arn, "/history?Marker=" + page.path("NextMarker").asText()), "");
    assertEquals("1", rest.at("/Events/0/StepSucceededDetails/Result/Payload").asText());
    JsonNode bare =
        api.ok(200, "GET", path(arn, "/history?IncludeExecutionData=false&ReverseOrder=true"), "");
    assertEquals(
        "{\"Result\":{\"Truncated\":false}}",
        bare.at("/Events/0/ExecutionSucceededDetails").toString());
  }

  @Test
  void a_callback_is_sent_by_its_id_alone() throws Exception {
    handler =
        event -> {
          JsonNode callback = event.at("/InitialExecutionState/Operations/1/CallbackDetails");
          if (callback.isMissingNode()) {
            checkpoint(
                event,
                event.path("CheckpointToken").asText(),
                "{\"Id\":\"cb\",\"Type\":\"CALLBACK\",\"Action\":\"START\"}");
            return "{\"Status\":\"PENDING\"}";
          }
          return "{\"Status\":\"SUCCEEDED\",\"Result\":\"%s\"}"
              .formatted(callback.path("Result").asText());
        };
    ExecutionArn arn = start("{}");
    String id = "";
    while (id.isEmpty()) {
      id =
          api.ok(200, "GET", path(arn, "/history"), "")
              .at("/Events/1/CallbackStartedDetails/CallbackId")
              .asText();
    }
    String callback = "/2025-12-01/durable-execution-callbacks/" + encoded(id);
    api.ok(200, "POST", callback + "/heartbeat", "");
    api.ok(200, "POST", callback + "/succeed", "yes");
    assertEquals("yes", executions.ending(arn).get(20, TimeUnit.SECONDS).result());
    assertEquals(
        "The callback is either timed out or already completed",
        api.refused(400, "CallbackTimeoutException", "POST", callback + "/fail", "{}"));
    assertEquals(
        "Invalid callback id",
        api.refused(
            400, INVALID, "POST", "/2025-12-01/durable-execution-callbacks/AAAA/succeed", ""));
  }

  @Test
  void an_execution_is_paused_resumed_stopped_listed_and_deleted() throws Exception {
    handler =
        event -> {
          checkpoint(
              event,
              event.path("CheckpointToken").asText(),
              "{\"Id\":\"cb\",\"Type\":\"CALLBACK\",\"Action\":\"START\"}");
          return "{\"Status\":\"PENDING\"}";
        };
    ExecutionArn arn = start("{}");
    while (api.ok(200, "GET", path(arn, "/history"), "").path("Events").size() < 3) {
      Thread.onSpinWait();
    }
    api.ok(202, "POST", path(arn, "/pause"), "{\"Reason\":\"lunch\"}");
    JsonNode paused = api.ok(200, "GET", path(arn, ""), "");
    assertEquals("PAUSED", paused.path("Status").asText());
    assertEquals("lunch", paused.at("/PauseDetails/Reason").asText());
    api.refused(409, "ResourceConflictException", "POST", path(arn, "/pause"), "{}");
    api.ok(202, "POST", path(arn, "/resume"), "{}");
    api.refused(409, "ResourceConflictException", "DELETE", path(arn, ""), "");
    String list = "/2025-12-01/functions/f/durable-executions?Statuses=";
    assertEquals(1, api.ok(200, "GET", list + "RUNNING", "").path("DurableExecutions").size());
    JsonNode stopped =
        api.ok(200, "POST", path(arn, "/stop"), "{\"ErrorType\":\"E\",\"ErrorMessage\":\"m\"}");
    assertTrue(stopped.path("StopTimestamp").asDouble() > 0);
    assertEquals(
        ExecutionStatus.STOPPED, executions.ending(arn).get(20, TimeUnit.SECONDS).status());
    assertEquals("m", api.ok(200, "GET", path(arn, ""), "").at("/Error/ErrorMessage").asText());
    assertEquals(0, api.ok(200, "GET", list + "RUNNING", "").path("DurableExecutions").size());
    api.ok(202, "DELETE", path(arn, ""), "");
    assertEquals(
        "Durable Execution does not exist",
        api.refused(404, "ResourceNotFoundException", "GET", path(arn, ""), ""));
  }

  @Test
  void no_event_source_is_polled_for_executions_that_may_last_longer_than_their_poller_waits()
      throws Exception {
    String mapping =
        "{\"EventSourceArn\":\"arn:aws:sqs:us-east-1:123456789012:q\",\"FunctionName\":\"%s\"}";
    String path = "/2015-03-31/event-source-mappings";
    assertTrue(
        api.refused(400, INVALID, "POST", path, mapping.formatted("long"))
            .contains("at most 900 seconds"));
    api.ok(202, "POST", path, mapping.formatted("short"));
  }

  @Test
  void what_does_not_fit_the_service_model_is_refused_before() throws Exception {
    ExecutionArn arn = run("{}").arn();
    api.refused(400, "ValidationException", "GET", BASE + "nothing", "");
    api.refused(400, "ValidationException", "GET", path(arn, "/history?MaxItems=1001"), "");
    api.refused(400, INVALID, "GET", path(arn, "/history?Marker=x"), "");
    api.refused(
        400,
        "ValidationException",
        "POST",
        path(arn, "/checkpoint"),
        "{\"CheckpointToken\":\"AAAA\",\"Updates\":[{\"Id\":\"a\",\"Type\":\"NONE\","
            + "\"Action\":\"START\"}]}");
    assertEquals(
        "Invalid checkpoint token",
        api.refused(
            400, INVALID, "POST", path(arn, "/checkpoint"), "{\"CheckpointToken\":\"AAAA\"}"));
  }
}
