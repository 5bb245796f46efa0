package thaw.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;
import thaw.junit.durable.DurableCallback;
import thaw.junit.durable.DurableExecution;
import thaw.junit.durable.DurableOperation;
import thaw.junit.durable.DurableResult;
import thaw.junit.program.HandlerJson;
import thaw.program.ThawException;

/** Process tests: an execution of a durable function that calls the checkpoint API itself. */
@StartsPrograms
@ThawApplication(
    value = "src/test/application/durable.yaml",
    options = {"--durable-time", "fast"})
class DurableExecutionTest {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  @ThawFunction LambdaFunction order;

  @Test
  void a_month_passes_and_a_callback_is_completed() throws Exception {
    DurableExecution execution = order.start("{\"id\":7}");
    execution.callback("approval", PATIENCE).succeed("\"by hand\"");
    DurableResult result = execution.await(PATIENCE).assertSucceeded();
    assertEquals(List.of("charged", "by hand"), result.as(List.class));
    assertEquals(
        List.of("charge", "cooling-off", "approval", "ship"),
        execution.operations().stream().map(DurableOperation::name).toList());
    DurableOperation charge = execution.operation("charge");
    assertEquals("Step", charge.type());
    assertEquals("Succeeded", charge.status());
    assertEquals(1, charge.attempts());
    assertEquals("\"charged\"", charge.result());
    assertEquals("ExecutionStarted", execution.history().get(0).get("EventType"));
    assertThrows(AssertionError.class, () -> execution.operation("refund"));
    assertThrows(AssertionFailedError.class, result::assertFailed);
    assertExplained(execution);
  }

  /** What {@code thaw why} makes of it: nearly all of the time has a name. */
  private void assertExplained(DurableExecution execution) throws Exception {
    HttpResponse<String> told =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(
                        URI.create(
                            order.application().lambdaUrl()
                                + "/_thaw/data/executions/"
                                + URLEncoder.encode(execution.arn(), StandardCharsets.UTF_8)))
                    .build(),
                HttpResponse.BodyHandlers.ofString());
    Map<String, Object> timeline = HandlerJson.object(told.body());
    assertTrue(((Number) timeline.get("namedShare")).doubleValue() >= 0.99, told.body());
    assertEquals(3, HandlerJson.list(timeline.get("invocations")).size(), told.body());
    double waited = 0;
    for (Object each : HandlerJson.list(timeline.get("totals"))) {
      Map<String, Object> total = HandlerJson.object(each);
      waited += total.get("kind").equals("WAIT") ? ((Number) total.get("millis")).doubleValue() : 0;
    }
    assertTrue(waited > Duration.ofDays(29).toMillis(), told.body());
  }

  @Test
  void a_callback_that_fails_is_the_function_s_failure() {
    DurableExecution execution = order.start("refused", "{}");
    DurableCallback approval = execution.callback("approval", PATIENCE);
    approval.fail("Denied", "too dear");
    DurableResult.Failure failure = execution.await(PATIENCE).assertFailed();
    assertEquals("Refused", failure.type());
    assertEquals("Denied", execution.operation("approval").errorType());
    assertThrows(ThawException.class, () -> approval.succeed("1"));
    assertEquals(execution.arn(), order.start("refused", "{}").arn());
  }

  @Test
  void one_that_waits_can_be_stopped() {
    DurableExecution execution = order.start("{}");
    execution.callback("approval", PATIENCE);
    assertEquals("RUNNING", execution.status());
    ThawException late =
        assertThrows(ThawException.class, () -> execution.await(Duration.ofMillis(1)));
    assertTrue(late.getMessage().contains("cooling-off"), late.getMessage());
    execution.stop();
    assertEquals("STOPPED", execution.await(PATIENCE).status());
  }
}
