package thaw.lambdaapi.url;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.http.Content;
import thaw.http.Exchange;

/**
 * One request of a function URL. Refuses to know the server that it came through.
 *
 * @param rawPath as the function sees it, with percent-encoding
 * @param rawQuery without the question mark; empty for none
 * @param headers names in lower case
 * @param sourceIp the client's address
 * @param port where it reached us
 * @param content the body, at most one byte more than the given limit
 */
record UrlRequest(
    String id,
    String method,
    String protocol,
    String rawPath,
    String rawQuery,
    Map<String, List<String>> headers,
    String sourceIp,
    int port,
    Content content) {
  static UrlRequest of(Exchange exchange, UrlAddress address) {
    return new UrlRequest(
        exchange.requestId(),
        exchange.method(),
        exchange.protocol(),
        address.rawPath(),
        exchange.rawQuery(),
        exchange.headers(),
        exchange.sourceIp(),
        exchange.port(),
        exchange.body());
  }

  /** The values of a header, joined as HTTP allows. */
  Optional<String> header(String lowerCaseName) {
    return Optional.ofNullable(headers.get(lowerCaseName)).map(values -> String.join(",", values));
  }
}
