package thaw.function.constraint;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.BiPredicate;
import java.util.stream.Stream;

/**
 * Tells what the service models demand of one operation's members. The demands are in {@code
 * constraints.txt}, a line for each operation and each shape, which {@code constraints.py} makes of
 * botocore's models; only the lines that somebody asks for are parsed.
 */
public final class ServiceModel {
  private static final List<String> SERVICES = List.of("lambda", "lambda-core");

  /** The prefix of ARNs that DynamoDB Local gives its streams, which no pattern allows for. */
  private static final String LOCAL_STREAM = "arn:aws:dynamodb:ddblocal:";

  private static final String NUMBER = "-?\\d+(\\.\\d+)?([eE][-+]?\\d+)?";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String service;
  private final JsonNode input;

  private ServiceModel(String service, JsonNode input) {
    this.service = service;
    this.input = input;
  }

  /** The lines of the file, by service and name. They are read when somebody first asks. */
  private static final class Lines {
    static final Map<String, String> BY_NAME = read();

    private static Map<String, String> read() {
      Map<String, String> lines = new HashMap<>();
      try (InputStream in =
          Objects.requireNonNull(ServiceModel.class.getResourceAsStream("constraints.txt"))) {
        new String(in.readAllBytes(), StandardCharsets.UTF_8)
            .lines()
            .filter(line -> !line.startsWith("#"))
            .forEach(line -> {
              int json = line.indexOf('{');
              lines.put(line.substring(0, json - 1), line.substring(json));
            });
      } catch (IOException e) {
        throw new UncheckedIOException("could not read constraints.txt", e);
      }
      return lines;
    }
  }

  private static JsonNode line(String service, String name) {
    String json = Lines.BY_NAME.get(service + " " + name);
    if (json == null) {
      return MissingNode.getInstance();
    }
    try {
      return JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("not to be parsed in constraints.txt: " + name, e);
    }
  }

  /** Returns the demands on an operation; empty when there are none, or no model has it. */
  public static Optional<ServiceModel> of(String operation) {
    return SERVICES.stream()
        .map(service -> new ServiceModel(service, line(service, operation + "()")))
        .filter(model -> !model.input.isMissingNode())
        .findFirst();
  }

  /** Returns whether the service has an error of its own for values that do not fit. */
  public boolean hasValidationError() {
    return service.equals("lambda");
  }

  /** Returns whether something is demanded of the members of the request's body. */
  public boolean concernsBody() {
    for (JsonNode member : input.path("members")) {
      if (member.asText().indexOf(' ') < 0) {
        return true;
      }
    }
    return false;
  }

  /** Finds the values of a request that are not in its body. */
  public interface Located {
    /**
     * @param location {@code uri}, {@code querystring} or {@code header}
     */
    List<String> values(String location, String name);
  }

  /**
   * Returns all that does not fit: first of query and headers, then of the path and the body.
   *
   * @throws WrongType when a member has another type than the model says
   */
  public List<Violation> violations(Located located, JsonNode body) {
    Walk outside = new Walk(false);
    for (boolean path : new boolean[] {false, true}) {
      for (Map.Entry<String, JsonNode> member : input.path("members").properties()) {
        String[] words = member.getValue().asText().split(" ");
        if (words.length == 3 && words[1].equals("uri") == path) {
          outside.located(member.getKey(), words, located);
        }
      }
    }
    Walk inside = new Walk(true);
    inside.structure(List.of(), input, body, true);
    return Stream.concat(outside.found.stream(), inside.found.stream()).toList();
  }

  /**
   * Returns what does not fit of the members that are there, as templates have them.
   *
   * @param members null is a value that only the deployment knows
   */
  public List<Violation> violations(JsonNode members) {
    Walk walk = new Walk(false);
    walk.structure(List.of(), input, members, false);
    return walk.found;
  }

  private static boolean requires(JsonNode shape, String member) {
    return texts(shape.path("required")).contains(member);
  }

