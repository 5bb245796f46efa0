package thaw.load.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.problem.UserMistake;

class RequestTemplateTest {
  private static RequestTemplate template(
      String method, String path, List<RequestTemplate.Header> headers, @Nullable String body) {
    return new RequestTemplate(method, HttpTarget.of("http://h:81" + path), headers, body);
  }

  private static String text(RequestTemplate template, long number) {
    return new String(template.bytes(number), StandardCharsets.UTF_8);
  }

  @Test
  void headers_stay_on_their_lines() {
    assertEquals(
        "GET /pets?n=0 HTTP/1.1\r\nHost: h:81\r\nX-Kind: dog  X: y\r\n\r\n",
        text(
            template(
                "GET",
                "/pets?n=0",
                List.of(new RequestTemplate.Header("X-Kind", "dog\r\nX: y")),
                null),
            0));
  }

  @Test
  void traced_requests_differ_in_their_traces_alone() {
    TraceIds traces = new TraceIds("0000002a");
    RequestTemplate template = template("POST", "/", List.of(), "b");
    for (long number : new long[] {0, 1, 1L << 40}) {
      assertEquals(
          text(template, number)
              .replace(
                  "Content-Length",
                  TraceIds.HEADER + ": " + traces.of(number) + "\r\nContent-Length"),
          text(template.traced(traces), number));
    }
  }

  @Test
  void the_length_is_that_of_the_bytes() {
    assertEquals(
        "PUT / HTTP/1.1\r\nHost: h:81\r\nContent-Length: 2\r\n\r\n\u00e4",
        text(template("PUT", "/", List.of(), "\u00e4"), 0));
  }

  @Test
  void a_request_without_body_has_a_length_only_where_a_body_is_usual() {
    assertEquals(
        "GET / HTTP/1.1\r\nHost: h:81\r\n\r\n", text(template("GET", "/", List.of(), null), 0));
    assertEquals(
        "POST / HTTP/1.1\r\nHost: h:81\r\nContent-Length: 0\r\n\r\n",
        text(template("POST", "/", List.of(), null), 0));
  }

  @Test
  void a_request_that_is_always_the_same_is_made_once() {
    RequestTemplate template = template("POST", "/a", List.of(), "b");
    assertSame(template.bytes(1), template.bytes(2));
  }

  @Test
  void the_warm_up_sends_the_same_elsewhere() {
    RequestTemplate template = template("POST", "/a", List.of(), "b").traced(TraceIds.next());
    RequestTemplate other = template.at(HttpTarget.of("http://other:82/"));
    assertEquals(text(template, 2).replace("h:81", "other:82"), text(other, 2));
  }

  @ParameterizedTest
  @CsvSource({
    "get, /, Accept, x, b",
    "'', /, Accept, x, b",
    "G T, /, Accept, x, b",
    "GET, /, Acc ept, x, b",
    "GET, /, '', x, b",
    "GET, /, Host, x, b",
    "GET, /, content-LENGTH, x, b",
    "GET, /, Transfer-Encoding, chunked, b",
  })
  void what_makes_no_request_is_the_users_mistake_and_has_a_remedy(
      String method, String path, String header, String value, String body) {
    List<RequestTemplate.Header> headers = List.of(new RequestTemplate.Header(header, value));
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> template(method, path, headers, body));
    assertFalse(mistake.remedy().isBlank());
  }
}
