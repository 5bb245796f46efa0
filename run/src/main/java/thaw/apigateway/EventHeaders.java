package thaw.apigateway;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import thaw.http.Exchange;

/**
 * The header fields of events: the client's without those of the connection, and the gateway's own.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html">
 *     Important notes</a>
 */
final class EventHeaders {
  private static final String FORWARDED_FOR = "x-forwarded-for";
  private static final Set<String> OWN =
      Set.of(FORWARDED_FOR, "x-forwarded-port", "x-forwarded-proto", Incoming.TRACE);

  /** Recorded on AWS, in the public LocalStack repository (test_apigateway_lambda, 2024). */
  private static final Set<String> REST_LEFT_OUT =
      Set.of(
          "connection",
          "content-length",
          "content-md5",
          "expect",
          "max-forwards",
          "proxy-authenticate",
          "server",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade",
          "www-authenticate");

  private static final Set<String> HTTP_LEFT_OUT =
      Set.of(
          "connection",
          "content-length",
          "keep-alive",
          "proxy-connection",
          "te",
          "transfer-encoding",
          "upgrade");

  private EventHeaders() {}

  /** Names as they came. */
  static List<Exchange.Sent> rest(Incoming in) {
    List<Exchange.Sent> headers = new ArrayList<>(in.headers().size() + OWN.size());
    for (Exchange.Sent header : in.headers()) {
      if (!REST_LEFT_OUT.contains(header.lowerCaseName())
          && !OWN.contains(header.lowerCaseName())) {
        headers.add(header);
      }
    }
    headers.add(own("X-Amzn-Trace-Id", Incoming.TRACE, in.trace()));
    headers.add(own("X-Forwarded-For", FORWARDED_FOR, forwardedFor(in)));
    headers.add(own("X-Forwarded-Port", "x-forwarded-port", Integer.toString(in.port())));
    headers.add(own("X-Forwarded-Proto", "x-forwarded-proto", "http"));
    return headers;
  }

  private static Exchange.Sent own(String name, String lowerCaseName, String value) {
    return new Exchange.Sent(name, lowerCaseName, List.of(value));
  }

  private static String forwardedFor(Incoming in) {
    return in.header(FORWARDED_FOR)
        .map(before -> before + ", " + in.sourceIp())
        .orElseGet(in::sourceIp);
  }

  /** Names in lower case, sorted. */
  static Map<String, List<String>> http(Incoming in, int bodyBytes) {
    Map<String, List<String>> headers = new TreeMap<>();
    for (Exchange.Sent header : in.headers()) {
      if (!HTTP_LEFT_OUT.contains(header.lowerCaseName())) {
        headers.put(header.lowerCaseName(), header.values());
      }
    }
    headers.put("content-length", List.of(Integer.toString(bodyBytes)));
    headers.put(Incoming.TRACE, List.of(in.trace()));
    headers.put(FORWARDED_FOR, List.of(forwardedFor(in)));
    headers.put("x-forwarded-port", List.of(Integer.toString(in.port())));
    headers.put("x-forwarded-proto", List.of("http"));
    return headers;
  }
}
