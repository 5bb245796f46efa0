package thaw.service.busy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import thaw.http.Exchange;
import thaw.http.HttpHandler;
import thaw.http.Response;
import thaw.http.Upstream;

/** Passes requests on to a service's process and its responses back, each of them whole. */
final class Passing implements HttpHandler, AutoCloseable {
  /** More than a request to DynamoDB (16 MiB) or SQS may have. */
  static final int LARGEST_BODY_BYTES = 17 * 1024 * 1024;

  private static final int LARGEST_ANSWER_BYTES = 64 * 1024 * 1024;

  /**
   * Fields that belong to one connection, or that are written anew; and what would have answers
   * compressed, which are read here.
   */
  private static final Set<String> OWN =
      Set.of(
          "accept-encoding",
          "connection",
          "content-length",
          "date",
          "expect",
          "http2-settings",
          "keep-alive",
          "te",
          "transfer-encoding",
          "upgrade",
          "x-amzn-requestid");

  private final Upstream service;

  Passing(InetSocketAddress service) {
    this.service = new Upstream("http://" + service.getHostString() + ":" + service.getPort());
  }

  @Override
  public void serve(Exchange exchange, Consumer<Response> onResponse) {
    onResponse.accept(ask(exchange, exchange.body(LARGEST_BODY_BYTES)));
  }

  /** Has the request answered, with another body. */
  Response ask(Exchange exchange, byte[] body) {
    List<Response.Field> fields = new ArrayList<>();
    exchange
        .headers()
        .forEach((name, values) -> {
          if (!OWN.contains(name)) {
            values.forEach(value -> fields.add(new Response.Field(name, value)));
          }
        });
    String query = exchange.rawQuery();
    try {
      return answer(
          service
              .fetch(
                  new Upstream.Request(
                      exchange.method(),
                      exchange.rawPath() + (query.isEmpty() ? "" : "?" + query),
                      fields,
                      body),
                  LARGEST_ANSWER_BYTES)
              .run());
    } catch (IOException e) {
      return Protocol.of(exchange)
          .error(
              503, "ServiceUnavailable", "", "The local service does not answer: " + e, Map.of());
    }
  }

  /** Asks the service something of our own; empty when it refuses. */
  Optional<JsonNode> call(String target, JsonNode request) {
    List<Response.Field> fields = new ArrayList<>(LocalSignature.fields("any", "us-east-1"));
    fields.add(new Response.Field("Content-Type", "application/x-amz-json-1.0"));
    fields.add(new Response.Field("X-Amz-Target", target));
    try {
      Upstream.Received answer =
          service
              .fetch(
                  new Upstream.Request(
                      "POST", "/", fields, request.toString().getBytes(StandardCharsets.UTF_8)),
                  LARGEST_ANSWER_BYTES)
              .run();
      return answer.status() == 200
          ? Optional.of(Protocol.JSON_1_0.read(answer.body()))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // the client's own request tells of it
    }
  }

  private static Response answer(Upstream.Received received) {
    Map<String, String> headers = new HashMap<>();
    List<Response.Field> fields = new ArrayList<>();
    for (Response.Field field : received.fields()) {
      String name = field.name().toLowerCase(Locale.ROOT);
      if (name.equals("content-type")) {
        headers.put("Content-Type", field.value());
      } else if (!OWN.contains(name)) {
        fields.add(field);
      }
    }
    return new Response(received.status(), headers, fields, received.body(), Optional.empty());
  }

  @Override
  public Response failed(Exception reason) {
    return Protocol.JSON_1_0.error(
        500, "InternalFailure", "", "Thaw could not do it: " + reason, Map.of());
  }

  @Override
  public void close() {
    service.close();
  }
}
