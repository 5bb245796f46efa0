package thaw.app.training;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BigIntegerNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import thaw.json.Json;
import thaw.problem.UserMistake;

/**
 * Which members of an event are not written as they came. Their values get other ones of the same
 * type and length, so that the event is served as before: letters become x and digits 1, and other
 * characters stay. Of an object or array that is named, all values in it do.
 *
 * <p>Names hold everywhere in the event, also in a text that is JSON itself, such as the body of an
 * HTTP request; for them upper and lower case are the same, as in headers.
 *
 * @param names in lower case
 * @param pointers from the root of the event
 */
public record EventRedaction(Set<String> names, Set<JsonPointer> pointers) {
  /** Writes events as they came. */
  public static final EventRedaction NONE = new EventRedaction(Set.of(), Set.of());

  private static final ObjectMapper MAPPER =
      JsonMapper.builder(Json.FACTORY)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES) // 1.0 stays 1.0
          .build();

  public EventRedaction {
    names = Set.copyOf(names);
    pointers = Set.copyOf(pointers);
  }

  /**
   * @param members each the name of a member, or a JSON pointer (RFC 6901), which begins with /
   * @throws UserMistake when one is neither
   */
  public static EventRedaction of(List<String> members) {
    Set<String> names = new HashSet<>();
    Set<JsonPointer> pointers = new HashSet<>();
    for (String each : members) {
      if (each.isBlank() || each.equals("/")) {
        throw new UserMistake(
            "--redact names no member: \"" + each + "\"",
            "use for example --redact password, or --redact /order/card/number");
      } else if (each.startsWith("/")) {
        pointers.add(JsonPointer.compile(each));
      } else {
        names.add(each.toLowerCase(Locale.ROOT));
      }
    }
    return new EventRedaction(names, pointers);
  }

  /**
   * The event as it is written; the same bytes where nothing of it is named.
   *
   * @throws IOException when there is something to look for and it is no JSON
   */
  public byte[] of(byte[] event) throws IOException {
    if (names.isEmpty() && pointers.isEmpty()) {
      return event;
    }
    JsonNode read = MAPPER.readTree(event);
    JsonNode written = looked(read, JsonPointer.empty());
    return written.equals(read) ? event : MAPPER.writeValueAsBytes(written);
  }

  private JsonNode looked(JsonNode node, JsonPointer at) {
    return switch (node) {
      case ObjectNode object -> {
        ObjectNode copy = MAPPER.createObjectNode();
        for (Map.Entry<String, JsonNode> each : object.properties()) {
          JsonPointer below = at.appendProperty(each.getKey());
          boolean named = names.contains(each.getKey().toLowerCase(Locale.ROOT));
          copy.set(
              each.getKey(),
              named || pointers.contains(below)
                  ? replaced(each.getValue())
                  : looked(each.getValue(), below));
        }
        yield copy;
      }
      case ArrayNode array -> {
        ArrayNode copy = MAPPER.createArrayNode();
        for (int i = 0; i < array.size(); i++) {
          JsonPointer below = at.appendIndex(i);
          copy.add(pointers.contains(below) ? replaced(array.get(i)) : looked(array.get(i), below));
        }
        yield copy;
      }
      case TextNode text -> within(text);
      default -> node;
    };
  }

  /** A text that may be JSON: only names are looked for in it, as pointers end at the text. */
  private TextNode within(TextNode text) {
    String content = text.textValue();
    String stripped = content.strip();
    if (!stripped.startsWith("{") && !stripped.startsWith("[")) {
      return text;
    }
    try {
      JsonNode read = MAPPER.readTree(content);
      JsonNode written = new EventRedaction(names, Set.of()).looked(read, JsonPointer.empty());
      return written.equals(read) ? text : TextNode.valueOf(MAPPER.writeValueAsString(written));
    } catch (JsonProcessingException e) {
      return text; // it only looks like JSON
    }
  }

  private static JsonNode replaced(JsonNode node) {
    return switch (node) {
      case ObjectNode object -> {
        ObjectNode copy = MAPPER.createObjectNode();
        object.properties().forEach(each -> copy.set(each.getKey(), replaced(each.getValue())));
        yield copy;
      }
      case ArrayNode array -> {
        ArrayNode copy = MAPPER.createArrayNode();
        array.forEach(each -> copy.add(replaced(each)));
        yield copy;
      }
      case TextNode text -> TextNode.valueOf(otherText(text.textValue()));
      case BooleanNode _ -> BooleanNode.FALSE;
      default -> node.isNumber() ? otherNumber(node) : node;
    };
  }

  private static String otherText(String text) {
    StringBuilder other = new StringBuilder(text.length());
    text.codePoints()
        .forEach(character ->
            other.appendCodePoint(
                Character.isDigit(character)
                    ? '1'
                    : Character.isLetter(character) ? 'x' : character));
    return other.toString();
  }

  /** With as many digits before and behind the point. */
  private static JsonNode otherNumber(JsonNode number) {
    String digits = number.decimalValue().toPlainString().replaceAll("[0-9]", "1");
    BigDecimal other = new BigDecimal(digits);
    return number.isIntegralNumber()
        ? BigIntegerNode.valueOf(other.toBigIntegerExact())
        : DecimalNode.valueOf(other);
  }
}
