package thaw.apigateway;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import thaw.http.Exchange;
import thaw.http.Response;
import thaw.http.Upstream;

/**
 * The header fields that servers behind an API get, and those that clients get of their answers.
 *
 * <p>Those of a REST API as recorded on AWS (LocalStack's test_apigateway_http and
 * test_apigateway_integrations, TestApiGatewayHeaderRemapping, type HTTP_PROXY, 2024). Those of an
 * HTTP API: {@code Forwarded} instead of {@code X-Forwarded-*}, as AWS's important notes say, in
 * the form of issue 886 of expressjs/session, which has {@code Via} as well.
 */
final class BackendHeaders {
  private static final String CONTENT_TYPE = "Content-Type";

  /** The request headers that a REST API leaves out, beside those that events have not either. */
  private static final Set<String> REST_LEFT_OUT =
      Set.of("content-encoding", "host", "keep-alive", "proxy-connection", "via");

  private static final Set<String> HTTP_LEFT_OUT =
      Set.of(
          "connection",
          "content-length",
          "expect",
          "forwarded",
          "host",
          "keep-alive",
          "proxy-connection",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade",
          "via",
          Incoming.TRACE);

  /** Response headers that a REST API passes to clients under another name. */
  private static final Set<String> REST_REMAPPED =
      Set.of(
          "authorization",
          "connection",
          "content-length",
          "content-md5",
          "date",
          "expect",
          "host",
          "max-forwards",
          "proxy-authenticate",
          "server",
          "trailer",
          "upgrade",
          "user-agent",
          "www-authenticate",
          "x-amzn-requestid");

  private static final Set<String> REST_KEPT_BACK = Set.of("keep-alive", "transfer-encoding");

  /** The request id is Thaw's. */
  private static final Set<String> HTTP_KEPT_BACK =
      Set.of(
          "connection",
          "content-length",
          "keep-alive",
          "proxy-connection",
          "trailer",
          "transfer-encoding",
          "upgrade",
          "x-amzn-requestid");

  private BackendHeaders() {}

  static List<Response.Field> of(ProxyCall call) {
    return call.isRest() ? rest(call) : http(call);
  }

  private static List<Response.Field> rest(ProxyCall call) {
    List<Response.Field> fields = new ArrayList<>();
    boolean named = false;
    for (Exchange.Sent header : EventHeaders.rest(call.in())) {
      if (!REST_LEFT_OUT.contains(header.lowerCaseName())) {
        add(fields, header);
        named = named || header.lowerCaseName().equals("user-agent");
      }
    }
    if (!named) {
      fields.add(new Response.Field("User-Agent", "AmazonAPIGateway_" + call.api().id()));
    }
    fields.add(new Response.Field("x-amzn-apigateway-api-id", call.api().id()));
    return fields;
  }

  private static List<Response.Field> http(ProxyCall call) {
    Incoming in = call.in();
    List<Response.Field> fields = new ArrayList<>();
    for (Exchange.Sent header : in.headers()) {
      String name = header.lowerCaseName();
      if (!HTTP_LEFT_OUT.contains(name) && !name.startsWith("x-forwarded-")) {
        add(fields, header);
      }
    }
    fields.add(new Response.Field("Forwarded", forwarded(in)));
    fields.add(new Response.Field("Via", via(in)));
    fields.add(new Response.Field("X-Amzn-Trace-Id", in.trace()));
    return fields;
  }

  private static void add(List<Response.Field> fields, Exchange.Sent header) {
    for (String value : header.values()) {
      fields.add(new Response.Field(header.name(), value));
    }
  }

  /** RFC 7239: who came before in its words, or in those of {@code X-Forwarded-For}, and we. */
  private static String forwarded(Incoming in) {
    StringBuilder all = new StringBuilder();
    String before = in.header("forwarded").orElse("");
    if (before.isEmpty()) {
      for (String client : in.header("x-forwarded-for").orElse("").split(",")) {
        if (!client.isBlank()) {
          all.append("for=").append(node(client.strip())).append(", ");
        }
      }
    } else {
      all.append(before).append(", ");
    }
    return all.append("by=127.0.0.1;for=")
        .append(node(in.sourceIp()))
        .append(";host=")
        .append(quoted(in.host()))
        .append(";proto=http")
        .toString();
  }

  private static String node(String address) {
    boolean bare = address.indexOf(':') != address.lastIndexOf(':') && !address.startsWith("[");
    return quoted(bare ? "[" + address + "]" : address);
  }

  /** Returns a text in quotation marks, without which only a token may stand. */
  private static String quoted(String text) {
    return text.matches("[\\w.-]+") ? text : "\"" + text.replaceAll("[\"\\\\]", "") + "\"";
  }

  private static String via(Incoming in) {
    return in.header("via").map(before -> before + ", ").orElse("") + "HTTP/1.1 AmazonAPIGateway";
  }

  /** Returns the response for the client. A body without a type is said to be JSON, as on AWS. */
  static Response answer(Upstream.Received response, ProxyCall call) {
    boolean rest = call.isRest();
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    headers.put(CONTENT_TYPE, "application/json");
    headers.put(rest ? "x-amz-apigw-id" : "apigw-requestid", call.gatewayId());
    List<Response.Field> fields = new ArrayList<>(response.fields().size());
    for (Response.Field field : response.fields()) {
      String name = field.name().toLowerCase(Locale.ROOT);
      if (name.equals("content-type")) {
        headers.put(CONTENT_TYPE, field.value());
      } else if (rest && REST_REMAPPED.contains(name)) {
        fields.add(new Response.Field("x-amzn-Remapped-" + field.name(), field.value()));
      } else if (!(rest ? REST_KEPT_BACK : HTTP_KEPT_BACK).contains(name)
          && !headers.containsKey(name)) {
        fields.add(field);
      }
    }
    return new Response(response.status(), headers, fields, response.body(), Optional.empty());
  }
}
