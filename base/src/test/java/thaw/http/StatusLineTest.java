package thaw.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StatusLineTest {
  @ParameterizedTest
  @CsvSource({
    "HTTP/1.1 200 OK, 200",
    "HTTP/1.1 200, 200",
    "'HTTP/1.1 404 ', 404",
    "HTTP/1.0 503 Try \u00e9 later, 503",
    "HTTP/1.1 999 x, 999"
  })
  void a_status_is_read(String line, int status) throws MalformedMessage {
    assertEquals(status, StatusLine.status(line));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "HTTP/1.1",
        "HTTP/1.1 20",
        "HTTP/1.1 099 x",
        "HTTP/1.1 2000",
        "HTTP/1.1 2x0 OK",
        "HTTP/1.1  200",
        "HTTP/1.x 200 OK",
        "HTTP/1.10 200 OK",
        "HTTP/2.0 200 OK",
        "http/1.1 200 OK",
        "HTTP/1.1 200 a\rb",
        "HTTP/1.1 200 a\nb",
        "HTTP/1.1 200 a\u0085b",
        "HTTP/1.1 \u0662\u0660\u0660 OK"
      })
  void what_is_none_is_refused(String line) {
    assertThrows(MalformedMessage.class, () -> StatusLine.status(line));
  }
}
