package thaw.service.own;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import thaw.function.resource.StoredParameter;
import thaw.function.resource.StoredParameter.Type;
import thaw.http.HttpHandler;

/**
 * Answers as Systems Manager's Parameter Store does to those who read parameters. Each has one
 * version, the first one.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_Operations.html">Actions</a>
 */
public final class ParameterStore {
  private static final int MOST_NAMES = 10;
  private static final int LARGEST_PAGE = 10;
  private static final int LARGEST_DESCRIPTION_PAGE = 50;

  private final List<StoredParameter> parameters;
  private final String arnPrefix;
  private final double created;

  /**
   * @param created when all parameters were
   */
  public ParameterStore(
      List<StoredParameter> parameters, String region, String account, Instant created) {
    this.parameters = List.copyOf(parameters);
    this.arnPrefix = "arn:aws:ssm:%s:%s:parameter".formatted(region, account);
    this.created = created.toEpochMilli() / 1000.0;
  }

  public HttpHandler handler() {
    return new JsonProtocolHandler(
        "Parameter Store",
        "AmazonSSM.",
        Map.of(
            "GetParameter", this::getParameter,
            "GetParameters", this::getParameters,
            "GetParametersByPath", this::getParametersByPath,
            "DescribeParameters", this::describeParameters),
        "declare parameters in the template, or give them as files of a seed");
  }

  private ObjectNode getParameter(JsonNode request) throws AwsError {
    String name = request.path("Name").asText("");
    ObjectNode answer = JsonProtocolHandler.JSON.createObjectNode();
    answer.set("Parameter", value(selected(name), name, decrypts(request)));
    return answer;
  }

  private ObjectNode getParameters(JsonNode request) throws AwsError {
    JsonNode names = request.path("Names");
    if (names.isEmpty() || names.size() > MOST_NAMES) {
      throw new AwsError(
          "ValidationException",
          "1 validation error detected: Value '[%d names]' at 'names' failed to satisfy constraint: Member must have length between 1 and %d"
              .formatted(names.size(), MOST_NAMES));
    }
    ObjectNode answer = JsonProtocolHandler.JSON.createObjectNode();
    ArrayNode found = answer.putArray("Parameters");
    ArrayNode invalid = answer.putArray("InvalidParameters");
    for (JsonNode name : names) {
      try {
        found.add(value(selected(name.asText()), name.asText(), decrypts(request)));
      } catch (AwsError e) {
        invalid.add(name.asText());
      }
    }
    return answer;
  }

  private ObjectNode getParametersByPath(JsonNode request) throws AwsError {
    String path = request.path("Path").asText("");
    if (!path.startsWith("/")) {
      throw new AwsError(
          "ValidationException",
          "The parameter doesn't meet the parameter name requirements: "
              + "the path must begin with a slash: "
              + path);
    }
    boolean recursive = request.path("Recursive").asBoolean(false);
    List<StoredParameter> below =
        filtered(request, parameters.stream().filter(each -> isBelow(each, path, recursive)));
    JsonPage<StoredParameter> page = JsonPage.of(below, request, LARGEST_PAGE);
    ObjectNode answer = JsonProtocolHandler.JSON.createObjectNode();
    ArrayNode found = answer.putArray("Parameters");
    page.items().forEach(each -> found.add(value(each, each.name(), decrypts(request))));
    page.tellNext(answer);
    return answer;
  }

  private ObjectNode describeParameters(JsonNode request) throws AwsError {
    List<StoredParameter> all = filtered(request, parameters.stream());
    JsonPage<StoredParameter> page = JsonPage.of(all, request, LARGEST_DESCRIPTION_PAGE);
    ObjectNode answer = JsonProtocolHandler.JSON.createObjectNode();
    ArrayNode found = answer.putArray("Parameters");
    for (StoredParameter each : page.items()) {
      ObjectNode description = found.addObject();
      description.put("Name", each.name()).put("ARN", arn(each)).put("Type", each.type().text());
      description.put("LastModifiedDate", created).put("Version", 1).put("Tier", "Standard");
      description.put("DataType", "text").putArray("Policies");
      if (!each.description().isEmpty()) {
        description.put("Description", each.description());
      }
    }
    page.tellNext(answer);
    return answer;
  }

