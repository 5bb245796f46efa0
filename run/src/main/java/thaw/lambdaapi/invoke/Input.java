package thaw.lambdaapi.invoke;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import thaw.function.constraint.Constraint;
import thaw.function.constraint.Violation;
import thaw.function.constraint.WrongType;

/**
 * The members of a request's body. Collects what does not fit the service model, so that one error
 * names all of it, in the words recorded on AWS (2025-11-25, public LocalStack repository,
 * test_lambda_api).
 */
public final class Input {
  private static final ObjectMapper JSON =
      new ObjectMapper(
          JsonFactory.builder()
              .streamReadConstraints(
                  StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
              .build());

  private final ObjectNode members;
  private final String prefix;
  private final List<String> violations;

  private Input(ObjectNode members, String prefix, List<String> violations) {
    this.members = members;
    this.prefix = prefix;
    this.violations = violations;
  }

  /** Makes a parser of what is read. */
  public interface ParserSource {
    JsonParser of(InputStream body) throws IOException;
  }

  /** Makes a parser of its own around one. */
  public interface Parsing {
    JsonParser begin(ParserSource json) throws IOException;
  }

  /** No body is an empty object. */
  public static Input parse(byte[] body) {
    try {
      return parse(json -> json.of(new ByteArrayInputStream(body)));
    } catch (IOException e) {
      throw new UncheckedIOException("could not read from memory", e);
    }
  }

  /**
   * Parses a body while it comes.
   *
   * @throws IOException when it cannot be read, or what is made of it cannot be written
   */
  public static Input parse(Parsing parsing) throws IOException {
    try (JsonParser parser = parsing.begin(JSON.getFactory()::createParser)) {
      JsonNode node = JSON.readTree(parser);
      if (node == null) {
        return empty();
      }
      if (node instanceof ObjectNode object) {
        return new Input(object, "", new ArrayList<>());
      }
      throw serialization("Start of structure or map found where not expected.");
    } catch (JsonProcessingException e) {
      throw ApiError.invalidContent(
              "Could not parse request body into json: " + e.getOriginalMessage())
          .refusal();
    }
  }

  /** The parameters of an action of the query protocol, all of which are texts. */
  public static Input form(Map<String, String> parameters) {
    ObjectNode members = JsonNodeFactory.instance.objectNode();
    parameters.forEach(members::put);
    return new Input(members, "", new ArrayList<>());
  }

  /** Values that come in the path and the query, checked alike. */
  public static Input empty() {
    return new Input(JsonNodeFactory.instance.objectNode(), "", new ArrayList<>());
  }

  static ApiError.Refusal serialization(String message) {
    return new ApiError(400, "SerializationException", "Message", message, Map.of("Type", "User"))
        .refusal();
  }

  public ObjectNode members() {
    return members;
  }

  public Optional<JsonNode> node(String member) {
    JsonNode value = members.get(member);
    return value == null || value.isNull() ? Optional.empty() : Optional.of(value);
  }

  /** Returns the text of a member, and checks its constraints. */
  public Optional<String> text(String member, Constraint... constraints) {
    Optional<String> value = node(member).map(node -> text(node, member));
    value.ifPresent(text -> check(text, path(member), constraints));
    return value;
  }

  private static String text(JsonNode node, String member) {
    if (!node.isTextual()) {
      throw serialization(WrongType.token(node) + " can not be converted to a String: " + member);
    }
    return node.asText();
  }

  /**
   * @param path as messages call it
   */
  void check(String value, String path, Constraint... constraints) {
    for (Constraint constraint : constraints) {
      if (!constraint.holds(value)) {
        violation(value, path, constraint.text());
      }
    }
  }

  public void violation(Object value, String path, String constraint) {
    violations.add(
        "Value '%s' at '%s' failed to satisfy constraint: %s".formatted(value, path, constraint));
  }

  public String path(String member) {
    return prefix + member.substring(0, 1).toLowerCase(Locale.ROOT) + member.substring(1);
  }

  public String required(String member, Constraint... constraints) {
    Optional<String> value = text(member, constraints);
    requirePresent(member);
    return value.orElse("");
  }

  public void requirePresent(String member) {
    if (node(member).isEmpty()) {
      violations.add(
          "Value null at '"
              + path(member)
              + "' failed to satisfy constraint: Member must not be null");
    }
  }

  public Optional<Integer> integer(String member) {
    return integer(member, Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  /** Returns a number with limits that the service model does not have. */
  public Optional<Integer> integer(String member, int least, int most) {
    Optional<JsonNode> node = node(member);
    if (node.isEmpty()) {
      return Optional.empty();
    }
    if (!node.get().isNumber()) {
      throw serialization(
          WrongType.token(node.get()) + " can not be converted to an Integer: " + member);
    }
    long value = node.get().asLong();
    if (value < least) {
      violation(value, path(member), "Member must have value greater than or equal to " + least);
    } else if (value > most) {
      violation(value, path(member), "Member must have value less than or equal to " + most);
    }
    return Optional.of((int) Math.clamp(value, least, most));
  }

  public Optional<Double> number(String member) {
    return node(member)
        .map(node -> {
          if (!node.isNumber()) {
            throw serialization("Unexpected token where a Double was expected: " + member);
          }
          return node.asDouble();
        });
  }

  public Optional<Boolean> flag(String member) {
    return node(member)
        .map(node -> {
          if (!node.isBoolean()) {
            throw serialization("Unexpected token where a Boolean was expected: " + member);
          }
          return node.asBoolean();
        });
  }

  public Optional<List<String>> texts(String member) {
    return node(member)
        .map(node -> {
          if (!node.isArray()) {
            throw serialization("Unexpected token where a list was expected: " + member);
          }
          List<String> values = new ArrayList<>();
          node.forEach(each -> values.add(text(each, member)));
          return List.copyOf(values);
        });
  }

  public Optional<Map<String, String>> textMap(String member) {
    return object(member)
        .map(object -> {
          Map<String, String> values = new LinkedHashMap<>();
          object
              .members
              .properties()
              .forEach(entry -> values.put(entry.getKey(), text(entry.getValue(), member)));
          return values;
        });
  }

  /** A structure inside; what is wrong with it is this one's fault too. */
  public Optional<Input> object(String member) {
    return node(member)
        .map(node -> {
          if (node instanceof ObjectNode object) {
            return new Input(object, path(member) + ".", violations);
          }
          throw serialization("Unexpected token where a structure was expected: " + member);
        });
  }

  public @Nullable String textOrNull(String member, Constraint... constraints) {
    return text(member, constraints).orElse(null);
  }

  /**
   * @throws ApiError.Refusal naming all that was wrong
   */
  public void requireValid() {
    if (!violations.isEmpty()) {
      throw ApiError.validations(violations).refusal();
    }
  }

  /**
   * Requires that nothing is wrong, for actions of the query protocol.
   *
   * @throws QueryFault naming all that was wrong
   */
  public void requireValidForm() throws QueryFault {
    if (!violations.isEmpty()) {
      throw new QueryFault(Violation.all(violations));
    }
  }
}
