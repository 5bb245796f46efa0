package thaw.apigateway;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.function.Api;
import thaw.function.PayloadFormat;
import thaw.http.Response;

/**
 * Table tests of results. Those of REST APIs were recorded on AWS where a comment does not say
 * otherwise (LocalStack, test_aws_proxy_response_payload_format_validation).
 */
class ProxyResponsesTest {
  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String described(Response answer) {
    return answer.status()
        + " "
        + answer.headers().get("Content-Type")
        + " "
        + new String(answer.body(), StandardCharsets.UTF_8);
  }

  private static Response rest(String result, String... headers) {
    return ProxyResponses.rest(bytes(result), Calls.rest(headers));
  }

  private static Response http(String result) {
    return ProxyResponses.http(bytes(result), Calls.http(), PayloadFormat.V2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"statusCode\": 200} | 200 application/json ",
        "{\"statusCode\": 200, \"headers\": null} | 200 application/json ",
        "{\"statusCode\": \"201\"} | 201 application/json ",
        "{\"headers\": {\"test-header\": \"value\"}} | 200 application/json ",
        "{\"statusCode\": 200, \"body\": \"dGVzdA==\", \"isBase64Encoded\": true} | 200 application/json dGVzdA==",
        // not recorded
        "{\"statusCode\": 200, \"body\": \"b\", \"base64Encoded\": false} | 200 application/json b",
        "{\"statusCode\": 200, \"body\": \"b\", \"isBase64Encoded\": null} | 200 application/json b",
        "{\"statusCode\": 200, \"body\": null, \"multiValueHeaders\": null} | 200 application/json ",
        "{\"body\": \"ä\", \"statusCode\": 404, \"headers\": {\"content-type\": \"text/x\"}} | 404 text/x ä",
        "{\"multiValueHeaders\": {\"Content-Type\": [\"text/y\"]}, \"body\": \"\"} | 200 text/y ",
        "{\"statusCode\": 200, \"headers\": {\"a\": null, \"Content-Type\": \"text/z\"}} | 200 text/z ",
        "{} | 200 application/json ",
      })
  void a_rest_api_sends(String result, String answer) {
    assertEquals(answer.strip(), described(rest(result)).strip());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"statusCode\": 200, \"wrongValue\": \"value\"}",
        "{\"statusCode\": \"test\"}",
        "\"justAString\"",
        "{\"statusCode\": 200, \"multiValueHeaders\": {\"test-multi-invalid\": \"value1\"}}",
        // not recorded
        "null",
        "[]",
        "",
        "plain text",
        "{\"statusCode\": 200} trailing",
        "{\"statusCode\": 99}",
        "{\"statusCode\": 1000}",
        "{\"body\": {\"a\": 1}}",
        "{\"headers\": []}",
        "{\"headers\": {\"a\": {}}}",
        "{\"headers\": {\"a\": \"b\\r\\nc: d\"}}",
        "{\"headers\": {\"a b\": \"c\"}}",
        "{\"cookies\": [\"a=b\"]}",
        "{\"hello\": \"world\"}",
      })
  void a_rest_api_refuses(String result) {
    assertThrows(ProxyResponses.Malformed.class, () -> rest(result));
  }

  @Test
  void headers_of_a_rest_api_join_and_keep_their_types() {
    Response answer =
        rest(
            "{\"headers\": {\"test-multi\": \"value-solo\", \"header-bool\": true, \"n\": 3,"
                + " \"Connection\": \"close\", \"X-One\": \"1\"},"
                + " \"multiValueHeaders\": {\"tesT-Multi\": [\"value-multi\", \"second\"]}}");
    assertEquals(
        List.of(
            new Response.Field("tesT-Multi", "value-multi"),
            new Response.Field("tesT-Multi", "second"),
            new Response.Field("test-multi", "value-solo")),
        answer.fields());
    assertEquals("true", answer.headers().get("header-bool"));
    assertEquals("3", answer.headers().get("n"));
    assertEquals("close", answer.headers().get("x-amzn-Remapped-Connection"));
    assertEquals("gateway-id=", answer.headers().get("x-amz-apigw-id"));
    assertEquals("Root=1-2-3", answer.headers().get("X-Amzn-Trace-Id"));
  }

  @Test
  void a_header_given_both_ways_is_sent_once() {
    String result =
        "{\"statusCode\": 201, \"headers\": {\"set-cookie\": \"a=1\", \"Location\": \"/1\"},"
            + " \"multiValueHeaders\": {\"Set-Cookie\": [\"a=1\", \"b=2\"], \"Location\": [\"/1\"]}}";
    assertEquals(
        List.of(
            new Response.Field("Set-Cookie", "a=1"),
            new Response.Field("Set-Cookie", "b=2"),
            new Response.Field("Location", "/1")),
        rest(result).fields());
  }

  @Test
  void a_rest_api_decodes_only_what_the_client_accepts_and_the_api_declares() {
    String result = "{\"body\": \"AP8=\", \"isBase64Encoded\": true}";
    ProxyCall declared =
        Calls.call(
            Api.Kind.REST,
            "prod",
            "ANY /pets/{id}",
            "/pets/1",
            "",
            List.of("image/png"),
            "Accept",
            "image/png");
    assertArrayEquals(
        new byte[] {0, (byte) 0xff}, ProxyResponses.rest(bytes(result), declared).body());
    assertEquals("200 application/json AP8=", described(rest(result, "Accept", "image/png")));
    assertThrows(
        ProxyResponses.Malformed.class,
        () -> ProxyResponses.rest(bytes("{\"body\": \"?\", \"isBase64Encoded\": true}"), declared));
  }

  @ParameterizedTest
  @CsvSource({
    "'\"base64Encoded\": true', true",
    "'\"base64Encoded\": \"true\"', true",
    "'\"base64Encoded\": true, \"isBase64Encoded\": false', true",
    "'\"isBase64Encoded\": true, \"base64Encoded\": false', false",
    "'\"isBase64Encoded\": true', true",
  })
  void a_rest_api_looks_at_base64Encoded_before_isBase64Encoded(String members, boolean decoded) {
    ProxyCall png =
        Calls.call(
            Api.Kind.REST,
            "prod",
            "ANY /pets/{id}",
            "/pets/1",
            "",
            List.of("image/png"),
            "Accept",
            "image/png");
    byte[] sent = ProxyResponses.rest(bytes("{\"body\": \"YWJj\", " + members + "}"), png).body();
    assertEquals(decoded ? "abc" : "YWJj", new String(sent, StandardCharsets.UTF_8));
  }

  @Test
  void an_http_api_does_not_look_at_base64Encoded() {
    assertEquals(
        "200 text/plain;charset=UTF-8 YWJj",
        described(http("{\"statusCode\": 200, \"body\": \"YWJj\", \"base64Encoded\": true}")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"hello\": \"world\"} | it has no statusCode but the member hello, which REST APIs refuse",
        "{\"statusCode\": 200, \"hello\": 1} | it has the member hello, which REST APIs refuse",
        "\"text\" | it is not a JSON object with a statusCode",
      })
  void a_result_without_a_status_is_told_as_that(String result, String told) {
    assertEquals(
        told, assertThrows(ProxyResponses.Malformed.class, () -> rest(result)).getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"hello\": \"world\"} | 200 application/json {\"hello\": \"world\"}",
        "{\"body\": \"no status\"} | 200 application/json {\"body\": \"no status\"}",
        "\"hello\" | 200 application/json hello",
        "[1, 2] | 200 application/json [1,2]",
        "3 | 200 application/json 3",
        "null | 200 application/json null",
        "{\"statusCode\": 200, \"body\": \"b\", \"unknown\": {\"a\": []}} | 200 text/plain;charset=UTF-8 b",
        "{\"isBase64Encoded\": true, \"body\": \"YWJj\", \"statusCode\": 201} | 201 text/plain;charset=UTF-8 abc",
        "{\"statusCode\": 200, \"headers\": null, \"body\": {\"a\": [1, \"b\"]}} | 200 text/plain;charset=UTF-8 {\"a\":[1,\"b\"]}",
        "{\"statusCode\": \"404\", \"headers\": {\"Content-Type\": \"a/b\"}, \"body\": null} | 404 a/b ",
      })
  void an_http_api_sends(String result, String answer) {
    assertEquals(answer.strip(), described(http(result)).strip());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "plain text",
        "{\"statusCode\": null}",
        "{\"statusCode\": 200, \"headers\": 3}",
        "{\"statusCode\": 200, \"isBase64Encoded\": true, \"body\": \"?\"}",
        "{\"statusCode\": 200, \"headers\": {\"a\": \"b\\nc\"}}"
      })
  void an_http_api_refuses(String result) {
    assertThrows(ProxyResponses.Malformed.class, () -> http(result));
  }

  @Test
  void cookies_are_lines_of_their_own() {
    Response answer =
        http("{\"statusCode\": 200, \"cookies\": [\"a=1\", \"b=2\"], \"headers\": {\"X\": \"y\"}}");
    assertEquals(
        List.of(new Response.Field("Set-Cookie", "a=1"), new Response.Field("Set-Cookie", "b=2")),
        answer.fields());
    assertEquals("gateway-id=", answer.headers().get("apigw-requestid"));
  }

  @Test
  void the_first_format_of_an_http_api_demands_a_status() {
    assertThrows(
        ProxyResponses.Malformed.class,
        () -> ProxyResponses.http(bytes("{\"body\": \"b\"}"), Calls.http(), PayloadFormat.V1));
    assertEquals(
        "200 text/plain;charset=UTF-8 b",
        described(
            ProxyResponses.http(
                bytes("{\"statusCode\": 200, \"body\": \"b\", \"more\": 1}"),
                Calls.http(),
                PayloadFormat.V1)));
  }
}
