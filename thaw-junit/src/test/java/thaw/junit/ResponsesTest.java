package thaw.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;

/** Process tests: what a response tells, of functions that return, fail and take too long. */
@StartsPrograms
@ThawApplication("src/test/application")
class ResponsesTest {
  @ThawFunction("Create")
  LambdaFunction create;

  @ThawFunction("Sleep")
  LambdaFunction sleep;

  @Test
  void the_same_environment_is_frozen_and_warm_the_next_time() {
    LambdaResponse first = create.invoke("{\"name\":\"Tom\"}");
    String environment = first.invocation().environment();
    int freezes = first.invocation().freezes();
    LambdaResponse second = create.invoke("{\"name\":\"Rex\"}");
    for (int i = 0; i < 100 && second.invocation().freezes() == freezes; i++) {
      second = create.invoke("{\"name\":\"Rex\"}");
    }
    assertEquals(environment, second.invocation().environment());
    assertTrue(second.invocation().freezes() > freezes, "it was never frozen");
    second.assertSucceeded().start(StartKind.WARM).memoryAtMost(1_769).logContains("creating Rex");
    assertEquals(1_769, second.report().memorySizeMiB());
    assertTrue(second.report().durationMillis() > 0);
  }

  @Test
  void a_failure_has_type_message_and_stack_trace() {
    LambdaResponse failed = create.invoke();
    FunctionFailure failure =
        failed
            .assertFailed()
            .type("java.lang.IllegalArgumentException")
            .messageContains("needs a name")
            .logContains("Pets.create")
            .failure();
    assertTrue(failure.stackTrace().get(0).contains("Pets.create"), failure::toString);
    assertEquals("failure", failed.invocation().status());
  }

  @Test
  void a_timeout_is_a_failure() {
    LambdaResponse late = sleep.invoke();
    late.assertFailed().type("Sandbox.Timedout");
    assertEquals("timeout", late.invocation().status());
  }

  @Test
  void a_failed_assertion_shows_response_and_log() {
    LambdaResponse created = create.invoke("{\"name\":\"Tom\"}");
    AssertionFailedError wrong =
        assertThrows(AssertionFailedError.class, () -> created.assertSucceeded().statusCode(200));
    assertTrue(wrong.getMessage().contains("statusCode should be <200> and is <201>"));
    assertTrue(wrong.getMessage().contains("creating Tom"), wrong.getMessage());
    assertThrows(AssertionFailedError.class, created::assertFailed);
    LambdaResponse failed = create.invoke();
    assertThrows(AssertionFailedError.class, failed::assertSucceeded);
  }

  @Test
  void json_is_compared_whatever_its_layout(@ThawFunction("Environment") LambdaFunction function) {
    LambdaResponse told = function.invoke(Map.of("a", 1));
    told.assertSucceeded()
        .json(
            "{ \"java\": 25, \"event\": {\"a\": 1}, \"memory\": \"1769\", \"stage\":"
                + " \"template\"}");
  }

  @Test
  void an_asynchronous_event_that_fails_has_an_end_too() {
    FunctionInvocation failed = create.invokeAsync("{}").await(Duration.ofSeconds(60));
    assertEquals("failure", failed.status());
    assertEquals("java.lang.IllegalArgumentException", failed.errorType().orElseThrow());
  }
}
