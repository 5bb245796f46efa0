package thaw.function.template.api;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import thaw.function.ApiRoute;
import thaw.problem.Spelling;
import thaw.template.ResourceProperties;

/**
 * Reads integrations of type {@code http_proxy}: which server gets the requests of a route, and
 * where the route's parameters stand in its address.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/apigateway/latest/developerguide/setup-http-integrations.html">HTTP
 *     integrations of REST APIs</a>
 * @see <a
 *     href="https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-http.html">
 *     HTTP proxy integrations of HTTP APIs</a>
 */
final class HttpProxyReader {
  private static final Pattern PARAMETER = Pattern.compile("\\{([^{}]*)}");
  private static final Pattern ORIGIN = Pattern.compile("(https?://[^/?#{}]+)([^#]*)");
  private static final Pattern PATH_SOURCE =
      Pattern.compile("method\\.request\\.path\\.([\\w.:-]+)");
  private static final String PATH_MAPPING = "integration.request.path.";
  private static final List<String> WITHOUT_EFFECT =
      List.of("responseParameters", "requestTemplates", "tlsConfig", "credentials");

  private final ApiDraft draft;
  private final Consumer<String> warnings;

  HttpProxyReader(ApiDraft draft, Consumer<String> warnings) {
    this.draft = draft;
    this.warnings = warnings;
  }

  /**
   * Returns the HTTP server that an integration leads to; empty where requests would have to go
   * through a private network.
   *
   * @param route the path, with its parameters
   * @param said what warnings call it
   */
  Optional<ApiRoute.Target> read(ResourceProperties integration, String route, String said) {
    if (integration
        .text("connectionType")
        .filter(type -> !type.equalsIgnoreCase("INTERNET"))
        .isPresent()) {
      warnings.accept(
          "%s: there are no private networks (connectionType VPC_LINK) here, %s is left out"
              .formatted(integration.place("connectionType"), said));
      return Optional.empty();
    }
    for (String name : WITHOUT_EFFECT) {
      if (integration.members().member(name).isPresent()) {
        warnings.accept(integration.place(name) + ": this is not evaluated: " + name);
      }
    }
    String uri =
        draft.withStageVariables(
            OpenApiReader.uri(integration),
            name -> {
              throw integration.mistake(
                  "uri",
                  "the uri has a stage variable that the API has not: " + name,
                  "declare it in the API's Variables or StageVariables");
            });
    Matcher matcher = ORIGIN.matcher(uri);
    if (!matcher.matches() || !isOrigin(matcher.group(1))) {
      throw integration.mistake(
          "uri", "the uri names no HTTP server: " + uri, "write uri: http://HOST:PORT/PATH");
    }
    return Optional.of(
        new ApiRoute.Target.Http(
            matcher.group(1),
            withParametersOf(route, matcher.group(2), integration),
            method(integration),
            OpenApiReader.limit(draft.kind(), integration)));
  }

  /** AWS refuses an integration without it: {@code Enumeration value ... must be non-empty}. */
  private static Optional<String> method(ResourceProperties integration) {
    String method =
        integration
            .text("httpMethod")
            .orElseThrow(() ->
                integration
                    .owner()
                    .mistake("the integration has no httpMethod", "add httpMethod: ANY"));
    return Optional.of(ApiEventReader.method(method, integration.place("httpMethod")))
        .filter(one -> !one.equals(ApiRoute.ANY));
  }

  private static boolean isOrigin(String text) {
    try {
      URI uri = new URI(text);
      return uri.getHost() != null && uri.getUserInfo() == null;
    } catch (URISyntaxException e) {
      return false;
    }
  }

  /** The path with the names that the route has, where the integration has others. */
  private String withParametersOf(String route, String path, ResourceProperties integration) {
    List<String> known =
        PARAMETER.matcher(route).results().map(found -> name(found.group(1))).toList();
    Map<String, String> mapped = mappings(integration);
    return PARAMETER
        .matcher(path)
        .replaceAll(found -> {
          String name = mapped.getOrDefault(found.group(1), name(found.group(1)));
          return Matcher.quoteReplacement("{" + checked(name, known, found, integration) + "}");
        });
  }

  private static String name(String parameter) {
    return parameter.endsWith("+") ? parameter.substring(0, parameter.length() - 1) : parameter;
  }

  private static String checked(
      String name, List<String> known, MatchResult found, ResourceProperties integration) {
    if (!known.contains(name)) {
      throw integration.mistake(
          "uri",
          "the uri has a parameter that the path has not: " + found.group(),
          Spelling.nearest(name, known)
              .map(near -> "write {" + near + "}")
              .orElse("leave it out, or add it to the path"));
    }
    return name;
  }

  /**
   * Returns the path parameters by their names in the uri. Other mappings are reported and left
   * out.
   */
  private Map<String, String> mappings(ResourceProperties integration) {
    Map<String, String> mapped = new HashMap<>();
    ResourceProperties all = integration.belowOrEmpty("requestParameters");
    for (String key : all.members().members().keySet()) {
      Matcher source = PATH_SOURCE.matcher(all.text(key).orElse(""));
      if (key.startsWith(PATH_MAPPING) && source.matches()) {
        mapped.put(key.substring(PATH_MAPPING.length()), source.group(1));
      } else {
        warnings.accept(
            all.place(key)
                + ": of requestParameters only path to path is evaluated, this is ignored: "
                + key);
      }
    }
    return mapped;
  }
}