  /** Gathers what does not fit. */
  private final class Walk {
    private final List<Violation> found = new ArrayList<>();
    private final boolean strict;

    /**
     * @param strict whether a value of another type is an error; templates and queries have texts
     *     for numbers, and who reads a member of theirs refuses what is none
     */
    Walk(boolean strict) {
      this.strict = strict;
    }

    void located(String member, String[] words, Located located) {
      List<String> values = located.values(words[1], words[2]);
      JsonNode shape = line(service, words[0]);
      if (values.isEmpty()) {
        if (requires(input, member)) {
          missing(List.of(member));
        }
      } else if (type(shape).equals("list")) {
        value(List.of(member), shape, JSON.valueToTree(values));
      } else if (type(shape).equals("integer") && !values.getFirst().matches(NUMBER)) {
        throw new WrongType("STRING_VALUE can not be converted to an Integer: " + member);
      } else {
        value(List.of(member), shape, JSON.valueToTree(values.getFirst()));
      }
    }

    private void missing(List<String> path) {
      found.add(new Violation(path, " null", "Member must not be null"));
    }

    private void add(List<String> path, JsonNode shape, JsonNode value, String constraint) {
      boolean secret = shape.path("sensitive").asBoolean();
      found.add(new Violation(path, secret ? "" : " '" + shown(shape, value) + "'", constraint));
    }

    void structure(List<String> path, JsonNode shape, JsonNode members, boolean complete) {
      for (Map.Entry<String, JsonNode> member : shape.path("members").properties()) {
        JsonNode value = members.path(member.getKey());
        if (member.getValue().asText().indexOf(' ') >= 0) {
          continue;
        }
        List<String> at = below(path, member.getKey());
        if (!value.isMissingNode() && !(value.isNull() && strict)) {
          value(at, line(service, member.getValue().asText()), value);
        } else if (complete && requires(shape, member.getKey())) {
          missing(at);
        }
      }
    }

    private void value(List<String> path, JsonNode shape, JsonNode value) {
      if (value.isNull() && !strict) {
        return; // what only the deployment knows
      }
      if (strict || value.isContainerNode()) {
        Optional<WrongType> wrong = WrongType.of(type(shape), value, path.getLast());
        if (wrong.isPresent() && strict) {
          throw wrong.get();
        }
        if (wrong.isPresent()) {
          return;
        }
      }
      broken(shape, value).forEach(constraint -> add(path, shape, value, constraint));
      switch (type(shape)) {
        case "structure" -> structure(path, shape, value, true);
        case "list" -> entries(path, shape, value);
        case "map" -> {
          JsonNode key = line(service, shape.path("key").asText());
          if (anyBroken(path, key, keys(value))) {
            add(path, shape, value, "Map keys must satisfy constraint: " + all(key));
          }
          JsonNode entry = line(service, shape.path("of").asText());
          if (anyBroken(path, entry, value)) {
            add(path, shape, value, "Map value must satisfy constraint: " + inside(shape));
          }
        }
        default -> {
          // has nothing inside
        }
      }
    }

    private void entries(List<String> path, JsonNode shape, JsonNode values) {
      JsonNode entry = line(service, shape.path("of").asText());
      if (type(entry).equals("structure")) {
        int number = 0;
        for (JsonNode value : values) {
          number++;
          value(below(path, Integer.toString(number), "member"), entry, value);
        }
      } else if (anyBroken(path, entry, values)) {
        add(path, shape, values, "Member must satisfy constraint: " + inside(shape));
      }
    }

    private boolean anyBroken(List<String> path, JsonNode shape, JsonNode values) {
      Walk walk = new Walk(strict);
      if (!shape.isMissingNode()) {
        values.forEach(value -> walk.value(path, shape, value));
      }
      return !walk.found.isEmpty();
    }
  }

