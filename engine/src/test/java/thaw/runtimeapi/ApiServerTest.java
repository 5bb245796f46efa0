package thaw.runtimeapi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.sandbox.HostPorts;
import thaw.sandbox.kernel.Deadline;

/** Bytes as a runtime, or an attacker in its place, may send them. */
@Timeout(30)
class ApiServerTest {
  private static final int MIB = 1024 * 1024;

  /** Answers with all that it was asked; {@code /unread} without reading the body. */
  private static final ApiServer SERVER =
      new ApiServer(
          new HostPorts(),
          (request, reply) -> {
            String body =
                request.path().equals("/unread")
                    ? "-"
                    : new String(request.content(7 * MIB), StandardCharsets.ISO_8859_1);
            String text =
                request.method()
                    + " "
                    + request.path()
                    + " x="
                    + request.field("x").map(ApiServerTest::brief).orElse("none")
                    + " body="
                    + brief(body)
                    + " trailers="
                    + trailers(request)
                    + ";";
            reply.send(200, List.of(), text.getBytes(StandardCharsets.UTF_8));
          },
          _ -> true,
          _ -> {});

  @AfterAll
  static void stop() {
    SERVER.close();
  }

  private static String trailers(SandboxRequest request) {
    return request.trailers().list().stream()
        .map(field -> field.name().toLowerCase(Locale.ROOT) + "=" + field.value())
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private static String brief(String text) {
    return text.length() > 100 ? text.length() + " characters" : text;
  }

  /** All that comes back until the server ends the connection, or we have ended our side. */
  private static String exchange(String... pieces) throws IOException {
    try (Socket socket = connect()) {
      OutputStream out = socket.getOutputStream();
      socket.setTcpNoDelay(true);
      try {
        for (String piece : pieces) {
          out.write(piece.getBytes(StandardCharsets.ISO_8859_1));
        }
        socket.shutdownOutput();
      } catch (IOException e) {
        // It has heard enough.
      }
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }

  private static Socket connect() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), SERVER.port());
    socket.setSoTimeout(20_000);
    return socket;
  }

  private static List<String> bodies(String replies) {
    List<String> bodies = new ArrayList<>();
    for (String part : replies.split("HTTP/1.1 200 OK\r\n")) {
      int end = part.indexOf("\r\n\r\n");
      if (end >= 0) {
        bodies.add(part.substring(end + 4));
      }
    }
    return bodies;
  }

  /** As an environment's owner writes: from a thread that has other things to do. */
  @Test
  void who_never_reads_replies_does_not_keep_the_writer() throws Exception {
    BlockingQueue<ApiReply> deferred = new LinkedBlockingQueue<>();
    byte[] body = new byte[8 * 1024];
    try (ApiServer server =
            new ApiServer(
                new HostPorts(),
                (_, reply) -> {
                  reply.defer();
                  deferred.add(reply);
                },
                _ -> true,
                _ -> {});
        Socket deaf = new Socket()) {
      deaf.setReceiveBufferSize(2048);
      deaf.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
      byte[] request = "GET / HTTP/1.1\r\nHost: h\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
      assertThrows(
          UncheckedIOException.class,
          () -> {
            for (int i = 0; i < 10_000; i++) { // 80 MB, more than any buffer
              deaf.getOutputStream().write(request);
              ApiReply reply = deferred.poll(10, TimeUnit.SECONDS);
              reply.send(200, List.of(), body);
            }
          });
    }
  }

  @Test
  void a_fault_of_ours_is_told_before_the_process_can_see_it_and_others_are_served()
      throws Exception {
    BlockingQueue<Throwable> faults = new LinkedBlockingQueue<>();
    try (ApiServer server =
        new ApiServer(
            new HostPorts(),
            (request, reply) -> {
              if (request.path().equals("/large")) {
                throw new OutOfMemoryError("no room for a body");
              }
              reply.send(200, List.of(), new byte[0]);
            },
            _ -> true,
            faults::add)) {
      assertEquals("", exchanged(server.port(), "GET /large HTTP/1.1\r\nHost: h\r\n\r\n"));
      assertEquals("no room for a body", faults.remove().getMessage());
      String reply = exchanged(server.port(), "GET / HTTP/1.1\r\nHost: h\r\n\r\n");
      assertTrue(reply.startsWith("HTTP/1.1 200 OK"), reply);
      assertTrue(server.isListening());
    }
  }

  private static String exchanged(int port, String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      socket.shutdownOutput();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }

  @Test
  void a_process_with_120_connections_has_those_of_its_share_and_the_first_still_works()
      throws Exception {
    List<Socket> all = new ArrayList<>();
    try (Socket first = connect()) {
      first.getOutputStream().write("GET /1 HTTP/1.1\r\nHost: h\r\n\r\n".getBytes(UTF_8));
      assertEquals('H', first.getInputStream().read());
      for (int i = 0; i < 120; i++) {
        all.add(connect());
      }
      int refused = 0;
      for (Socket each : all) {
        refused += isRefused(each) ? 1 : 0;
      }
      assertEquals(120 - 31, refused);
      first.getOutputStream().write("GET /2 HTTP/1.1\r\nHost: h\r\n\r\n".getBytes(UTF_8));
      first.shutdownOutput();
      String replies =
          new String(first.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
      assertTrue(replies.contains("GET /2 x=none"), replies);
    } finally {
      for (Socket each : all) {
        each.close();
      }
    }
    Deadline.await(Duration.ofSeconds(20), "the places are free again", () -> isServed());
  }

  private static boolean isServed() {
    try {
      return bodies(exchange("GET /3 HTTP/1.1\r\nHost: h\r\n\r\n")).size() == 1;
    } catch (IOException e) {
      return false;
    }
  }

  /** One that is taken has an answer, and stays open. */
  private static boolean isRefused(Socket socket) throws IOException {
    try {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write("GET /held HTTP/1.1\r\nHost: h\r\n\r\n".getBytes(UTF_8));
      return socket.getInputStream().read() < 0;
    } catch (SocketTimeoutException e) {
      throw e;
    } catch (IOException e) {
      return true;
    }
  }

  @Test
  void a_chunked_body_may_come_byte_by_byte_with_extensions_and_trailers() throws Exception {
    String request =
        "POST /a?b HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "3;name=value\r\nabc\r\n0A\r\n0123456789\r\n0\r\nLate: yes\r\n\r\n";
    assertEquals(
        List.of("POST /a x=none body=abc0123456789 trailers={late=yes};"),
        bodies(exchange(request.split("(?<=\\G.)"))));
  }

  @Test
  void requests_in_one_write_are_answered_in_order() throws Exception {
    assertEquals(
        List.of(
            "GET /1 x=none body= trailers={};",
            "POST /2 x=none body=xy trailers={};",
            "POST /unread x=none body=- trailers={};",
            "GET /4 x=none body= trailers={};"),
        bodies(
            exchange(
                "GET /1 HTTP/1.1\r\n\r\n"
                    + "\r\nPOST /2 HTTP/1.1\r\ncontent-length: 2\r\n\r\nxy"
                    + "POST /unread HTTP/1.1\r\nContent-Length: 18\r\n\r\nGET / HTTP/1.1\r\n\r\n"
                    + "GET /4 HTTP/1.1\r\n\r\n")));
  }

  @Test
  void who_waits_for_100_is_told_to_go_on() throws Exception {
    String head = "POST / HTTP/%s\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nok";
    assertTrue(
        exchange(head.formatted("1.1")).startsWith("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200"));
    assertTrue(exchange(head.formatted("1.0")).startsWith("HTTP/1.1 200"), "1.0 knows no 100");
    String unread =
        exchange("POST /unread HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
    assertTrue(unread.startsWith("HTTP/1.1 200"), unread);
    assertTrue(unread.contains("\r\nConnection: close\r\n"), unread);
  }

  @Test
  void http_1_0_ends_the_connection_unless_asked_otherwise() throws Exception {
    String one = "GET /1 HTTP/1.0\r\n%s\r\nGET /2 HTTP/1.0\r\n\r\n";
    assertEquals(1, bodies(exchange(one.formatted(""))).size());
    assertEquals(2, bodies(exchange(one.formatted("Connection: Keep-Alive\r\n"))).size());
    assertEquals(
        1,
        bodies(exchange("GET / HTTP/1.1\r\nConnection: TE, close\r\n\r\nGET / HTTP/1.1\r\n\r\n"))
            .size());
  }

  @Test
  void a_header_field_of_1_mib_passes_and_one_of_2_mib_does_not() throws Exception {
    assertEquals(
        List.of("GET / x=1048576 characters body= trailers={};"),
        bodies(exchange("GET / HTTP/1.1\r\nX: " + "y".repeat(MIB) + "\r\n\r\n")));
    assertRefused("GET / HTTP/1.1\r\nX: " + "y".repeat(2 * MIB) + "\r\n\r\n");
  }

  /** As 500,000 small fields, 1 MiB would take 100 times as much memory; joined, hours. */
  @Test
  void more_than_256_header_fields_or_trailers_are_refused() throws Exception {
    assertRefused("GET / HTTP/1.1\r\n" + "a:b\r\n".repeat(257) + "\r\n");
    assertRefused(
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"
            + "a:b\r\n".repeat(257)
            + "\r\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "garbage\r\n\r\n",
        "GET / HTTP/1.1 more\r\n\r\n",
        "GET  / HTTP/1.1\r\n\r\n",
        "GET / HTTP/2.0\r\n\r\n",
        "GET / HTTP/1.10\r\n\r\n",
        "GET http://elsewhere/ HTTP/1.1\r\n\r\n",
        "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\n\n",
        "GET / HTTP/1.1\r\nno colon\r\n\r\n",
        "GET / HTTP/1.1\r\n: no name\r\n\r\n",
        "GET / HTTP/1.1\r\nspace : v\r\n\r\n",
        "GET / HTTP/1.1\r\na: b\r\n folded\r\n\r\n",
        "GET / HTTP/1.1\r\na: b\r\n\tfolded: too\r\n\r\n",
        "GET / HTTP/1.1\r\na: b\rContent-Length: 5\r\n\r\n",
        "GET / HTTP/1.1\r\na: \u0000\r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: +1\r\n\r\nx",
        "POST / HTTP/1.1\r\nContent-Length: 0x1\r\n\r\nx",
        "POST / HTTP/1.1\r\nContent-Length: \r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxy",
        "POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nTransfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n\r\n",
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n\r\n",
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n\r\n\r\n",
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\nx\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\n\r\n",
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1;a=\rb\r\nx\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n 1\r\nx\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length : 1\r\n\r\nx",
        "GET / HTTP/1.1\rX: 1\r\n\r\n",
        "GET /\u0000 HTTP/1.1\r\n\r\n",
      })
  void what_is_no_http_or_may_be_read_in_two_ways_is_refused_and_nothing_behind_it_is_read(
      String request) throws Exception {
    assertRefused(request);
  }

  /** So does AWS, whose server is that of Go: a runtime may be a shell script with a socket. */
  @Test
  void a_line_of_a_head_may_end_with_a_line_feed_alone() throws Exception {
    String answers =
        exchange(
            "POST /1 HTTP/1.1\nX: y\nContent-Length: 2\n\nok",
            "POST /2 HTTP/1.1\nTransfer-Encoding: chunked\n\n2\r\nab\r\n0\r\nLate: yes\n\n");
    assertEquals(
        List.of("POST /1 x=y body=ok trailers={};", "POST /2 x=none body=ab trailers={late=yes};"),
        bodies(answers));
  }

  private static void assertRefused(String request) throws IOException {
    String answer = exchange(request, "GET /behind HTTP/1.1\r\n\r\n");
    assertTrue(answer.startsWith("HTTP/1.1 400 Bad Request\r\n"), answer);
    assertTrue(answer.contains("MalformedHTTPRequest"), answer);
    assertEquals(1, answer.split("HTTP/1.1 ", -1).length - 1, answer);
  }

  @Test
  void a_body_that_ends_early_is_answered_so_and_the_connection_ends() throws Exception {
    String length = exchange("POST / HTTP/1.1\r\nContent-Length: 10\r\n\r\nabc");
    assertTrue(
        length.startsWith("HTTP/1.1 400 ") && length.contains("TruncatedHTTPRequest"), length);
    String chunked = exchange("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab");
    assertTrue(chunked.contains("TruncatedHTTPRequest"), chunked);
  }

  @Test
  void a_body_that_goes_wrong_behind_its_reply_gets_no_second_one() throws Exception {
    String answer =
        exchange(
            "POST /unread HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
            "GET /behind HTTP/1.1\r\n\r\n");
    assertEquals(1, answer.split("HTTP/1.1 ", -1).length - 1, answer);
  }

  @Test
  void of_1000_connections_most_are_refused_and_the_first_goes_on() throws Exception {
    List<Socket> open = new ArrayList<>();
    try (Socket first = connect()) {
      ask(first);
      for (int i = 0; i < 1000; i++) {
        open.add(connect());
      }
      ask(first);
    } finally {
      for (Socket socket : open) {
        socket.close();
      }
    }
    // Places are free again when the server has seen that they were closed.
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (bodies(exchangeOrNothing()).isEmpty()) {
      if (System.nanoTime() > deadline) {
        throw new TimeoutException("no new connection is served");
      }
    }
  }

  private static String exchangeOrNothing() {
    try {
      return exchange("GET / HTTP/1.1\r\n\r\n");
    } catch (IOException e) {
      return "";
    }
  }

  private static void ask(Socket socket) throws IOException {
    socket.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    StringBuilder answer = new StringBuilder();
    while (answer.indexOf(";") < 0) {
      int read = socket.getInputStream().read();
      assertTrue(read >= 0, answer.toString());
      answer.append((char) read);
    }
  }

  @Test
  void stuck_large_bodies_hold_back_other_large_ones_only() throws Exception {
    List<Socket> stuck = new ArrayList<>();
    try {
      for (int i = 0; i < 20; i++) {
        Socket socket = connect();
        stuck.add(socket);
        socket
            .getOutputStream()
            .write(
                "POST / HTTP/1.1\r\nContent-Length: 6000000\r\n\r\nx"
                    .getBytes(StandardCharsets.US_ASCII));
      }
      assertEquals(1, bodies(exchange("POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\nok")).size());
    } finally {
      for (Socket socket : stuck) {
        socket.close();
      }
    }
    assertEquals(
        List.of("POST / x=none body=6000000 characters trailers={};"),
        bodies(
            exchange(
                "POST / HTTP/1.1\r\nContent-Length: 6000000\r\n\r\n" + "z".repeat(6_000_000))));
  }
}
