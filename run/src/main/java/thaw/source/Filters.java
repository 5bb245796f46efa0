package thaw.source;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import software.amazon.event.ruler.Machine;
import thaw.service.AwsJson;

/**
 * The filter criteria of a mapping: a record passes when one of its patterns matches. Patterns are
 * matched by AWS's own library; what a pattern sees of a record is decided here.
 *
 * <p>A queue's body is a text. A pattern that looks into it sees it as JSON and drops what is no
 * JSON; one that has values for it as a whole drops what is JSON.
 *
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/with-sqs-filtering.html">Event
 *     filtering with Amazon SQS</a>
 */
final class Filters {
  private static final String BODY = "body";

  private final List<Pattern> patterns;

  /** A filter's pattern; everything matches one without a machine. */
  private record Pattern(List<Machine> machine, Body body) {}

  /** The part of a pattern that is about a body. */
  private enum Body {
    NOTHING,
    JSON,
    TEXT
  }

  private Filters(List<Pattern> patterns) {
    this.patterns = List.copyOf(patterns);
  }

  /**
   * @param criteria {@code Filters}, a list of {@code Pattern}; missing for none
   * @throws InvalidPattern when one of them is none
   */
  static Filters of(JsonNode criteria) throws InvalidPattern {
    List<Pattern> patterns = new ArrayList<>();
    for (JsonNode filter : criteria.path("Filters")) {
      JsonNode pattern = filter.path("Pattern");
      patterns.add(pattern(pattern.isTextual() ? pattern.asText() : pattern.toString()));
    }
    return new Filters(patterns);
  }

  private static Pattern pattern(String text) throws InvalidPattern {
    JsonNode json;
    try {
      json = AwsJson.JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new InvalidPattern(e.getOriginalMessage());
    }
    if (!json.isObject()) {
      throw new InvalidPattern("not an object");
    }
    JsonNode body = json.path(BODY);
    return new Pattern(
        json.isEmpty() ? List.of() : List.of(machine(text)),
        body.isMissingNode() ? Body.NOTHING : body.isArray() ? Body.TEXT : Body.JSON);
  }

  /**
   * @param pattern JSON
   */
  static Machine machine(String pattern) throws InvalidPattern {
    Machine machine = Machine.builder().build();
    try {
      machine.addRule("pattern", pattern);
    } catch (JsonProcessingException e) {
      throw new InvalidPattern(e.getOriginalMessage());
    } catch (IOException | IllegalArgumentException e) {
      throw new InvalidPattern(String.valueOf(e.getMessage()));
    }
    return machine;
  }

  /** Returns whether an event matches a machine's pattern. */
  static boolean matches(Machine machine, ObjectNode event) {
    try {
      return !machine.rulesForJSONEvent(event.toString()).isEmpty();
    } catch (Exception e) { // the library's signature
      throw new IllegalStateException("an event that cannot be matched", e);
    }
  }

  /** Returns whether the function is to have the record. */
  boolean pass(ObjectNode filtered) {
    return patterns.isEmpty() || patterns.stream().anyMatch(pattern -> matches(pattern, filtered));
  }

  private static boolean matches(Pattern pattern, ObjectNode filtered) {
    if (pattern.machine().isEmpty()) {
      return true;
    }
    ObjectNode event = filtered;
    if (pattern.body() != Body.NOTHING) {
      JsonNode body = structured(filtered.path(BODY));
      if (body.isContainerNode() != (pattern.body() == Body.JSON)) {
        return false;
      }
      event = filtered.deepCopy();
      event.set(BODY, body);
    }
    return matches(pattern.machine().getFirst(), event);
  }

  /** The body as JSON, or as it is when it is none. */
  private static JsonNode structured(JsonNode body) {
    try {
      JsonNode json = AwsJson.JSON.readTree(body.asText());
      return json.isContainerNode() ? json : body;
    } catch (JsonProcessingException e) {
      return body;
    }
  }
}
