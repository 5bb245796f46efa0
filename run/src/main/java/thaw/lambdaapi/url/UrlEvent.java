package thaw.lambdaapi.url;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import thaw.function.Region;
import thaw.http.RequestTarget;
import thaw.http.TextBody;
import thaw.platform.record.EventTimes;
import thaw.runtimeapi.TraceId;

/**
 * The event of an HTTP request to a function URL, in payload format 2.0. Shapes recorded on AWS in
 * the public LocalStack repository (test_lambda, TestLambdaURL, 2024 to 2025).
 *
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/urls-invocation.html#urls-payloads">
 *     Request and response payloads</a>
 */
final class UrlEvent {
  /** The header with the trace, which is always there; the invocation's trace has the same root. */
  static final String TRACE_HEADER = "x-amzn-trace-id";

  private static final String COOKIE = "cookie";

  /** Headers that are about a connection and not about the request. */
  private static final Set<String> LEFT_OUT =
      Set.of("connection", "keep-alive", "proxy-connection", "te", "transfer-encoding", "upgrade");

  private UrlEvent() {}

  /**
   * @param id the URL's first label
   * @param signer who has signed the request, for a URL that demands it
   */
  static ObjectNode of(
      UrlRequest request, String id, byte[] body, Optional<String> signer, Instant now) {
    ObjectNode event = JsonNodeFactory.instance.objectNode();
    event
        .put("version", "2.0")
        .put("routeKey", "$default")
        .put("rawPath", request.rawPath())
        .put("rawQueryString", request.rawQuery());
    cookies(event, request);
    headers(event.putObject("headers"), request, body.length, signer.isPresent());
    if (!request.rawQuery().isEmpty()) {
      parameters(request.rawQuery()).forEach(event.putObject("queryStringParameters")::put);
    }
    context(event.putObject("requestContext"), request, id, signer, now);
    Optional<String> text = TextBody.of(request.header("content-type").orElse(""), body);
    if (body.length > 0) {
      event.put("body", text.orElseGet(() -> Base64.getEncoder().encodeToString(body)));
    }
    event.put("isBase64Encoded", body.length > 0 && text.isEmpty());
    return event;
  }

  private static void cookies(ObjectNode event, UrlRequest request) {
    for (String header : request.headers().getOrDefault(COOKIE, List.of())) {
      for (String cookie : header.split(";")) {
        if (!cookie.isBlank()) {
          event.withArray("/cookies").add(cookie.strip());
        }
      }
    }
  }

  private static void headers(
      ObjectNode headers, UrlRequest request, int bodyBytes, boolean signed) {
    request
        .headers()
        .forEach((name, values) -> {
          if (!LEFT_OUT.contains(name) && !(signed && name.equals("authorization"))) {
            headers.put(name, String.join(name.equals(COOKIE) ? "; " : ",", values));
          }
        });
    if (bodyBytes > 0) {
      headers.put("content-length", Integer.toString(bodyBytes));
    }
    String forwarded = headers.path("x-forwarded-for").asText("");
    headers.put(
        "x-forwarded-for",
        forwarded.isEmpty() ? request.sourceIp() : forwarded + ", " + request.sourceIp());
    headers.put("x-forwarded-port", Integer.toString(request.port()));
    headers.put("x-forwarded-proto", "http");
    if (!headers.has(TRACE_HEADER)) {
      headers.put(TRACE_HEADER, TraceId.newRoot());
    }
  }

  /** Several values of one name are joined by commas. */
  static Map<String, String> parameters(String rawQuery) {
    Map<String, String> parameters = new LinkedHashMap<>();
    RequestTarget.parameters(rawQuery)
        .forEach((name, values) -> parameters.put(name, String.join(",", values)));
    return parameters;
  }

  /**
   * Returns the path as captured on AWS: decoded, with one slash before it, whatever the raw path
   * has.
   */
  private static String path(String rawPath) {
    int begin = 0;
    while (rawPath.startsWith("/", begin)) {
      begin++;
    }
    return "/" + RequestTarget.decodedPath(rawPath.substring(begin));
  }

  private static void context(
      ObjectNode context, UrlRequest request, String id, Optional<String> signer, Instant now) {
    String account = Region.ACCOUNT;
    context.put("accountId", signer.isPresent() ? account : "anonymous");
    context.put("apiId", id);
    signer.ifPresent(accessKey ->
        context
            .putObject("authorizer")
            .putObject("iam")
            .put("accessKey", accessKey)
            .put("accountId", account)
            .put("callerId", account)
            .putNull("cognitoIdentity")
            .putNull("principalOrgId")
            .put("userArn", "arn:aws:iam::" + account + ":root")
            .put("userId", account));
    context.put("domainName", UrlAddress.host(id)).put("domainPrefix", id);
    context
        .putObject("http")
        .put("method", request.method())
        .put("path", path(request.rawPath()))
        .put("protocol", request.protocol())
        .put("sourceIp", request.sourceIp())
        .put("userAgent", request.header("user-agent").orElse(""));
    context
        .put("requestId", request.id())
        .put("routeKey", "$default")
        .put("stage", "$default")
        .put("time", EventTimes.COMMON_LOG.format(now))
        .put("timeEpoch", now.toEpochMilli());
  }
}
