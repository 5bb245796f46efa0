package thaw.app.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import thaw.apigateway.ApiGateway;
import thaw.apigateway.AuthorNotes;
import thaw.apigateway.StageAddress;
import thaw.function.Api;
import thaw.function.ApiKey;
import thaw.function.ApiRoute;
import thaw.function.Region;
import thaw.http.Admission;
import thaw.http.HttpHandler;
import thaw.http.HttpServer;
import thaw.platform.Platform;
import thaw.problem.UserMistake;
import thaw.runtimeapi.Invocation;

/** The ports of an application's APIs: one for each, none when there is no API. */
public final class ApiPorts implements AutoCloseable {
  /** The port that is used by default, which is that of {@code sam local start-api}. */
  public static final int DEFAULT_PORT = 3000;

  private static final int LARGEST_PORT = 65_535;

  private final ApiGateway gateway;
  private final List<Opened> opened = new ArrayList<>();

  private record Opened(Api api, HttpServer server) {}

  private ApiPorts(ApiGateway gateway) {
    this.gateway = gateway;
  }

  /**
   * @param front makes the server's handler of an API's
   * @param notes gets what clients are not told
   * @param problems our own failures
   * @throws UserMistake when a port is taken
   */
  static ApiPorts open(
      ServerSettings settings,
      List<Api> apis,
      Platform platform,
      UnaryOperator<HttpHandler> front,
      AuthorNotes notes,
      Consumer<Exception> problems) {
    ApiPorts ports =
        new ApiPorts(
            new ApiGateway(
                apis,
                platform,
                settings.limitsPolicies().limitsTime(),
                settings.reach().origins(),
                notes,
                problems));
    try {
      int port = settings.apiPort();
      for (Api api : apis) {
        if (port != 0 && port == settings.port()) {
          port++; // the Lambda API's
        }
        ports.opened.add(
            new Opened(
                api,
                listening(
                    settings.host(),
                    port,
                    front.apply(ports.gateway.handler(api)),
                    settings.reach().own()::refusalOfName,
                    api,
                    problems)));
        port = port == 0 ? 0 : port + 1;
      }
      return ports;
    } catch (RuntimeException e) {
      ports.close();
      throw e;
    }
  }

  private static HttpServer listening(
      String host,
      int port,
      HttpHandler handler,
      Admission admission,
      Api api,
      Consumer<Exception> problems) {
    try {
      return HttpServer.open(
          host,
          port,
          handler,
          admission,
          Invocation::newRequestId,
          HttpServer.TRANSFER_LIMIT,
          problems);
    } catch (UserMistake e) {
      throw new UserMistake(
          "the API " + api.logicalId() + ": " + e.getMessage(),
          "end the program that has the port, or choose another one: --api-port "
              + (port % LARGEST_PORT + 1)
              + " (0: any that is free)");
    }
  }

  /** Returns the port of the API with this logical id. */
  int port(String logicalId) {
    return opened.stream()
        .filter(each -> each.api().logicalId().equals(logicalId))
        .findFirst()
        .orElseThrow()
        .server()
        .port();
  }

  /** Returns lines with the URLs of the APIs and with what is behind them. */
  List<String> announcement(ServerSettings settings) {
    List<String> lines = new ArrayList<>();
    for (Opened each : opened) {
      Api api = each.api();
      String url = settings.url(each.server().port());
      lines.add(
          "%s API %s at %s, or %s"
              .formatted(
                  api.kind(),
                  api.logicalId(),
                  url,
                  StageAddress.url(api, Region.own(), each.server().port())));
      for (ApiRoute route : api.routes()) {
        behind(route)
            .ifPresent(
                name -> lines.add("  " + address(route, url) + " -> " + name + conditions(route)));
      }
      for (ApiKey key : api.keys()) {
        lines.add("  x-api-key: " + key.value());
      }
    }
    return lines;
  }

  private static Optional<String> behind(ApiRoute route) {
    return switch (route.target()) {
      case ApiRoute.Target.Function function -> Optional.of(function.name());
      case ApiRoute.Target.Http http -> Optional.of(http.uri());
      case ApiRoute.Target.Fixed fixed ->
          route.isPreflight()
              ? Optional.empty()
              : Optional.of("the answer " + fixed.status() + " of a mock");
    };
  }

  private static String address(ApiRoute route, String url) {
    return route.path().equals(ApiRoute.OTHERWISE)
        ? "ANY " + url + "/..."
        : route.method() + " " + url + route.path();
  }

  private static String conditions(ApiRoute route) {
    return route.authorizer().map(authorizer -> ", if " + authorizer.name() + " permits").orElse("")
        + (route.keyRequired() ? ", with an API key" : "");
  }

  /** Takes no more requests; those that run have their connection closed. */
  @Override
  public void close() {
    opened.forEach(each -> each.server().close());
    gateway.close();
  }
}
