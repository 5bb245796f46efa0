package thaw.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which requests a server lets in, as they come over a socket. */
class OwnPagesTest {
  private final List<String> served = new CopyOnWriteArrayList<>();
  private final List<Exception> problems = new ArrayList<>();
  private final HttpServer server =
      HttpServer.open(
          "127.0.0.1",
          0,
          new Counting(),
          OwnPages.of("Named.test", "*.below.test"),
          () -> "id",
          Duration.ofSeconds(20),
          problems::add);

  private final class Counting implements HttpHandler {
    @Override
    public void serve(Exchange exchange, Consumer<Response> onResponse) {
      served.add(exchange.rawPath());
      onResponse.accept(new Response(200, Map.of(), new byte[0]));
    }

    @Override
    public Response failed(Exception reason) {
      return new Response(500, Map.of(), new byte[0]);
    }

    @Override
    public void answered(Exchange exchange, int status, long arrivedNanos, long sentNanos) {
      served.add("answered " + exchange.rawPath());
    }
  }

  @AfterEach
  void close() {
    server.close();
    assertEquals(List.of(), problems);
  }

  private String raw(String request, byte[] body) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", server.port())) {
      socket.setSoTimeout(30_000);
      OutputStream to = socket.getOutputStream();
      to.write(request.getBytes(StandardCharsets.ISO_8859_1));
      to.write(body);
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private String get(String fields) throws IOException {
    return raw("GET /a HTTP/1.1\r\n" + fields + "Connection: close\r\n\r\n", new byte[0]);
  }

  private void assertServed(String answer) {
    assertTrue(answer.startsWith("HTTP/1.1 200 "), answer);
    assertEquals(List.of("/a", "answered /a"), served);
  }

  private void assertRefused(String answer) {
    assertTrue(answer.startsWith("HTTP/1.1 403 "), answer);
    assertTrue(answer.contains("{\"message\":\""), answer);
    assertFalse(answer.toLowerCase().contains("access-control"), answer);
    assertEquals(List.of(), served);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "LOCALHOST:3001",
        "x.localhost:1",
        "127.0.0.1:3001",
        "10.1.2.3",
        "[::1]:3001",
        "host.docker.internal:3001",
        "host.containers.internal",
        "named.test:80",
        "NAMED.TEST",
        "a.below.test",
        "a.b.below.test:1"
      })
  void names_that_lead_only_here_are_ours(String host) throws IOException {
    assertServed(get("Host: " + host + "\r\n"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "evil.example:3001",
        "localhost.evil.example",
        "notlocalhost",
        "127.0.0.1.evil.example",
        "1.2.3.4.5",
        "127.0.0.1evil",
        "x.execute-api.evil.example",
        "x.named.test",
        "below.test",
        "xbelow.test",
        "internal",
        "x.internal",
        "h",
        "evil.example:localhost",
        "localhost:80:evil",
        "]localhost["
      })
  void other_names_are_not(String host) throws IOException {
    String answer = get("Host: " + host + "\r\n");
    assertFalse(answer.startsWith("HTTP/1.1 200 "), answer); // or the server takes it for none
    assertEquals(List.of(), served);
  }

  @Test
  void the_refusal_names_the_remedy() throws IOException {
    String answer = get("Host: evil.example:3001\r\n");
    assertRefused(answer);
    assertTrue(answer.contains("start Thaw with --allow-host evil.example\""), answer);
  }

  @ParameterizedTest(name = "Origin: {0}, Sec-Fetch-Site: {1} -> {2}")
  @CsvSource({
    ", , 200",
    "http://localhost:1, , 200",
    "HTTP://LOCALHOST:1, , 200",
    "http://localhost:1, same-origin, 200",
    ", same-origin, 200",
    ", none, 200",
    ", None, 200",
    ", same-site, 403",
    ", cross-site, 403",
    ", '', 403",
    ", what comes next, 403",
    "http://localhost:1, cross-site, 403",
    "http://localhost:2, , 403",
    "http://localhost, , 403",
    "http://127.0.0.1:1, , 403",
    "https://localhost:1, , 403",
    "http://evil.example, , 403",
    "http://evil.example, none, 403",
    "null, , 403",
    "'', , 403",
    "http://localhost:1.evil.example, , 403"
  })
  void only_pages_of_the_server_itself_are_let_in(String origin, String site, int status)
      throws IOException {
    String answer =
        get(
            "Host: localhost:1\r\n"
                + (origin == null ? "" : "Origin: " + origin + "\r\n")
                + (site == null ? "" : "Sec-Fetch-Site: " + site + "\r\n"));
    if (status == 200) {
      assertServed(answer);
    } else {
      assertRefused(answer);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Origin: http://localhost:1\r\nOrigin: http://evil.example\r\n",
        "Sec-Fetch-Site: none\r\nSec-Fetch-Site: cross-site\r\n"
      })
  void a_second_line_does_not_hide_behind_the_first(String fields) throws IOException {
    assertRefused(get("Host: localhost:1\r\n" + fields));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /a HTTP/1.0\r\n\r\n",
        "GET /a HTTP/1.1\r\nConnection: close\r\n\r\n",
        "GET /a HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n",
        "GET /a HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
        "GET /a HTTP/1.1\r\nHost: evil.example\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        "GET http://localhost/a HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
      })
  void without_one_host_of_ours_no_door_sees_a_request(String request) throws IOException {
    String answer = raw(request, new byte[0]);
    assertTrue(answer.matches("(?s)HTTP/1\\.[01] (4\\d\\d|505) .*"), answer);
    assertEquals(List.of(), served);
  }

  @Test
  void who_sends_much_can_read_the_refusal() throws IOException {
    byte[] body = new byte[8 * 1024 * 1024];
    assertRefused(
        raw(
            "POST /a HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\nContent-Length: "
                + body.length
                + "\r\n\r\n",
            body));
  }
}
