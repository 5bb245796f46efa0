package thaw.platform.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyPatternTest {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  @ParameterizedTest
  @CsvSource({
    "lambda:InvokeFunctionUrl, true",
    "LAMBDA:invokefunctionURL, true",
    "*, true",
    "lambda:*, true",
    "*Url, true",
    "lambda:Invoke*Url, true",
    "lambda:*voke*tion*, true",
    "lambda:InvokeFunctionUr?, true",
    "lambda:InvokeFunctionUrl*, true",
    "lambda:InvokeFunctionUrl?, false",
    "lambda:InvokeFunction, false",
    "lambda:Get*, false",
    "'', false",
    "lambda.InvokeFunctionUrl, false"
  })
  void stars_stand_for_any_text_and_question_marks_for_one_character(
      String pattern, boolean matches) {
    assertEquals(matches, PolicyPattern.matches(pattern, "lambda:InvokeFunctionUrl"));
  }

  @Test
  void a_star_in_the_text_is_no_pattern() {
    assertTrue(PolicyPattern.matches("a*c", "a*bc"));
    assertFalse(PolicyPattern.matches("a?c", "a*bc"));
    assertTrue(PolicyPattern.matches("*", ""));
  }

  @Test
  void one_of_several_is_enough() {
    JsonNode several = NODES.arrayNode().add("s3:*").add("lambda:*");
    assertTrue(PolicyPattern.anyMatches(several, "lambda:InvokeFunctionUrl"));
    assertFalse(PolicyPattern.anyMatches(several, "sqs:SendMessage"));
    assertTrue(PolicyPattern.anyMatches(NODES.textNode("sqs:*"), "sqs:SendMessage"));
    assertFalse(PolicyPattern.anyMatches(MissingNode.getInstance(), "sqs:SendMessage"));
  }

  @Test
  void many_stars_take_no_longer() {
    String hostile = "*a".repeat(2_000) + "b";
    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(30),
        () -> assertFalse(PolicyPattern.matches(hostile, "a".repeat(10_000))));
  }
}
