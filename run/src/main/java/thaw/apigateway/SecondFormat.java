package thaw.apigateway;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import thaw.function.Region;
import thaw.json.Json;
import thaw.platform.record.EventTimes;

/**
 * Payload format 2.0: the event of HTTP APIs. What is absent is left out. The path is decoded,
 * twice, the query is not: published captures of live APIs say so (hotsock/voker pull request 8,
 * fastify/aws-lambda-fastify issue 169).
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html">
 *     Lambda proxy integrations for HTTP APIs</a>
 */
final class SecondFormat {
  private SecondFormat() {}

  /** A function's event. */
  static byte[] event(ProxyCall call, byte[] body) {
    EventBody content = EventBody.http(body, call.in().header("content-type").orElse(""));
    return Json.object(event -> {
      event.writeStringField("version", "2.0");
      request(event, call, body.length);
      content.write(event, false);
    });
  }

  /** All but version and body. */
  static void request(JsonGenerator event, ProxyCall call, int bodyBytes) throws IOException {
    Incoming in = call.in();
    String path = call.stagePath();
    event.writeStringField("routeKey", call.route().key());
    event.writeStringField("rawPath", path);
    event.writeStringField("rawQueryString", in.rawQuery());
    Map<String, List<String>> headers = EventHeaders.http(in, bodyBytes);
    cookies(event, headers.remove("cookie"));
    event.writeObjectFieldStart("headers");
    joined(event, headers);
    event.writeEndObject();
    if (!in.parameters().isEmpty()) {
      event.writeObjectFieldStart("queryStringParameters");
      joined(event, in.parameters());
      event.writeEndObject();
    }
    context(event, call, path);
    if (!call.parameters().isEmpty()) {
      Json.texts(event, "pathParameters", call.parameters());
    }
    if (!call.api().stageVariables().isEmpty()) {
      Json.texts(event, "stageVariables", call.api().stageVariables());
    }
  }

  private static void cookies(JsonGenerator event, @Nullable List<String> lines)
      throws IOException {
    List<String> cookies = new ArrayList<>();
    for (String line : lines == null ? List.<String>of() : lines) {
      for (String cookie : line.split(";")) {
        if (!cookie.isBlank()) {
          cookies.add(cookie.strip());
        }
      }
    }
    if (!cookies.isEmpty()) {
      event.writeArrayFieldStart("cookies");
      for (String cookie : cookies) {
        event.writeString(cookie);
      }
      event.writeEndArray();
    }
  }

  private static void joined(JsonGenerator event, Map<String, List<String>> all)
      throws IOException {
    for (Map.Entry<String, List<String>> one : all.entrySet()) {
      List<String> values = one.getValue();
      event.writeStringField(
          one.getKey(), values.size() == 1 ? values.getFirst() : String.join(",", values));
    }
  }

  private static void context(JsonGenerator event, ProxyCall call, String path) throws IOException {
    Incoming in = call.in();
    event.writeObjectFieldStart("requestContext");
    event.writeStringField("accountId", Region.ACCOUNT);
    event.writeStringField("apiId", call.api().id());
    if (call.granted().authorizer().isPresent()) {
      event.writeFieldName("authorizer");
      Json.MAPPER.writeTree(event, call.granted().authorizer().get());
    }
    event.writeStringField("domainName", in.host());
    event.writeStringField("domainPrefix", call.domainPrefix());
    event.writeObjectFieldStart("http");
    event.writeStringField("method", in.method());
    event.writeStringField("path", path);
    event.writeStringField("protocol", in.protocol());
    event.writeStringField("sourceIp", in.sourceIp());
    event.writeStringField("userAgent", in.header("user-agent").orElse(""));
    event.writeEndObject();
    event.writeStringField("requestId", call.gatewayId());
    event.writeStringField("routeKey", call.route().key());
    event.writeStringField("stage", call.api().stage());
    event.writeStringField("time", EventTimes.COMMON_LOG.format(in.time()));
    event.writeNumberField("timeEpoch", in.time().toEpochMilli());
    event.writeEndObject();
  }
}
