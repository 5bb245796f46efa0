package thaw.apigateway;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import thaw.function.Api;
import thaw.function.ApiRoute;
import thaw.function.PayloadFormat;
import thaw.http.Exchange;
import thaw.http.RequestTarget;

/** Requests for tests. */
public final class Calls {
  static final Instant NOW = Instant.parse("2026-11-05T09:07:03.123Z");

  private Calls() {}

  /**
   * @param headers name, value, name, value
   */
  public static ProxyCall call(
      Api.Kind kind,
      String stage,
      String route,
      String path,
      String query,
      List<String> binaryMediaTypes,
      String... headers) {
    ApiRoute taken = RouterTest.routes(route).getFirst();
    Api api =
        new Api(
            "Pets",
            kind,
            stage,
            Map.of(),
            List.of(taken),
            binaryMediaTypes,
            Optional.empty(),
            List.of(),
            false);
    List<Exchange.Sent> sent = new ArrayList<>();
    for (int i = 0; i < headers.length; i += 2) {
      String lower = headers[i].toLowerCase(Locale.ROOT);
      List<String> values = List.of(headers[i + 1].split("\\|"));
      sent.add(new Exchange.Sent(headers[i], lower, values));
    }
    Incoming in =
        new Incoming(
            "id-1",
            NOW,
            "POST",
            "HTTP/1.1",
            "abc.execute-api.us-east-1.localhost:3000",
            path,
            query,
            RequestTarget.parameters(query),
            sent,
            "127.0.0.1",
            3000,
            "Root=1-2-3",
            _ -> new byte[0]);
    String routed = kind == Api.Kind.REST ? path : QueryString.decodedTwice(path).orElseThrow();
    Map<String, String> parameters =
        new Router(kind, api.routes()).find("POST", routed).orElseThrow().parameters();
    return new ProxyCall(api, taken, parameters, in, "gateway-id=", ProxyCall.Granted.UNASKED);
  }

  public static ProxyCall rest(String... headers) {
    return call(Api.Kind.REST, "prod", "ANY /pets/{id}", "/pets/1", "", List.of(), headers);
  }

  public static ProxyCall http() {
    return call(Api.Kind.HTTP, "$default", "ANY /pets/{id}", "/pets/1", "", List.of());
  }

  static ApiRoute.Target.Function target(PayloadFormat format) {
    return new ApiRoute.Target.Function(
        "function", Optional.empty(), format, Duration.ofSeconds(30));
  }
}
