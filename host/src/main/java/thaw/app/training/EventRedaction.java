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
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import thaw.json.Json;
import thaw.problem.UserMistake;

/**
 * Replaces members of an event that must not be written as they came. Their values get other ones
 * of the same type and length, so that the event is served as before: letters become x and digits
 * 1, and other characters stay. Of an object or array that is named, all values in it do.
 *
 * <p>Names hold everywhere in the event, also in a text that is JSON itself, such as the body of an
 * HTTP request, in {@code rawQueryString} and in cookies; for them upper and lower case are the
 * same, as in headers.
 *
 * @param names in lower case
 * @param pointers from the root of the event
 */
public record EventRedaction(Set<String> names, Set<JsonPointer> pointers) {
  /** Digits of a number that are written out; 1e999999999 has a thousand million. */
  private static final int LONGEST_NUMBER = 100;

  /** Writes events as they came. */
  static final EventRedaction NONE = new EventRedaction(Set.of(), Set.of());

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
  byte[] of(byte[] event) throws IOException {
    if (names.isEmpty() && pointers.isEmpty()) {
      return event;
    }
    try {
      Look look = new Look(this);
      JsonNode written = look.at(MAPPER.readTree(event), JsonPointer.empty());
      return look.hasReplaced ? MAPPER.writeValueAsBytes(written) : event;
    } catch (StackOverflowError e) {
      throw new IOException("the event is nested too deeply to look for members in it", e);
    }
  }

  /** One look through a document; whether it has replaced anything is no question of values. */
  private static final class Look {
    private final EventRedaction wanted;
    private boolean hasReplaced;

    private Look(EventRedaction wanted) {
      this.wanted = wanted;
    }

    private JsonNode at(JsonNode node, JsonPointer at) {
      return switch (node) {
        case ObjectNode object -> {
          ObjectNode copy = MAPPER.createObjectNode();
          for (Map.Entry<String, JsonNode> each : object.properties()) {
            copy.set(each.getKey(), member(each.getKey(), each.getValue(), at));
          }
          yield copy;
        }
        case ArrayNode array -> {
          ArrayNode copy = MAPPER.createArrayNode();
          for (int i = 0; i < array.size(); i++) {
            JsonPointer below = at.appendIndex(i);
            copy.add(
                wanted.pointers.contains(below) ? other(array.get(i)) : at(array.get(i), below));
          }
          yield copy;
        }
        case TextNode text -> within(text);
        default -> node;
      };
    }

    private JsonNode member(String name, JsonNode value, JsonPointer above) {
      JsonPointer below = above.appendProperty(name);
      String known = name.toLowerCase(Locale.ROOT);
      if (wanted.names.contains(known) || wanted.pointers.contains(below)) {
        return other(value);
      }
      return switch (known) {
        case "rawquerystring" -> pairs(value, below, "&");
        case "cookie", "cookies" -> pairs(value, below, ";");
        default -> at(value, below);
      };
    }

    private JsonNode other(JsonNode value) {
      hasReplaced = true;
      return replaced(value);
    }

    /** {@code a=1&b=2}, or an array of such texts. */
    private JsonNode pairs(JsonNode value, JsonPointer at, String separator) {
      return switch (value) {
        case TextNode text ->
            TextNode.valueOf(
                Stream.of(text.textValue().split(separator, -1))
                    .map(this::pair)
                    .collect(Collectors.joining(separator)));
        case ArrayNode array when !wanted.pointers.contains(at) -> {
          ArrayNode copy = MAPPER.createArrayNode();
          for (int i = 0; i < array.size(); i++) {
            JsonPointer below = at.appendIndex(i);
            copy.add(
                wanted.pointers.contains(below)
                    ? other(array.get(i))
                    : pairs(array.get(i), below, separator));
          }
          yield copy;
        }
        default -> at(value, at);
      };
    }

    private String pair(String pair) {
      int end = pair.indexOf('=');
      if (end < 0 || !wanted.names.contains(decoded(pair.substring(0, end)))) {
        return pair;
      }
      hasReplaced = true;
      // An escape stands for one character: %78 or %11 would be another one.
      String value = pair.substring(end + 1).replaceAll("%[0-9A-Fa-f]{2}", "x");
      return pair.substring(0, end + 1) + otherText(value);
    }

    private static String decoded(String name) {
      try {
        return URLDecoder.decode(name, StandardCharsets.UTF_8).strip().toLowerCase(Locale.ROOT);
      } catch (IllegalArgumentException e) {
        return name.strip().toLowerCase(Locale.ROOT); // an escape that is none
      }
    }

    /** A text that may be JSON: only names are looked for in it, as pointers end at the text. */
    private TextNode within(TextNode text) {
      String content = text.textValue();
      String stripped = content.strip();
      if (!stripped.startsWith("{") && !stripped.startsWith("[")) {
        return text;
      }
      try {
        Look look = new Look(new EventRedaction(wanted.names, Set.of()));
        JsonNode written = look.at(MAPPER.readTree(content), JsonPointer.empty());
        if (!look.hasReplaced) {
          return text;
        }
        hasReplaced = true;
        return TextNode.valueOf(MAPPER.writeValueAsString(written));
      } catch (JsonProcessingException e) {
        return text; // it only looks like JSON
      }
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

  /**
   * Returns a number with as many digits before and behind the point; 1 or 1.1 in place of one with
   * too many.
   */
  private static JsonNode otherNumber(JsonNode number) {
    BigDecimal value = number.decimalValue();
    if (Math.abs((long) value.scale()) > LONGEST_NUMBER || value.precision() > LONGEST_NUMBER) {
      return number.isIntegralNumber() ? IntNode.valueOf(1) : DoubleNode.valueOf(1.1);
    }
    String digits = value.toPlainString().replaceAll("[0-9]", "1");
    BigDecimal other = new BigDecimal(digits);
    return number.isIntegralNumber()
        ? BigIntegerNode.valueOf(other.toBigIntegerExact())
        : DecimalNode.valueOf(other);
  }
}
