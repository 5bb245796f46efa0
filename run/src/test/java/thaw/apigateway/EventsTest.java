package thaw.apigateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.function.Api;
import thaw.function.ApiKey;
import thaw.function.resource.DerivedId;
import thaw.json.Json;

/**
 * Golden tests of events. Members and values of REST APIs derived from what AWS sent to a function
 * (recorded in the public LocalStack repository, test_apigateway_lambda.snapshot.json).
 */
class EventsTest {
  private static final String[] HEADERS = {
    "Host", "abc.execute-api.us-east-1.localhost:3000",
    "User-Agent", "test/echo",
    "tEsT-HEADeR", "aValUE",
    "Content-Type", "application/json",
    "Content-Length", "14",
    "Connection", "keep-alive",
    "Cookie", "a=1; b=2|c=3",
    "X-Many", "a|b",
    "X-Forwarded-For", "10.0.0.1",
    "X-Forwarded-Proto", "gopher",
  };
  private static final String QUERY = "q=a+b&q=%2Fc&flag&=x&&bad=%zz";

  private static String text(byte[] event) {
    return new String(event, StandardCharsets.UTF_8);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static JsonNode tree(byte[] event) {
    return Json.read(event).orElseThrow();
  }

  @Test
  void a_whole_event_of_a_rest_api() {
    ProxyCall call =
        Calls.call(
            Api.Kind.REST, "prod", "ANY /pets/{id}", "//pets/a%2Fb/", QUERY, List.of(), HEADERS);
    assertEquals(
        "{\"resource\":\"/pets/{id}\",\"path\":\"/pets/a%2Fb/\",\"httpMethod\":\"POST\","
            + "\"headers\":{\"Host\":\"abc.execute-api.us-east-1.localhost:3000\","
            + "\"User-Agent\":\"test/echo\",\"tEsT-HEADeR\":\"aValUE\","
            + "\"Content-Type\":\"application/json\",\"Cookie\":\"c=3\",\"X-Many\":\"b\","
            + "\"X-Amzn-Trace-Id\":\"Root=1-2-3\",\"X-Forwarded-For\":\"10.0.0.1, 127.0.0.1\","
            + "\"X-Forwarded-Port\":\"3000\",\"X-Forwarded-Proto\":\"http\"},"
            + "\"multiValueHeaders\":{\"Host\":[\"abc.execute-api.us-east-1.localhost:3000\"],"
            + "\"User-Agent\":[\"test/echo\"],\"tEsT-HEADeR\":[\"aValUE\"],"
            + "\"Content-Type\":[\"application/json\"],\"Cookie\":[\"a=1; b=2\",\"c=3\"],"
            + "\"X-Many\":[\"a\",\"b\"],\"X-Amzn-Trace-Id\":[\"Root=1-2-3\"],"
            + "\"X-Forwarded-For\":[\"10.0.0.1, 127.0.0.1\"],\"X-Forwarded-Port\":[\"3000\"],"
            + "\"X-Forwarded-Proto\":[\"http\"]},"
            + "\"queryStringParameters\":{\"q\":\"/c\",\"flag\":\"\",\"\":\"x\",\"bad\":\"%zz\"},"
            + "\"multiValueQueryStringParameters\":{\"q\":[\"a b\",\"/c\"],\"flag\":[\"\"],"
            + "\"\":[\"x\"],\"bad\":[\"%zz\"]},"
            + "\"pathParameters\":{\"id\":\"a%2Fb\"},\"stageVariables\":null,"
            + "\"requestContext\":{\"resourceId\":\""
            + DerivedId.of("resource /pets/{id}", 6)
            + "\",\"resourcePath\":\"/pets/{id}\",\"httpMethod\":\"POST\","
            + "\"extendedRequestId\":\"gateway-id=\",\"requestTime\":\"05/Nov/2026:09:07:03 +0000\","
            + "\"path\":\"/prod//pets/a%2Fb/\",\"accountId\":\"123456789012\","
            + "\"protocol\":\"HTTP/1.1\",\"stage\":\"prod\",\"domainPrefix\":\"abc\","
            + "\"requestTimeEpoch\":1793869623123,\"requestId\":\"id-1\","
            + "\"identity\":{\"cognitoIdentityPoolId\":null,\"accountId\":null,"
            + "\"cognitoIdentityId\":null,\"caller\":null,\"sourceIp\":\"127.0.0.1\","
            + "\"principalOrgId\":null,\"accessKey\":null,\"cognitoAuthenticationType\":null,"
            + "\"cognitoAuthenticationProvider\":null,\"userArn\":null,"
            + "\"userAgent\":\"test/echo\",\"user\":null},"
            + "\"domainName\":\"abc.execute-api.us-east-1.localhost:3000\",\"deploymentId\":\""
            + DerivedId.of("deployment " + call.api().id(), 6)
            + "\",\"apiId\":\""
            + call.api().id()
            + "\"},\"body\":\"{\\\"foo\\\": \\\"bar\\\"}\",\"isBase64Encoded\":false}",
        text(FirstFormat.event(call, bytes("{\"foo\": \"bar\"}"))));
  }

  @Test
  void a_whole_event_of_an_http_api() {
    ProxyCall call =
        Calls.call(
            Api.Kind.HTTP,
            "$default",
            "ANY /pets/{id}",
            "/pets/a%20b+c",
            QUERY,
            List.of(),
            HEADERS);
    assertEquals(
        "{\"version\":\"2.0\",\"routeKey\":\"ANY /pets/{id}\",\"rawPath\":\"/pets/a b+c\","
            + "\"rawQueryString\":\"q=a+b&q=%2Fc&flag&=x&&bad=%zz\","
            + "\"cookies\":[\"a=1\",\"b=2\",\"c=3\"],"
            + "\"headers\":{\"content-length\":\"14\",\"content-type\":\"application/json\","
            + "\"host\":\"abc.execute-api.us-east-1.localhost:3000\","
            + "\"test-header\":\"aValUE\",\"user-agent\":\"test/echo\","
            + "\"x-amzn-trace-id\":\"Root=1-2-3\",\"x-forwarded-for\":\"10.0.0.1, 127.0.0.1\","
            + "\"x-forwarded-port\":\"3000\",\"x-forwarded-proto\":\"http\",\"x-many\":\"a,b\"},"
            + "\"queryStringParameters\":{\"q\":\"a b,/c\",\"flag\":\"\",\"\":\"x\",\"bad\":\"%zz\"},"
            + "\"requestContext\":{\"accountId\":\"123456789012\",\"apiId\":\""
            + call.api().id()
            + "\",\"domainName\":\"abc.execute-api.us-east-1.localhost:3000\","
            + "\"domainPrefix\":\"abc\",\"http\":{\"method\":\"POST\",\"path\":\"/pets/a b+c\","
            + "\"protocol\":\"HTTP/1.1\",\"sourceIp\":\"127.0.0.1\",\"userAgent\":\"test/echo\"},"
            + "\"requestId\":\"gateway-id=\",\"routeKey\":\"ANY /pets/{id}\","
            + "\"stage\":\"$default\",\"time\":\"05/Nov/2026:09:07:03 +0000\","
            + "\"timeEpoch\":1793869623123},\"pathParameters\":{\"id\":\"a b+c\"},"
            + "\"body\":\"{\\\"foo\\\": \\\"bar\\\"}\",\"isBase64Encoded\":false}",
        text(SecondFormat.event(call, bytes("{\"foo\": \"bar\"}"))));
  }

  @Test
  void the_first_format_of_an_http_api_has_names_in_lower_case_and_a_stage_in_its_path() {
    ProxyCall call =
        Calls.call(
            Api.Kind.HTTP, "dev", "ANY /pets/{id}", "/pets/a%2Bb", QUERY, List.of(), HEADERS);
    JsonNode event = tree(FirstFormat.event(call, new byte[0]));
    assertEquals("1.0", event.path("version").textValue());
    assertEquals("/pets/{id}", event.path("resource").textValue());
    assertEquals("/dev/pets/a+b", event.path("path").textValue());
    assertEquals("/dev/pets/a+b", event.at("/requestContext/path").textValue());
    assertEquals("ANY /pets/{id}", event.at("/requestContext/resourceId").textValue());
    assertEquals("gateway-id=", event.at("/requestContext/requestId").textValue());
    assertEquals("aValUE", event.at("/headers/test-header").textValue());
    assertEquals("[\"a\",\"b\"]", event.at("/multiValueHeaders/x-many").toString());
    assertEquals("a+b", event.at("/pathParameters/id").textValue());
    assertTrue(event.path("stageVariables").isNull());
    assertFalse(event.path("requestContext").has("deploymentId"));
  }

  @Test
  void what_is_not_there_is_null_in_the_first_format_and_absent_in_the_second() {
    JsonNode first =
        tree(
            FirstFormat.event(
                Calls.call(Api.Kind.REST, "prod", "ANY /", "/", "", List.of())
                    .with(ProxyCall.Granted.UNASKED),
                new byte[0]));
    for (String member :
        List.of(
            "queryStringParameters",
            "multiValueQueryStringParameters",
            "pathParameters",
            "stageVariables",
            "body")) {
      assertTrue(first.has(member) && first.get(member).isNull(), member);
    }
    assertTrue(first.at("/requestContext/identity/userAgent").isNull());
    JsonNode second = tree(SecondFormat.event(Calls.http(), new byte[0]));
    for (String member :
        List.of("cookies", "queryStringParameters", "stageVariables", "body", "authorizer")) {
      assertFalse(second.has(member), member);
    }
    assertEquals("0", second.at("/headers/content-length").textValue());
    assertEquals("", second.at("/requestContext/http/userAgent").textValue());
  }

  @Test
  void who_calls_is_in_the_context() {
    ProxyCall call =
        Calls.rest()
            .with(
                new ProxyCall.Granted(
                    Optional.of(JsonNodeFactory.instance.objectNode().put("principalId", "p")),
                    Optional.of(new ApiKey("Key", "value"))));
    JsonNode context = tree(FirstFormat.event(call, new byte[0])).path("requestContext");
    assertEquals("p", context.at("/authorizer/principalId").textValue());
    assertEquals("value", context.at("/identity/apiKey").textValue());
    assertEquals("Key", context.at("/identity/apiKeyId").textValue());
  }

  /** Captured from live APIs; the last two are not. */
  @ParameterizedTest
  @CsvSource({
    "literal%252Fvalue, literal/value",
    "literal%253Fvalue, literal?value",
    "literal%2525value, literal%value",
    "question%3Fvalue, question",
    "space%20value, space value",
    "a+b%2Bc, a+b+c",
    "%C3%A4, ä",
  })
  void the_path_of_an_http_api_is_decoded_twice(String raw, String decoded) {
    ProxyCall call =
        Calls.call(Api.Kind.HTTP, "dev", "ANY /{proxy+}", "/capture/" + raw, "", List.of());
    JsonNode second = tree(SecondFormat.event(call, new byte[0]));
    assertEquals("/dev/capture/" + decoded, second.path("rawPath").textValue());
    assertEquals("/dev/capture/" + decoded, second.at("/requestContext/http/path").textValue());
    assertEquals("capture/" + decoded, second.at("/pathParameters/proxy").textValue());
    JsonNode first = tree(FirstFormat.event(call, new byte[0]));
    assertEquals("/dev/capture/" + decoded, first.path("path").textValue());
  }

  @ParameterizedTest
  @ValueSource(strings = {"/percent%25done", "/percent%done"})
  void an_http_api_refuses_a_path_that_cannot_be_decoded_twice(String path) {
    assertEquals(Optional.empty(), QueryString.decodedTwice(path));
  }

  /** REST APIs: recorded for answers (LocalStack's test_aws_proxy_binary_response). */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "image/png | image/png | true",
        "image/png;q=1,*/* | image/png | true",
        "IMAGE/PNG | image/png | true",
        "image/webp,image/png | image/png | false",
        "image/* | image/png | false",
        "random/test | */test | false",
        "application/whatever | application/* | true",
        "text/plain | */* | true",
        "'' | */* | true",
        "'' | image/png | false",
        "image/png | '' | false",
      })
  void media_types_of_a_rest_api(String header, String declared, boolean binary) {
    assertEquals(binary, EventBody.isBinary(header, List.of(declared)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "application/json | false",
        "application/problem+json; charset=utf-8 | false",
        "text/csv | false",
        "application/x-www-form-urlencoded | true",
        "image/png | true",
        "'' | true",
      })
  void an_http_api_takes_only_texts_for_texts(String type, boolean base64) {
    EventBody body = EventBody.http(bytes("abc"), type);
    assertEquals(base64, body.isBase64());
    assertEquals(base64 ? "YWJj" : "abc", body.text().orElseThrow());
  }

  @Test
  void a_text_that_is_none_is_replaced_by_a_rest_api_and_bytes_to_an_http_api() {
    byte[] broken = {'a', (byte) 0xff};
    assertEquals("a\ufffd", EventBody.rest(broken, "text/plain", List.of()).text().orElseThrow());
    assertEquals("Yf8=", EventBody.http(broken, "text/plain").text().orElseThrow());
    assertEquals("Yf8=", EventBody.rest(broken, "a/b", List.of("a/b")).text().orElseThrow());
  }
}
