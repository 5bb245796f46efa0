package thaw.lambdaapi.url;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.http.Response;

/**
 * Table tests of results. The first ones are derived from what AWS answered (recorded 2024 to 2025
 * in the public LocalStack repository, test_lambda.snapshot.json, TestLambdaURL).
 */
class UrlAnswerTest {
  private static Response answer(String payload) {
    return UrlAnswer.of(payload.getBytes(StandardCharsets.UTF_8));
  }

  private static String body(Response answer) {
    return new String(answer.body(), StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"hello\": \"world\"} | 200 | {\"hello\":\"world\"}",
        "{\"statusCode\": 200, \"body\": \"body123\"} | 200 | body123",
        "{\"statusCode\": 200, \"body\": \"{\\\"hello\\\": \\\"world\\\"}\"} | 200 | {\"hello\": \"world\"}",
        "[\"hello\", 3, true] | 200 | [\"hello\",3,true]",
        "\"hello\" | 200 | hello",
        "3 | 200 | 3",
        "3.1 | 200 | 3.1",
        "true | 200 | true",
        "{\"statusCode\": \"418\", \"body\": \"i'm a teapot\"} | 418 | i'm a teapot",
        // not recorded
        "null | 200 | null",
        "{\"body\": \"no status\"} | 200 | {\"body\":\"no status\"}",
        "{\"statusCode\": 404} | 404 | ''",
        "{\"statusCode\": 200, \"body\": null} | 200 | ''",
        "{\"statusCode\": 200, \"body\": {\"a\": 1.10}} | 200 | {\"a\":1.10}",
        "{\"statusCode\": 200, \"body\": \"YWJj\", \"isBase64Encoded\": true} | 200 | abc",
        "{\"headers\": null, \"cookies\": null, \"statusCode\": 201, \"body\": \"b\"} | 201 | b",
        "{\"statusCode\": 200, \"multiValueHeaders\": {\"a\": [\"b\"]}, \"body\": \"b\"} | 200 | b",
        "{\"statusCode\": 200, \"isBase64Encoded\": null, \"unknown\": {}, \"body\": \"b\"} | 200 | b",
        "12345678901234567890.10 | 200 | 12345678901234567890.10",
        "plain text | 200 | plain text",
        "{\"a\": 1} {\"b\": 2} | 200 | {\"a\": 1} {\"b\": 2}",
      })
  void a_result_becomes(String payload, int status, String expected) {
    Response answer = answer(payload);
    assertEquals(status, answer.status());
    assertEquals(expected, body(answer));
    assertEquals(Map.of(), answer.headers()); // the content type is JSON unless it is named
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"statusCode\": \"teapot\"}",
        "{\"statusCode\": 99}",
        "{\"statusCode\": 101}",
        "{\"statusCode\": 600}",
        "{\"statusCode\": null}",
        "{\"statusCode\": 200.5}",
        "{\"statusCode\": 200, \"body\": \"?\", \"isBase64Encoded\": true}",
        "{\"statusCode\": 200, \"headers\": {\"a b\": \"c\"}}",
        "{\"statusCode\": 200, \"headers\": {\"a\": \"b\\r\\nc: d\"}}",
        "{\"statusCode\": 200, \"cookies\": [\"a\\nb\"]}",
      })
  void a_result_that_cannot_be_sent_is_a_bad_gateway(String payload) {
    Response answer = answer(payload);
    assertEquals(502, answer.status());
    assertEquals("Internal Server Error", body(answer));
  }

  @Test
  void headers_and_cookies_are_sent() {
    Response answer =
        answer(
            """
            {"statusCode": 201, "headers": {"content-type": "text/html", "X-Number": 3,
             "X-Flag": true, "X-Null": null, "Date": "today", "WWW-Authenticate": "Basic"},
             "cookies": ["a=1; Secure", "b=2"], "body": "<p>"}
            """);
    assertEquals(
        Map.of(
            "content-type", "text/html",
            "X-Number", "3",
            "X-Flag", "true",
            "x-amzn-Remapped-Date", "today",
            "x-amzn-Remapped-WWW-Authenticate", "Basic"),
        answer.headers());
    assertEquals(
        List.of(Response.Field.cookie("a=1; Secure"), Response.Field.cookie("b=2")),
        answer.fields());
  }

  @Test
  void the_beginning_of_a_stream_is_understood_in_a_whole_response() {
    byte[] zeros = new byte[UrlPrelude.DELIMITER_BYTES];
    String delimiter = new String(zeros, StandardCharsets.US_ASCII);
    Response answer = answer("{\"statusCode\": 202}" + delimiter + "\0body");
    assertEquals(202, answer.status());
    assertEquals("\0body", body(answer));
    assertEquals(502, answer("no json" + delimiter).status());
  }

  @Test
  void a_prelude_may_come_in_any_pieces() {
    byte[] whole = "{}\0\0\0\0\0\0\0\0body".getBytes(StandardCharsets.US_ASCII);
    for (int cut = 0; cut <= 10; cut++) {
      UrlPrelude prelude = new UrlPrelude();
      byte[] first = Arrays.copyOf(whole, cut);
      byte[] rest = Arrays.copyOfRange(whole, cut, whole.length);
      UrlPrelude.Split split =
          prelude.add(first).isPresent() ? null : prelude.add(rest).orElseThrow();
      if (split != null) {
        assertArrayEquals("{}".getBytes(StandardCharsets.US_ASCII), split.json());
        assertArrayEquals("body".getBytes(StandardCharsets.US_ASCII), split.body());
      } else {
        assertEquals(10, cut);
      }
    }
  }
}
