package thaw.template;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Values of the Parameter Store and of Secrets Manager: those that parameters of a template name,
 * and those of dynamic references such as {@code {{resolve:ssm:/shop/url}}}.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/dynamic-references.html">Dynamic
 *     references</a>
 */
final class StoredValues {
  /** Jackson takes longer to load than most templates to resolve. */
  private static final class Json {
    private static final JsonMapper MAPPER = new JsonMapper();
  }

  private static final String OPENING = "{{resolve:";
  private static final Pattern REFERENCE =
      Pattern.compile("\\{\\{\\s*resolve:(ssm|ssm-secure|secretsmanager):([^{}]*?)\\s*}}");
  private static final int PARTS_OF_ARN = 7;

  private final Function<String, Optional<String>> parameters;
  private final Function<String, Optional<String>> secrets;

  /** The files that a folder for --seed lacks. */
  private final Set<String> missing = new TreeSet<>();

  /**
   * @param parameters values by name
   * @param secrets contents by name or ARN
   */
  StoredValues(
      Function<String, Optional<String>> parameters, Function<String, Optional<String>> secrets) {
    this.parameters = parameters;
    this.secrets = secrets;
  }

  /** Returns in one line what a folder for --seed lacks, where it is more than one file. */
  Optional<String> missing() {
    return missing.size() < 2
        ? Optional.empty()
        : Optional.of("a folder for --seed needs all of: " + String.join(", ", missing));
  }

  /**
   * Returns the value of a stored parameter, or why it is not known.
   *
   * @param instead what the user may do instead of storing it
   */
  TemplateValue parameter(String name, Place place, String instead) {
    return parameters
        .apply(name)
        .<TemplateValue>map(value -> TemplateValue.string(value, place))
        .orElseGet(() -> {
          String file = "parameters" + (name.startsWith("/") ? "" : "/") + name;
          missing.add(file);
          return unknown(
              name,
              place,
              "no value is stored for the parameter " + name,
              "write it into the file " + file + " of a folder for --seed, " + instead);
        });
  }

  /** Returns a text with the values of its dynamic references, or why one is not known. */
  TemplateValue resolved(TemplateValue.Text text) {
    if (!text.text().contains(OPENING)) {
      return text;
    }
    Matcher matcher = REFERENCE.matcher(text.text());
    StringBuilder resolved = new StringBuilder();
    @Nullable TemplateValue unknown = null; // the first: the others are counted, too
    while (matcher.find()) {
      TemplateValue value =
          matcher.group(1).equals("secretsmanager")
              ? secret(matcher.group(2), text.place())
              : parameter(
                  matcher.group(2).replaceFirst(":\\d+$", ""),
                  text.place(),
                  "or declare an AWS::SSM::Parameter");
      if (value instanceof TemplateValue.Text known) {
        matcher.appendReplacement(resolved, Matcher.quoteReplacement(known.asString()));
      } else if (unknown == null) {
        unknown = value;
      }
    }
    return unknown != null
        ? unknown
        : TemplateValue.string(matcher.appendTail(resolved).toString(), text.place());
  }

  private TemplateValue secret(String reference, Place place) {
    List<String> parts = Arrays.asList(reference.split(":", -1));
    int ofId = reference.startsWith("arn:") ? Math.min(PARTS_OF_ARN, parts.size()) : 1;
    String id = String.join(":", parts.subList(0, ofId));
    String key = parts.size() > ofId + 1 ? parts.get(ofId + 1) : "";
    Optional<String> content = secrets.apply(id);
    if (content.isEmpty()) {
      String name = id.replaceFirst("^arn:.*:secret:", "");
      String file = "secrets/" + name + ".json";
      missing.add(file);
      return unknown(
          id,
          place,
          "no value is stored for the secret " + name,
          "write it into the file " + file + " of a folder for --seed");
    }
    return key.isEmpty()
        ? TemplateValue.string(content.get(), place)
        : member(id, key, content.get(), place);
  }

  private static TemplateValue member(String id, String key, String content, Place place) {
    try {
      JsonNode value = Json.MAPPER.readTree(content).get(key);
      if (value != null) {
        return TemplateValue.string(value.isTextual() ? value.asText() : value.toString(), place);
      }
    } catch (JsonProcessingException e) {
      // as one without the key
    }
    return unknown(
        id,
        place,
        "the secret " + id + " is no JSON with the key " + key,
        "add the key to its value, or leave it out of the reference");
  }

  private static TemplateValue unknown(String name, Place place, String cause, String remedy) {
    return new TemplateValue.Call("resolve", TemplateValue.string(name, place), place)
        .because(new TemplateValue.Unknown(place.mistake(cause, remedy), true));
  }
}
