package thaw.load.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.problem.UserMistake;

class HttpTargetTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "http://127.0.0.1:8080/a?b=c | false | 127.0.0.1 | 8080 | /a?b=c | 127.0.0.1:8080",
        "http://example.org | false | example.org | 80 | / | example.org",
        "HTTPS://example.org | true | example.org | 443 | / | example.org",
        "https://example.org:80/ | true | example.org | 80 | / | example.org:80",
        "http://[::1]:8080/x | false | ::1 | 8080 | /x | [::1]:8080",
        "http://[::1] | false | ::1 | 80 | / | [::1]",
        "http://h?q=1 | false | h | 80 | /?q=1 | h",
        "http://h/a#top | false | h | 80 | /a | h",
        "http://h#top | false | h | 80 | / | h",
      })
  void a_url_says_where_and_what(
      String url, boolean secure, String host, int port, String path, String authority) {
    HttpTarget target = HttpTarget.of(url);
    assertEquals(new HttpTarget(secure, host, port, path), target);
    assertEquals(authority, target.authority());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "localhost:8080",
        "ftp://h/",
        "http://",
        "http:///path",
        "http://user:word@h/",
        "http://h:port/",
        "http://h:0/",
        "http://h:65536/",
        "http://h h/",
        "http://h/a b",
        "http://h/\u00e4",
        "http://h/a\r\nX: y",
      })
  void what_is_no_url_is_the_users_mistake_and_has_a_remedy(String url) {
    UserMistake mistake = assertThrows(UserMistake.class, () -> HttpTarget.of(url));
    assertFalse(mistake.remedy().isBlank());
  }

  @Test
  void it_reads_as_the_url() {
    assertEquals("http://[::1]:81/a?b", HttpTarget.of("http://[::1]:81/a?b").toString());
  }
}
