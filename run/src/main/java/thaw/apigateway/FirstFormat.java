package thaw.apigateway;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import thaw.function.Api;
import thaw.function.ApiKey;
import thaw.function.ApiRoute;
import thaw.function.Region;
import thaw.function.resource.DerivedId;
import thaw.http.Exchange;
import thaw.json.Json;
import thaw.platform.record.EventTimes;

/**
 * Payload format 1.0: the event of REST APIs, recorded on AWS in the public LocalStack repository
 * (test_apigateway_lambda, 2023 to 2024), and that of HTTP APIs which ask for it. What is absent is
 * null.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-proxy-integrations.html">
 *     Lambda proxy integrations</a>
 * @see <a
 *     href="https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html">
 *     HTTP APIs</a>
 */
final class FirstFormat {
  private static final int RESOURCE_ID_LENGTH = 6;

  private FirstFormat() {}

  /** A function's event. */
  static byte[] event(ProxyCall call, byte[] body) {
    String contentType = call.in().header("content-type").orElse("");
    EventBody content =
        call.isRest()
            ? EventBody.rest(body, contentType, call.api().binaryMediaTypes())
            : EventBody.http(body, contentType);
    return Json.object(event -> {
      if (!call.isRest()) {
        event.writeStringField("version", "1.0");
      }
      request(event, call, body.length, true);
      content.write(event, true);
    });
  }

  /** All but the body. */
  static void request(JsonGenerator event, ProxyCall call, int bodyBytes, boolean nulls)
      throws IOException {
    Incoming in = call.in();
    event.writeStringField("resource", call.route().path());
    event.writeStringField("path", path(call));
    event.writeStringField("httpMethod", in.method());
    headers(event, call.isRest() ? EventHeaders.rest(in) : lowerCase(in, bodyBytes));
    parameters(event, in.parameters(), nulls);
    texts(event, "pathParameters", call.parameters(), nulls);
    texts(event, "stageVariables", call.api().stageVariables(), nulls);
    context(event, call);
  }

  private static List<Exchange.Sent> lowerCase(Incoming in, int bodyBytes) {
    List<Exchange.Sent> headers = new ArrayList<>();
    EventHeaders.http(in, bodyBytes)
        .forEach((name, values) -> headers.add(new Exchange.Sent(name, name, values)));
    return headers;
  }

  /** Slashes at its beginning are one, and those at its end stay, as recorded. */
  private static String path(ProxyCall call) {
    if (!call.isRest()) {
      return call.stagePath();
    }
    String path = call.in().rawPath();
    int begin = 0;
    while (path.startsWith("//", begin)) {
      begin++;
    }
    return path.substring(begin);
  }

  private static void headers(JsonGenerator event, List<Exchange.Sent> headers) throws IOException {
    event.writeObjectFieldStart("headers");
    for (Exchange.Sent header : headers) {
      event.writeStringField(header.name(), header.values().getLast());
    }
    event.writeEndObject();
    event.writeObjectFieldStart("multiValueHeaders");
    for (Exchange.Sent header : headers) {
      array(event, header.name(), header.values());
    }
    event.writeEndObject();
  }

  private static void array(JsonGenerator event, String name, Collection<String> values)
      throws IOException {
    event.writeArrayFieldStart(name);
    for (String value : values) {
      event.writeString(value);
    }
    event.writeEndArray();
  }

  /**
   * Writes the query parameters. In the form with single values the last of several counts, as
   * recorded.
   */
  private static void parameters(
      JsonGenerator event, Map<String, List<String>> parameters, boolean nulls) throws IOException {
    if (parameters.isEmpty() && nulls) {
      event.writeNullField("queryStringParameters");
      event.writeNullField("multiValueQueryStringParameters");
      return;
    }
    event.writeObjectFieldStart("queryStringParameters");
    for (Map.Entry<String, List<String>> parameter : parameters.entrySet()) {
      event.writeStringField(parameter.getKey(), parameter.getValue().getLast());
    }
    event.writeEndObject();
    event.writeObjectFieldStart("multiValueQueryStringParameters");
    for (Map.Entry<String, List<String>> parameter : parameters.entrySet()) {
      array(event, parameter.getKey(), parameter.getValue());
    }
    event.writeEndObject();
  }

  private static void texts(
      JsonGenerator event, String name, Map<String, String> texts, boolean nulls)
      throws IOException {
    if (texts.isEmpty() && nulls) {
      event.writeNullField(name);
    } else {
      Json.texts(event, name, texts);
    }
  }

  private static void context(JsonGenerator event, ProxyCall call) throws IOException {
    Incoming in = call.in();
    boolean rest = call.isRest();
    event.writeObjectFieldStart("requestContext");
    event.writeStringField("resourceId", rest ? resourceId(call.route()) : call.route().key());
    if (call.granted().authorizer().isPresent()) {
      event.writeFieldName("authorizer");
      Json.MAPPER.writeTree(event, call.granted().authorizer().get());
    }
    event.writeStringField("resourcePath", call.route().path());
    event.writeStringField("httpMethod", in.method());
    event.writeStringField("extendedRequestId", call.gatewayId());
    event.writeStringField("requestTime", EventTimes.COMMON_LOG.format(in.time()));
    event.writeStringField("path", rest ? call.rawStagePath() : call.stagePath());
    event.writeStringField("accountId", Region.ACCOUNT);
    event.writeStringField("protocol", in.protocol());
    event.writeStringField("stage", call.api().stage());
    event.writeStringField("domainPrefix", call.domainPrefix());
    event.writeNumberField("requestTimeEpoch", in.time().toEpochMilli());
    event.writeStringField("requestId", rest ? in.id() : call.gatewayId());
    identity(event, call);
    event.writeStringField("domainName", in.host());
    if (rest) {
      event.writeStringField("deploymentId", deploymentId(call.api()));
    }
    event.writeStringField("apiId", call.api().id());
    event.writeEndObject();
  }

  private static void identity(JsonGenerator event, ProxyCall call) throws IOException {
    event.writeObjectFieldStart("identity");
    event.writeNullField("cognitoIdentityPoolId");
    if (call.granted().key().isPresent()) {
      ApiKey key = call.granted().key().get();
      event.writeStringField("apiKey", key.value());
      event.writeStringField("apiKeyId", key.id());
    }
    event.writeNullField("accountId");
    event.writeNullField("cognitoIdentityId");
    event.writeNullField("caller");
    event.writeStringField("sourceIp", call.in().sourceIp());
    event.writeNullField("principalOrgId");
    event.writeNullField("accessKey");
    event.writeNullField("cognitoAuthenticationType");
    event.writeNullField("cognitoAuthenticationProvider");
    event.writeNullField("userArn");
    event.writeFieldName("userAgent");
    event.writeString(call.in().header("user-agent").orElse(null));
    event.writeNullField("user");
    event.writeEndObject();
  }

  private static String resourceId(ApiRoute route) {
    return DerivedId.of("resource " + route.path(), RESOURCE_ID_LENGTH);
  }

  private static String deploymentId(Api api) {
    return DerivedId.of("deployment " + api.id(), RESOURCE_ID_LENGTH);
  }
}