  private static List<String> below(List<String> path, String... names) {
    List<String> all = new ArrayList<>(path);
    all.addAll(List.of(names));
    return all;
  }

  private static JsonNode keys(JsonNode map) {
    List<String> keys = new ArrayList<>();
    map.fieldNames().forEachRemaining(keys::add);
    return JSON.valueToTree(keys);
  }

  private static String type(JsonNode shape) {
    return shape.path("type").asText();
  }

  /** Returns all that is demanded of a shape, whatever of it is broken. */
  private static String all(JsonNode shape) {
    return "[" + String.join(", ", demands(shape, (_, _) -> true)) + "]";
  }

  /** Returns all that is demanded of the entries of a list or map. */
  private String inside(JsonNode shape) {
    JsonNode entry = line(service, shape.path("of").asText());
    List<String> demands = demands(entry, (_, _) -> true);
    if (entry.has("of")) {
      demands.add("Member must satisfy constraint: " + inside(entry));
    }
    if (!shape.path("nullable").asBoolean()) {
      demands.add("Member must not be null");
    }
    return "[" + String.join(", ", demands) + "]";
  }

  private static List<String> broken(JsonNode shape, JsonNode value) {
    return switch (type(shape)) {
      case "structure" -> List.of();
      case "string" ->
          value.asText().startsWith(LOCAL_STREAM)
              ? List.of()
              : demands(shape, (demand, limit) -> breaks(demand, limit, value.asText()));
      case "list", "map" -> demands(shape, (demand, limit) -> beyond(demand, limit, value.size()));
      default ->
          value.asText().matches(NUMBER)
              ? demands(shape, (demand, limit) -> beyond(demand, limit, value.asDouble()))
              : List.of();
    };
  }

  private static boolean beyond(String demand, JsonNode limit, double value) {
    return demand.equals("max") ? value > limit.asDouble() : value < limit.asDouble();
  }

  private static boolean breaks(String demand, JsonNode limit, String value) {
    return switch (demand) {
      case "pattern" -> !Constraint.matches(limit.asText()).holds(value);
      case "enum" -> !texts(limit).contains(value);
      default -> beyond(demand, limit, value.length());
    };
  }

  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(each -> texts.add(each.asText()));
    return texts;
  }

  /** Returns the wanted demands of a shape, in the order and the words of AWS's messages. */
  private static List<String> demands(JsonNode shape, BiPredicate<String, JsonNode> wanted) {
    List<String> texts = new ArrayList<>();
    for (String demand : List.of("max", "min", "pattern", "enum")) {
      JsonNode limit = shape.path(demand);
      if (!limit.isMissingNode() && wanted.test(demand, limit)) {
        texts.add(text(type(shape), demand, limit));
      }
    }
    return texts;
  }

  private static String text(String type, String demand, JsonNode limit) {
    return switch (demand) {
      case "pattern" -> "Member must satisfy regular expression pattern: " + limit.asText();
      case "enum" -> "Member must satisfy enum value set: " + texts(limit);
      default ->
          "Member must have %s %s than or equal to %s"
              .formatted(
                  List.of("string", "list", "map").contains(type) ? "length" : "value",
                  demand.equals("max") ? "less" : "greater",
                  type.equals("double") ? Double.toString(limit.asDouble()) : limit.asText());
    };
  }

  /** Returns a value as Java shows it. */
  private String shown(JsonNode shape, JsonNode value) {
    JsonNode of = line(service, shape.path("of").asText());
    if (value.isArray()) {
      StringJoiner list = new StringJoiner(", ", "[", "]");
      value.forEach(each -> list.add(shown(of, each)));
      return list.toString();
    }
    if (value.isObject()) {
      StringJoiner map = new StringJoiner(", ", "{", "}");
      value.properties().forEach(each -> map.add(each.getKey() + "=" + shown(of, each.getValue())));
      return map.toString();
    }
    return type(shape).equals("double") ? Double.toString(value.asDouble()) : value.asText();
  }
}
