package thaw.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.junit.jupiter.api.Test;
import thaw.function.EventSource;
import thaw.service.AwsJson;

class TargetInputTest {
  private static final String RULE = "arn:aws:events:us-east-1:1:rule/paid";

  private static String of(EventSource.Input input) throws Exception {
    ObjectNode event =
        (ObjectNode)
            AwsJson.JSON.readTree(
                "{\"source\":\"shop\",\"detail\":{\"who\":\"a \\\"b\\\"\",\"n\":3,\"list\":[1,{\"x\":2}]}}");
    return new String(TargetInput.of(input, event, RULE), UTF_8);
  }

  private static String transformed(String template) throws Exception {
    return of(
        new EventSource.Input.Transformed(
            Map.of(
                "who", "$.detail.who", "n", "$.detail.n", "x", "$.detail.list[1].x", "no", "$.no"),
            template));
  }

  @Test
  void a_constant_and_a_part_stand_for_the_event() throws Exception {
    assertEquals("{\"go\": 1}", of(new EventSource.Input.Constant("{\"go\": 1}")));
    assertEquals("{\"x\":2}", of(new EventSource.Input.Part("$.detail.list[1]")));
    assertEquals("\"shop\"", of(new EventSource.Input.Part("$['source']")));
  }

  @Test
  void values_stand_as_json_and_inside_of_quotes_as_text() throws Exception {
    assertEquals(
        "{\"who\": \"a \\\"b\\\"\", \"n\": 3, \"say\": \"a \\\"b\\\" has 3 and 2\", \"no\": null}",
        transformed(
            "{\"who\": <who>, \"n\": <n>, \"say\": \"<who> has <n> and <x>\", \"no\": <no>}"));
  }

  @Test
  void a_line_of_text_becomes_a_json_text() throws Exception {
    assertEquals("\"3 paid by paid\"", transformed("\"<n> paid by <aws.events.rule-name>\""));
    assertEquals("\"3 items\"", transformed("<n> items"));
  }
}
