package thaw.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.service.AwsJson;

class FiltersTest {
  private static Filters filters(String... patterns) throws InvalidPattern {
    ObjectNode criteria = AwsJson.object();
    var list = criteria.putArray("Filters");
    for (String pattern : patterns) {
      list.addObject().put("Pattern", pattern);
    }
    return Filters.of(criteria);
  }

  /** What the guide to filtering with SQS says of each combination. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"body\": {\"a\": [\"x\"]}} | {\"a\": \"x\"} | true",
        "{\"body\": {\"a\": [\"x\"]}} | {\"a\": \"y\"} | false",
        "{\"body\": {\"a\": [\"x\"]}} | plain | false",
        "{\"body\": [\"plain\"]} | plain | true",
        "{\"body\": [\"plain\"]} | other | false",
        "{\"body\": [\"plain\"]} | {\"a\": \"x\"} | false",
        "{\"messageAttributes\": {\"k\": {\"stringValue\": [\"v\"]}}} | plain | true",
        "{\"body\": {\"a\": [{\"exists\": false}]}} | plain | false",
        "{\"body\": {\"a\": [{\"exists\": false}]}} | {\"b\": 1} | true",
        "{\"body\": {\"n\": [{\"numeric\": [\">\", 5]}]}} | {\"n\": 6} | true",
        "{} | anything | true"
      })
  void a_body_is_matched_as_what_it_is(String pattern, String body, boolean passes)
      throws Exception {
    ObjectNode record = AwsJson.object().put("body", body);
    record.putObject("messageAttributes").putObject("k").put("stringValue", "v");
    assertEquals(passes, filters(pattern).pass(record));
    assertEquals(body, record.path("body").asText());
  }

  @Test
  void one_of_several_patterns_is_enough_and_none_lets_all_pass() throws Exception {
    ObjectNode record = AwsJson.object().put("eventName", "MODIFY");
    assertEquals(
        true,
        filters("{\"eventName\": [\"INSERT\"]}", "{\"eventName\": [\"MODIFY\"]}").pass(record));
    assertEquals(false, filters("{\"eventName\": [\"INSERT\"]}").pass(record));
    assertEquals(true, filters().pass(record));
  }

  @Test
  void what_is_no_pattern_is_refused() {
    for (String pattern :
        new String[] {"x", "[]", "\"a\"", "{\"a\": \"x\"}", "{\"a\": [{\"foo\": 1}]}"}) {
      assertThrows(InvalidPattern.class, () -> filters(pattern), pattern);
    }
  }
}
