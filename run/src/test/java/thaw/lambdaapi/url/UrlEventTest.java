package thaw.lambdaapi.url;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Table tests of requests. Names and values derived from what AWS sent to a function (recorded
 * 2025-11 in the public LocalStack repository, test_lambda.snapshot.json, TestLambdaURL).
 */
class UrlEventTest {
  private static final Instant NOW = Instant.parse("2026-11-05T09:07:03.123Z");

  private static ObjectNode event(
      String query, Map<String, List<String>> headers, byte[] body, Optional<String> signer) {
    UrlRequest request =
        new UrlRequest(
            "id-1",
            "POST",
            "HTTP/1.1",
            "//pa2%25Fth/1",
            query,
            new TreeMap<>(headers),
            "127.0.0.1",
            3001,
            _ -> body);
    return UrlEvent.of(request, "abc", body, signer, NOW);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void a_whole_event() {
    ObjectNode event =
        event(
            "q=query&multiQuery=foo&multiQuery=%2Fbar",
            Map.of(
                "content-type", List.of("application/json"),
                "connection", List.of("keep-alive"),
                "cookie", List.of("a=1; b=2", "c=3"),
                "host", List.of("abc.lambda-url.us-east-1.localhost:3001"),
                "user-agent", List.of("test/echo"),
                "x-amzn-trace-id", List.of("Root=1-2-3"),
                "x-many", List.of("a", "b")),
            bytes("{\"foo\": \"bar\"}"),
            Optional.empty());
    assertEquals(
        "{\"version\":\"2.0\",\"routeKey\":\"$default\",\"rawPath\":\"//pa2%25Fth/1\","
            + "\"rawQueryString\":\"q=query&multiQuery=foo&multiQuery=%2Fbar\","
            + "\"cookies\":[\"a=1\",\"b=2\",\"c=3\"],"
            + "\"headers\":{\"content-type\":\"application/json\","
            + "\"cookie\":\"a=1; b=2; c=3\","
            + "\"host\":\"abc.lambda-url.us-east-1.localhost:3001\",\"user-agent\":\"test/echo\","
            + "\"x-amzn-trace-id\":\"Root=1-2-3\",\"x-many\":\"a,b\",\"content-length\":\"14\","
            + "\"x-forwarded-for\":\"127.0.0.1\",\"x-forwarded-port\":\"3001\","
            + "\"x-forwarded-proto\":\"http\"},"
            + "\"queryStringParameters\":{\"q\":\"query\",\"multiQuery\":\"foo,/bar\"},"
            + "\"requestContext\":{\"accountId\":\"anonymous\",\"apiId\":\"abc\","
            + "\"domainName\":\"abc.lambda-url.us-east-1.localhost\",\"domainPrefix\":\"abc\","
            + "\"http\":{\"method\":\"POST\",\"path\":\"/pa2%Fth/1\",\"protocol\":\"HTTP/1.1\","
            + "\"sourceIp\":\"127.0.0.1\",\"userAgent\":\"test/echo\"},"
            + "\"requestId\":\"id-1\",\"routeKey\":\"$default\",\"stage\":\"$default\","
            + "\"time\":\"05/Nov/2026:09:07:03 +0000\",\"timeEpoch\":1793869623123},"
            + "\"body\":\"{\\\"foo\\\": \\\"bar\\\"}\",\"isBase64Encoded\":false}",
        event.toString());
  }

  @Test
  void what_is_not_there_is_absent() {
    ObjectNode event = event("", Map.of(), new byte[0], Optional.empty());
    for (String member : List.of("cookies", "queryStringParameters", "body")) {
      assertFalse(event.has(member), member);
    }
    assertEquals("", event.get("rawQueryString").textValue());
    assertFalse(event.get("isBase64Encoded").booleanValue());
    assertTrue(
        event
            .at("/headers/x-amzn-trace-id")
            .textValue()
            .matches("Root=1-[0-9a-f]{8}-[0-9a-f]{24}"));
  }

  @ParameterizedTest
  @CsvSource({
    "text/plain, text, text, false",
    "application/json; charset=utf-8, '{\"ä\":1}', '{\"ä\":1}', false",
    "application/problem+json, {}, {}, false",
    "application/atom+xml, <a/>, <a/>, false",
    "multipart/form-data; boundary=4efd, --4efd, LS00ZWZk, true",
    "application/x-www-form-urlencoded, a=b, YT1i, true",
    "application/octet-stream, text, dGV4dA==, true",
    "'', text, dGV4dA==, true",
  })
  void a_body_is_text_or_base64_by_its_type(
      String type, String body, String expected, boolean base64) {
    ObjectNode event =
        event("", Map.of("content-type", List.of(type)), bytes(body), Optional.empty());
    assertEquals(expected, event.get("body").textValue());
    assertEquals(base64, event.get("isBase64Encoded").booleanValue());
  }

  @Test
  void a_text_that_is_no_utf_8_is_base64() {
    ObjectNode event =
        event(
            "",
            Map.of("content-type", List.of("text/plain")),
            new byte[] {(byte) 0xff},
            Optional.empty());
    assertEquals("/w==", event.get("body").textValue());
  }

  @ParameterizedTest
  @CsvSource({
    "a=1&b=2, '{a=1, b=2}'",
    "a&b=, '{a=, b=}'",
    "a=x%20y+z&%C3%A4=%, '{a=x y z, ä=%}'",
    "a=1&&a=2&A=3, '{a=1,2, A=3}'",
    "a=b=c, '{a=b=c}'",
  })
  void parameters_are_decoded_and_joined(String query, String expected) {
    assertEquals(expected, UrlEvent.parameters(query).toString());
  }

  @Test
  void a_signed_request_names_its_signer_and_keeps_the_signature_back() {
    ObjectNode event =
        event(
            "",
            Map.of("authorization", List.of("AWS4-HMAC-SHA256 ...")),
            new byte[0],
            Optional.of("AKID"));
    assertEquals("123456789012", event.at("/requestContext/accountId").textValue());
    assertEquals("AKID", event.at("/requestContext/authorizer/iam/accessKey").textValue());
    assertFalse(event.get("headers").has("authorization"));
  }
}
