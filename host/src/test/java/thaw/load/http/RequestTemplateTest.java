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
  private static final RequestValues PETS =
      new RequestValues(
          List.of("name", "kind"),
          List.of(List.of("Zo\u00eb & co", "cat"), List.of("a/b", "dog\r\nX: y")));

  private static RequestTemplate template(
      String method, String path, List<RequestTemplate.Header> headers, @Nullable String body) {
    return new RequestTemplate(method, HttpTarget.of("http://h:81" + path), headers, body, PETS);
  }

  private static String text(RequestTemplate template, long number) {
    return new String(template.bytes(number), StandardCharsets.UTF_8);
  }

  @Test
  void values_stand_where_their_names_are_and_begin_again_after_the_last_row() {
    RequestTemplate template =
        template(
            "POST",
            "/pets/#{name}?n=#{number}",
            List.of(new RequestTemplate.Header("X-Kind", "a #{kind}.")),
            "{\"name\": \"#{name}\"}");
    assertEquals(
        "POST /pets/Zo%C3%AB%20%26%20co?n=0 HTTP/1.1\r\nHost: h:81\r\nX-Kind: a cat.\r\n"
            + "Content-Length: 21\r\n\r\n{\"name\": \"Zo\u00eb & co\"}",
        text(template, 0));
    assertEquals(
        "POST /pets/a%2Fb?n=3 HTTP/1.1\r\nHost: h:81\r\nX-Kind: a dog  X: y.\r\n"
            + "Content-Length: 15\r\n\r\n{\"name\": \"a/b\"}",
        text(template, 3));
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
    RequestTemplate template = template("POST", "/#{number}", List.of(), "#{name} #{kind}");
    RequestTemplate other = template.at(HttpTarget.of("http://other:82/"));
    assertEquals(text(template, 2).replace("h:81", "other:82"), text(other, 2));
  }

  @ParameterizedTest
  @CsvSource({
    "get, /, Accept, x, b",
    "'', /, Accept, x, b",
    "G T, /, Accept, x, b",
    "GET, /#{age}, Accept, x, b",
    "GET, /, Acc ept, x, b",
    "GET, /, '', x, b",
    "GET, /, Host, x, b",
    "GET, /, content-LENGTH, x, b",
    "GET, /, Transfer-Encoding, chunked, b",
    "GET, /, Accept, #{age}, b",
    "GET, /, Accept, x, #{}",
  })
  void what_makes_no_request_is_the_users_mistake_and_has_a_remedy(
      String method, String path, String header, String value, String body) {
    List<RequestTemplate.Header> headers = List.of(new RequestTemplate.Header(header, value));
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> template(method, path, headers, body));
    assertFalse(mistake.remedy().isBlank());
  }

  @Test
  void an_unknown_name_is_told_with_those_that_there_are() {
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> template("GET", "/#{age}", List.of(), null));
    assertEquals(
        "there are no values for #{age}; there are [kind, name, number, trace]",
        mistake.getMessage());
  }

  @Test
  void a_row_that_does_not_fit_its_columns_is_refused() {
    assertThrows(
        IllegalArgumentException.class,
        () -> new RequestValues(List.of("a", "b"), List.of(List.of("1"))));
  }
}