  // ---- which ----

  /** Returns the parameter with this name or ARN, perhaps with a version behind a colon. */
  private StoredParameter selected(String asked) throws AwsError {
    Optional<StoredParameter> whole = named(asked);
    if (whole.isPresent()) {
      return whole.get();
    }
    int colon = asked.lastIndexOf(':');
    Optional<StoredParameter> found =
        colon < 0 ? Optional.empty() : named(asked.substring(0, colon));
    if (found.isEmpty()) {
      throw new AwsError("ParameterNotFound", "Parameter " + asked + " not found.");
    }
    String selector = asked.substring(colon + 1);
    if (!selector.equals("1")) {
      throw new AwsError(
          "ParameterVersionNotFound",
          "Systems Manager could not find version %s of %s. Verify the version and try again."
              .formatted(selector, found.get().name()));
    }
    return found.get();
  }

  private Optional<StoredParameter> named(String name) {
    return parameters.stream()
        .filter(each -> each.name().equals(name) || arn(each).equals(name))
        .findFirst();
  }

  private static boolean isBelow(StoredParameter parameter, String path, boolean recursive) {
    String prefix = path.endsWith("/") ? path : path + "/";
    // A name without a slash is below the root.
    String name = parameter.name().contains("/") ? parameter.name() : "/" + parameter.name();
    return name.startsWith(prefix) && (recursive || name.indexOf('/', prefix.length()) < 0);
  }

  /** Both kinds of filters that the API has. */
  private static List<StoredParameter> filtered(JsonNode request, Stream<StoredParameter> all)
      throws AwsError {
    Stream<StoredParameter> left = all;
    for (String kind : List.of("ParameterFilters", "Filters")) {
      for (JsonNode filter : request.path(kind)) {
        String key = filter.path("Key").asText();
        String usual = kind.equals("Filters") ? "BeginsWith" : "Equals";
        String option = filter.path("Option").asText(usual);
        List<String> values =
            StreamSupport.stream(filter.path("Values").spliterator(), false)
                .map(JsonNode::asText)
                .toList();
        Function<StoredParameter, String> property =
            switch (key) {
              case "Name", "Path" -> StoredParameter::name;
              case "Type" -> each -> each.type().text();
              default ->
                  throw new AwsError(
                      "InvalidFilterKey",
                      "Thaw's Parameter Store filters by Name, Path and Type, not by " + key);
            };
        left =
            left.filter(each ->
                values.stream()
                    .anyMatch(value ->
                        key.equals("Path")
                            ? isBelow(each, value, option.equals("Recursive"))
                            : matches(property.apply(each), option, value)));
      }
    }
    return left.toList();
  }

  private static boolean matches(String property, String option, String value) {
    return switch (option) {
      case "BeginsWith" -> property.startsWith(value);
      case "Contains" -> property.contains(value);
      default -> property.equals(value);
    };
  }

  // ---- what of it ----

  private static boolean decrypts(JsonNode request) {
    return request.path("WithDecryption").asBoolean(false);
  }

  /**
   * @param asked a selector is told apart from the name
   */
  private ObjectNode value(StoredParameter parameter, String asked, boolean decrypted) {
    ObjectNode value = JsonProtocolHandler.JSON.createObjectNode();
    boolean hidden = parameter.type() == Type.SECURE_STRING && !decrypted;
    value.put("Name", parameter.name()).put("Type", parameter.type().text());
    value.put("Value", hidden ? hidden(parameter.value()) : parameter.value());
    value.put("Version", 1).put("LastModifiedDate", created);
    value.put("ARN", arn(parameter)).put("DataType", "text");
    if (asked.endsWith(":1") && !asked.equals(parameter.name())) {
      value.put("Selector", ":1");
    }
    return value;
  }

  /**
   * Returns a text as unreadable as the ciphertext that AWS gives to callers who do not ask for
   * decryption.
   */
  private static String hidden(String value) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] ^= (byte) (0x5A + 7 * i);
    }
    return "AQICAHh" + Base64.getEncoder().encodeToString(bytes);
  }

  private String arn(StoredParameter parameter) {
    String name = parameter.name();
    return arnPrefix + (name.startsWith("/") ? "" : "/") + name;
  }
}
