package thaw.service;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import thaw.http.Exchange;
import thaw.http.Response;

/** Passes requests on to the S3 server and its responses back. Refuses to know what they do. */
final class S3Relay implements AutoCloseable {
  /** Fields that belong to one connection, or that the client sets itself. */
  private static final Set<String> OWN =
      Set.of(
          "connection",
          "content-length",
          "expect",
          "host",
          "http2-settings",
          "keep-alive",
          "origin", // was looked at by who let the request in
          "te",
          "transfer-encoding",
          "upgrade");

  private static final Duration CONNECT_PATIENCE = Duration.ofSeconds(5);

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(CONNECT_PATIENCE)
          .build();
  private final String server;

  S3Relay(InetSocketAddress server) {
    this.server = "http://" + server.getHostString() + ":" + server.getPort();
  }

  /** The same request with its body as it comes. */
  HttpResponse<InputStream> pass(Exchange exchange, String path)
      throws IOException, InterruptedException {
    long length = exchange.header("content-length").map(Long::parseLong).orElse(-1L);
    boolean chunked = exchange.header("transfer-encoding").isPresent();
    BodyPublisher body =
        length > 0
            ? BodyPublishers.fromPublisher(BodyPublishers.ofInputStream(exchange::content), length)
            : chunked ? BodyPublishers.ofInputStream(exchange::content) : BodyPublishers.noBody();
    return pass(exchange, path, body);
  }

  /** The same request with a body that was read. */
  HttpResponse<InputStream> pass(Exchange exchange, String path, BodyPublisher body)
      throws IOException, InterruptedException {
    String query = exchange.rawQuery();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri(path + (query.isEmpty() ? "" : "?" + query)))
            .method(exchange.method(), body);
    exchange
        .headers()
        .forEach((name, values) -> {
          if (!OWN.contains(name)) {
            values.forEach(value -> request.header(name, typeOfObject(name, value)));
          }
        });
    return http.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
  }

  /** S3Proxy (4.1.0) takes an object for a form and stores none of it when curl calls it one. */
  private static String typeOfObject(String name, String value) {
    return name.equals("content-type") && value.startsWith("application/x-www-form-urlencoded")
        ? "binary/octet-stream" // as S3 has it for objects without a type
        : value;
  }

  /** Asks the server about an object by a request of our own. */
  HttpResponse<Void> head(String pathAndQuery) throws IOException, InterruptedException {
    return http.send(
        HttpRequest.newBuilder(uri(pathAndQuery)).HEAD().build(),
        HttpResponse.BodyHandlers.discarding());
  }

  private URI uri(String pathAndQuery) throws IOException {
    try {
      return URI.create(server + pathAndQuery);
    } catch (IllegalArgumentException e) {
      throw new IOException("no address: " + pathAndQuery, e);
    }
  }

  /** A response with its body as it comes. */
  static Response streamed(HttpResponse<InputStream> response) {
    Fields fields = Fields.of(response, true);
    return Response.streamed(
        response.statusCode(),
        fields.single(),
        fields.repeated(),
        to -> {
          try (InputStream body = response.body()) {
            body.transferTo(to);
          }
        });
  }

  /** A response whose body was read. */
  static Response whole(HttpResponse<InputStream> response, byte[] body) {
    Fields fields = Fields.of(response, false);
    return new Response(
        response.statusCode(),
        fields.single(),
        fields.repeated(),
        body,
        java.util.Optional.empty());
  }

  private record Fields(Map<String, String> single, List<Response.Field> repeated) {
    static Fields of(HttpResponse<?> response, boolean withLength) {
      Map<String, String> single = new HashMap<>();
      List<Response.Field> repeated = new ArrayList<>();
      response
          .headers()
          .map()
          .forEach((name, values) -> {
            String lower = name.toLowerCase(Locale.ROOT);
            if (lower.equals("content-type")) {
              single.put("Content-Type", values.getFirst());
            } else if (!OWN.contains(lower) || (withLength && lower.equals("content-length"))) {
              values.forEach(value -> repeated.add(new Response.Field(name, value)));
            }
          });
      return new Fields(single, repeated);
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
