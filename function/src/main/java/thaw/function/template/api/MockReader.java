package thaw.function.template.api;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import thaw.function.ApiRoute;
import thaw.template.ResourceProperties;

/**
 * Reads integrations of type {@code mock}, whose answer is the same for each request. One with a
 * mapping template that computes something has none here.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/apigateway/latest/developerguide/how-to-mock-integration.html">Mock
 *     integrations</a>
 */
final class MockReader {
  private static final Pattern STATUS = Pattern.compile("statusCode['\"]?\\s*:\\s*['\"]?(\\d{3})");
  private static final Pattern COMPUTED = Pattern.compile("[$#]");
  private static final String HEADER = "method.response.header.";
  private static final String JSON = "application/json";
  private static final String OTHERWISE = "default";
  private static final String OK = "200";

  private final Consumer<String> warnings;

  MockReader(Consumer<String> warnings) {
    this.warnings = warnings;
  }

  /**
   * @param said what warnings call the route
   */
  Optional<ApiRoute.Target> read(ResourceProperties integration, String said) {
    String request = template(Optional.of(integration), "requestTemplates");
    Matcher status = STATUS.matcher(request);
    Optional<ResourceProperties> response =
        response(integration, status.find() ? Optional.of(status.group(1)) : Optional.empty());
    String body = template(response, "responseTemplates");
    if (response.isEmpty() || COMPUTED.matcher(request + body).find()) {
      warnings.accept(
          "%s: this mock has no answer that is always the same, %s is left out"
              .formatted(integration.owner(), said));
      return Optional.empty();
    }
    return Optional.of(
        new ApiRoute.Target.Fixed(
            Integer.parseInt(response.get().text("statusCode").orElse(OK)),
            headers(response.get()),
            body));
  }

  /** Returns the mapping template, which may be empty. */
  private static String template(Optional<ResourceProperties> of, String name) {
    return of.flatMap(one -> one.below(name))
        .flatMap(all -> all.members().value(JSON).map(value -> all.intrinsics().text(value, name)))
        .orElse("");
  }

  private static Optional<ResourceProperties> response(
      ResourceProperties integration, Optional<String> status) {
    ResourceProperties all = integration.belowOrEmpty("responses");
    String code = status.orElse(OK);
    return all.members().members().keySet().stream()
        .filter(pattern -> !pattern.equals(OTHERWISE) && code.matches(pattern))
        .findFirst()
        .or(() -> Optional.of(OTHERWISE))
        .flatMap(all::below);
  }

  private Map<String, String> headers(ResourceProperties response) {
    Map<String, String> headers = new LinkedHashMap<>();
    ResourceProperties all = response.belowOrEmpty("responseParameters");
    for (String name : all.members().members().keySet()) {
      String value = all.text(name).orElse("");
      boolean constant = value.length() > 1 && value.startsWith("'") && value.endsWith("'");
      if (name.startsWith(HEADER) && constant) {
        headers.put(name.substring(HEADER.length()), ApiCorsReader.unquoted(value));
      } else {
        warnings.accept(
            all.place(name) + ": only constant headers are sent, this is ignored: " + name);
      }
    }
    return headers;
  }
}
