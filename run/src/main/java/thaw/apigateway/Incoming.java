package thaw.apigateway;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import thaw.http.Content;
import thaw.http.Exchange;
import thaw.http.RequestTarget;
import thaw.runtimeapi.TraceId;

/**
 * A request as it came, and what the gateway adds to it. Refuses to know the server.
 *
 * @param id of the request, and of the function's invocation
 * @param host with the port; empty when the client named none
 * @param rawPath without the stage, with percent-encoding
 * @param rawQuery without the question mark; empty for none
 * @param parameters of the query, decoded
 * @param sourceIp the client's address
 * @param port where it reached us
 * @param trace the value of {@code X-Amzn-Trace-Id}
 * @param content the body, at most one byte more than the given limit
 */
record Incoming(
    String id,
    Instant time,
    String method,
    String protocol,
    String host,
    String rawPath,
    String rawQuery,
    Map<String, List<String>> parameters,
    List<Exchange.Sent> headers,
    String sourceIp,
    int port,
    String trace,
    Content content) {
  static final String TRACE = "x-amzn-trace-id";

  static Incoming of(Exchange exchange, String rawPath) {
    List<Exchange.Sent> headers = exchange.sent();
    String rawQuery = exchange.rawQuery();
    return new Incoming(
        exchange.requestId(),
        Instant.now(),
        exchange.method(),
        exchange.protocol(),
        last(headers, "host").orElse(""),
        rawPath,
        rawQuery,
        RequestTarget.parameters(rawQuery),
        headers,
        exchange.sourceIp(),
        exchange.port(),
        last(headers, TRACE).orElseGet(TraceId::newRoot),
        exchange.body());
  }

  /** The last value, as API Gateway takes it where only one counts. */
  Optional<String> header(String name) {
    return last(headers, name.toLowerCase(Locale.ROOT));
  }

  private static Optional<String> last(List<Exchange.Sent> headers, String lowerCaseName) {
    for (Exchange.Sent header : headers) {
      if (header.lowerCaseName().equals(lowerCaseName)) {
        return Optional.of(header.values().getLast()).filter(value -> !value.isEmpty());
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the size in bytes of the request line and the header values, which AWS limits together.
   */
  int headBytes() {
    int bytes = method.length() + rawPath.length() + rawQuery.length() + protocol.length();
    for (Exchange.Sent header : headers) {
      for (String value : header.values()) {
        bytes += header.name().length() + value.length();
      }
    }
    return bytes;
  }
}
