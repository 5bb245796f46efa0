package thaw.apigateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.json.Json;

/** Table tests of what authorizers say, and how long it holds. */
class AuthorizerPolicyTest {
  private static final String ARN = "arn:aws:execute-api:us-east-1:123456789012:abc/prod/GET/a/b";

  private static JsonNode json(String text) {
    return Json.read(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8)).orElseThrow();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[{'Effect':'Allow','Action':'execute-api:Invoke','Resource':'*'}] | ALLOWED",
        "{'Effect':'Allow','Action':'*','Resource':'arn:aws:execute-api:*:*:abc/*'} | ALLOWED",
        "[{'Effect':'Allow','Action':['a:b','execute-api:*'],'Resource':['x','*/GET/a/?']}] | ALLOWED",
        "[{'Effect':'Allow','Action':'*','Resource':'*','Condition':{}}] | ALLOWED",
        "[{'Effect':'Allow','Action':'*','Resource':'*','Condition':{'a':{'b':'c'}}}] | NOT_MENTIONED",
        "[{'Effect':'Allow','Action':'*','Resource':'*/POST/*'}] | NOT_MENTIONED",
        "[{'Effect':'Allow','NotAction':'*','Resource':'*'}] | NOT_MENTIONED",
        "[{'Effect':'Allow','Action':'s3:*','Resource':'*'}] | NOT_MENTIONED",
        "[{'Effect':'Allow','Action':'*','Resource':'*'},{'Effect':'Deny','Action':'*','Resource':'*/b'}] | DENIED",
        "[] | NOT_MENTIONED",
      })
  void a_policy_decides(String statements, AuthorizerPolicy.Decision decision) {
    JsonNode policy = json("{'Version':'2012-10-17','Statement':" + statements + "}");
    assertEquals(true, AuthorizerPolicy.isOne(policy));
    assertEquals(decision, AuthorizerPolicy.decide(policy, ARN));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "[]", "'x'", "{'Statement':3}", "{'Statement':[{'Action':'*'}]}"})
  void what_is_none_is_seen(String policy) {
    assertFalse(AuthorizerPolicy.isOne(json(policy)));
  }

  @Test
  void a_decision_holds_as_long_as_the_authorizer_says() {
    AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5); // the clock may overflow
    Decisions decisions = new Decisions(now::get);
    decisions.keep("a", json("{}"), Duration.ofNanos(10));
    decisions.keep("b", json("{}"), Duration.ZERO);
    assertEquals(Optional.empty(), decisions.find("b"));
    now.addAndGet(9);
    assertEquals(Optional.of(json("{}")), decisions.find("a"));
    now.addAndGet(1);
    assertEquals(Optional.empty(), decisions.find("a"));
  }
}
