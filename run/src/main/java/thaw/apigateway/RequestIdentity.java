package thaw.apigateway;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import thaw.function.ApiAuthorizer;
import thaw.function.Region;

/** The parts of a request that an authorizer looks at. */
final class RequestIdentity {
  private RequestIdentity() {}

  /** Their values; empty when one of them is missing or empty. */
  static Optional<List<String>> of(ProxyCall call, List<ApiAuthorizer.Source> sources) {
    List<String> values = new ArrayList<>();
    for (ApiAuthorizer.Source source : sources) {
      Optional<String> value = value(call, source).filter(text -> !text.isEmpty());
      if (value.isEmpty()) {
        return Optional.empty();
      }
      values.add(value.get());
    }
    return Optional.of(values);
  }

  /** Names them: {@code header x-token, or query user}. */
  static String names(List<ApiAuthorizer.Source> sources) {
    return sources.stream()
        .map(source ->
            source.from().name().toLowerCase(Locale.ROOT).replace('_', ' ') + " " + source.name())
        .collect(Collectors.joining(", or "));
  }

  private static Optional<String> value(ProxyCall call, ApiAuthorizer.Source source) {
    return switch (source.from()) {
      case HEADER -> call.in().header(source.name());
      case QUERY ->
          Optional.ofNullable(call.in().parameters().get(source.name())).map(List::getLast);
      case STAGE_VARIABLE -> Optional.ofNullable(call.api().stageVariables().get(source.name()));
      case CONTEXT -> context(call, source.name());
    };
  }

  /** Those variables of {@code $context} that a request has before it is authorized. */
  private static Optional<String> context(ProxyCall call, String name) {
    Incoming in = call.in();
    return switch (name) {
      case "accountId" -> Optional.of(Region.ACCOUNT);
      case "apiId" -> Optional.of(call.api().id());
      case "stage" -> Optional.of(call.api().stage());
      case "httpMethod", "http.method" -> Optional.of(in.method());
      case "path", "http.path" -> Optional.of(call.rawStagePath());
      case "resourcePath" -> Optional.of(call.route().path());
      case "routeKey" -> Optional.of(call.route().key());
      case "domainName" -> Optional.of(in.host());
      case "identity.sourceIp", "http.sourceIp" -> Optional.of(in.sourceIp());
      case "identity.userAgent", "http.userAgent" -> in.header("user-agent");
      default -> Optional.empty();
    };
  }
}
