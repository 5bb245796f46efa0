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
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a server's connections do, byte for byte. */
@Timeout(60)
class HttpServerTest {
  private static final String HOST = "Host: h\r\n";
  private static final String CHUNKED =
      "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n";

  private final List<Exception> problems = new ArrayList<>();
  private final Queue<Consumer<Response>> later = new ConcurrentLinkedQueue<>();
  private final CountDownLatch asked = new CountDownLatch(1);
  private volatile Thread asking; // of the connection
  private final HttpServer server =
      HttpServer.open(
          "127.0.0.1",
          0,
          new Echo(),
          _ -> Optional.empty(),
          () -> "id",
          Duration.ofSeconds(20),
          problems::add);

  /** Answers as the path has it. */
  private final class Echo implements HttpHandler {
    @Override
    public void serve(Exchange exchange, Consumer<Response> onResponse) {
      switch (exchange.rawPath()) {
        case "/unread" -> onResponse.accept(text(200, "-"));
        case "/later" -> {
          exchange.body(10);
          asking = Thread.currentThread();
          later.add(onResponse);
          asked.countDown();
        }
        case "/nothing" -> onResponse.accept(Response.nothing());
        case "/cookies" ->
            onResponse.accept(
                new Response(
                    418,
                    Map.of("Content-Type", "text/tea"),
                    List.of(Response.Field.cookie("a\r\nb"), Response.Field.cookie("c")),
                    new byte[0],
                    Optional.empty()));
        case "/pieces" ->
            onResponse.accept(
                Response.streamed(
                    200,
                    Map.of(),
                    List.of(),
                    to -> {
                      for (String piece : List.of("one", "two", "")) {
                        to.write(piece.getBytes(StandardCharsets.US_ASCII));
                        to.flush();
                      }
                      to.write("x".repeat(5000).getBytes(StandardCharsets.US_ASCII));
                    }));
        case "/short" ->
            onResponse.accept(
                Response.streamed(200, Map.of(), List.of(), to -> to.write(new byte[] {'s'})));
        case "/sized" ->
            onResponse.accept(
                Response.streamed(
                    200,
                    Map.of(),
                    List.of(new Response.Field("content-length", "4")),
                    to -> {
                      to.write("si".getBytes(StandardCharsets.US_ASCII));
                      to.flush();
                      to.write("ze".getBytes(StandardCharsets.US_ASCII));
                    }));
        case "/error" ->
            onResponse.accept(
                Response.streamed(
                    200,
                    Map.of(),
                    List.of(),
                    to -> {
                      to.write('e');
                      to.flush();
                      throw new StackOverflowError("an answer that nests too deep");
                    }));
        case "/broken" ->
            onResponse.accept(
                Response.streamed(
                    200,
                    Map.of(),
                    List.of(),
                    to -> {
                      to.write('b');
                      to.flush();
                      throw new IOException("no proper end");
                    }));
        default -> {
          byte[] body = exchange.body(1_000_000);
          onResponse.accept(
              text(
                  200,
                  exchange.method()
                      + " "
                      + exchange.queried("q")
                      + exchange.lines("x")
                      + new String(body, StandardCharsets.ISO_8859_1)));
        }
      }
    }

    private static Response text(int status, String text) {
      return new Response(
          status, Map.of("Content-Type", "text/plain"), text.getBytes(StandardCharsets.ISO_8859_1));
    }

    @Override
    public Response failed(Exception reason) {
      return text(400, reason.getClass().getSimpleName());
    }
  }

  /** An answer of so many bytes by another thread, when the one of the connection has gone on. */
  private Thread answerLater(int bytes) {
    return answerLater(onResponse -> onResponse.accept(Echo.text(200, "l".repeat(bytes))));
  }

  private Thread answerLater(Consumer<Consumer<Response>> answer) {
    return Thread.ofVirtual()
        .start(() -> {
          try {
            asked.await();
            answer.accept(later.remove());
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 100_000})
  void an_answer_that_comes_later_is_sent_before_that_of_the_next_request(int bytes)
      throws Exception {
    Thread answering = answerLater(bytes);
    String all =
        said("GET /later HTTP/1.1\r\n" + HOST + "\r\nGET /nothing HTTP/1.1\r\n" + HOST + "\r\n");
    answering.join();
    assertTrue(all.startsWith("HTTP/1.1 200"), all);
    assertTrue(all.contains("\r\n\r\n" + "l".repeat(bytes) + "HTTP/1.1 "), all);
    assertTrue(all.indexOf("HTTP/1.1 204") > all.indexOf("lll"), all);
  }

  @ParameterizedTest
  @ValueSource(strings = {"nonsense\r\n\r\n", "GET / HTTP/1.0\r\n\r\n", ""})
  void an_answer_that_comes_later_is_sent_before_the_connection_ends(String next) throws Exception {
    Thread answering = answerLater(3);
    String all = said("GET /later HTTP/1.1\r\n" + HOST + "\r\n" + next);
    answering.join();
    assertTrue(all.startsWith("HTTP/1.1 200") && all.contains("\r\n\r\nlll"), all);
  }

  @Test
  void who_wants_the_connection_to_end_has_an_answer_that_comes_later() throws Exception {
    Thread answering = answerLater(3);
    String all = said("GET /later HTTP/1.1\r\n" + HOST + "Connection: close\r\n\r\n");
    answering.join();
    assertTrue(all.contains("Connection: close") && all.endsWith("lll"), all);
  }

  /** The client waits for the end, and sends nothing. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void an_answer_that_comes_later_and_is_the_last_ends_the_connection(boolean breaks)
      throws Exception {
    Response last =
        breaks
            ? Response.streamed(
                200,
                Map.of(),
                List.of(),
                _ -> {
                  throw new StackOverflowError("an answer that nests too deep");
                })
            : new Response(200, Map.of("Connection", "close"), new byte[] {'l'});
    Thread answering =
        answerLater(onResponse -> {
          while (Stream.of(asking.getStackTrace())
              .noneMatch(frame -> frame.getMethodName().equals("awaitFirst"))) {
            Thread.onSpinWait(); // until the connection waits for its next request
          }
          onResponse.accept(last);
        });
    try (Socket socket = new Socket("127.0.0.1", server.port())) {
      socket.setSoTimeout(30_000);
      socket
          .getOutputStream()
          .write(("GET /later HTTP/1.1\r\n" + HOST + "\r\n").getBytes(StandardCharsets.US_ASCII));
      String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      assertEquals(!breaks, all.endsWith("\r\n\r\nl"), all);
    }
    answering.join();
    assertEquals(breaks ? 1 : 0, problems.size());
    problems.clear();
  }

  @Test
  void a_second_answer_to_a_request_is_not_sent() throws Exception {
    Thread answering =
        answerLater(onResponse -> {
          onResponse.accept(Echo.text(200, "first"));
          onResponse.accept(Echo.text(500, "second"));
        });
    String all = got("/later");
    answering.join();
    assertTrue(all.endsWith("first"), all);
  }

  @AfterEach
  void close() {
    server.close();
    assertEquals(List.of(), problems);
  }

  /** All that comes back until the server ends the connection, or we have ended our side. */
  private String said(String... pieces) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", server.port())) {
      socket.setSoTimeout(30_000);
      socket.setTcpNoDelay(true);
      for (String piece : pieces) {
        socket.getOutputStream().write(piece.getBytes(StandardCharsets.ISO_8859_1));
      }
      socket.shutdownOutput();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }

  private String got(String path) throws IOException {
    return said("GET " + path + " HTTP/1.1\r\n" + HOST + "\r\n");
  }

  private static String body(String answer) {
    return answer.substring(answer.indexOf("\r\n\r\n") + 4);
  }

  @Test
  void requests_in_one_write_are_answered_in_order() throws IOException {
    String answers =
        said(
            "GET /1?q=a%20b&q=c+d HTTP/1.1\r\n" + HOST + "X: 1\r\nx: 2\r\n\r\n",
            "POST /unread HTTP/1.1\r\n" + HOST + "Content-Length: 3\r\n\r\nabc",
            "POST /3 HTTP/1.1\r\n" + HOST + "Transfer-Encoding: chunked\r\n\r\n",
            "2\r\nde\r\n1\r\nf\r\n0\r\nTrailer: t\r\n\r\n",
            "PUT http://h/4 HTTP/1.1\r\n" + HOST + "Content-Length: 2\r\n\r\nhi");
    assertEquals(
        List.of("GET [a b, c d][1, 2]", "-", "POST [][]def", "PUT [][]hi"),
        java.util.Arrays.stream(answers.split("HTTP/1.1 200 OK\r\n"))
            .skip(1)
            .map(HttpServerTest::body)
            .toList());
  }

  @Test
  void bytes_may_come_one_by_one() throws IOException {
    String request =
        "POST / HTTP/1.1\r\n"
            + HOST
            + "Transfer-Encoding: chunked\r\n\r\n3;a=b\r\nabc\r\n0\r\n\r\n";
    assertEquals("POST [][]abc", body(said(request.split("(?<=\\G.)"))));
  }

  @Test
  void a_field_is_one_line_whatever_is_in_it() throws IOException {
    String answer = got("/cookies");
    assertTrue(answer.startsWith("HTTP/1.1 418 I'm a teapot\r\n"), answer);
    assertTrue(answer.contains("\r\nSet-Cookie: a  b\r\nSet-Cookie: c\r\n"), answer);
    assertTrue(answer.contains("\r\nx-amzn-RequestId: id\r\n"), answer);
    assertTrue(answer.matches("(?s).*\r\nDate: \\w{3}, \\d\\d \\w{3} \\d{4} [\\d:]{8} GMT\r\n.*"));
  }

  @Test
  void who_has_no_body_announces_none() throws IOException {
    String nothing = got("/nothing");
    assertTrue(nothing.startsWith("HTTP/1.1 204 No Content\r\n"), nothing);
    assertFalse(nothing.contains("Content-"), nothing);
    String head = said("HEAD /pieces HTTP/1.1\r\n" + HOST + "\r\n");
    assertTrue(head.startsWith("HTTP/1.1 200 OK\r\n") && head.endsWith("\r\n\r\n"), head);
    assertFalse(head.contains("Content-Length"), "of a stream nobody knows it: " + head);
    String asGet = said("HEAD /unread HTTP/1.1\r\n" + HOST + "\r\n");
    assertTrue(asGet.contains("\r\nContent-Length: 1\r\n") && asGet.endsWith("\r\n\r\n"), asGet);
  }

  @Test
  void a_streamed_answer_is_sent_as_it_is_flushed() throws IOException {
    String pieces = got("/pieces");
    assertTrue(pieces.contains("\r\nTransfer-Encoding: chunked\r\n"), pieces);
    assertEquals(
        "3\r\none\r\n3\r\ntwo\r\n1388\r\n" + "x".repeat(5000) + "\r\n0\r\n\r\n", body(pieces));
    assertTrue(got("/short").endsWith("\r\nContent-Length: 1\r\n\r\ns"));
    String sized = got("/sized");
    assertTrue(sized.endsWith("\r\n\r\nsize") && !sized.contains("chunked"), sized);
  }

  @Test
  void a_stream_without_a_proper_end_ends_the_connection() throws IOException {
    String request = "GET /broken HTTP/1.1\r\n" + HOST + "\r\n";
    assertEquals("1\r\nb\r\n", body(said(request + request)));
  }

  /** A stream of the function may pause for as long as it likes, its reader may not. */
  @Test
  void who_does_not_read_a_stream_is_given_up_and_who_waits_for_one_is_not() throws Exception {
    CompletableFuture<Boolean> givenUp = new CompletableFuture<>();
    HttpHandler streams =
        new HttpHandler() {
          @Override
          public void serve(Exchange exchange, Consumer<Response> onResponse) {
            boolean endless = exchange.rawPath().equals("/endless");
            onResponse.accept(
                Response.streamed(
                    200, Map.of(), List.of(), to -> write(to, endless ? 1 << 30 : 2, givenUp)));
          }

          @Override
          public Response failed(Exception reason) {
            return Response.nothing();
          }
        };
    try (HttpServer hasty =
            HttpServer.open(
                "127.0.0.1",
                0,
                streams,
                _ -> Optional.empty(),
                () -> "id",
                Duration.ofMillis(300),
                problems::add);
        Socket idle = new Socket("127.0.0.1", hasty.port());
        Socket waiting = new Socket("127.0.0.1", hasty.port())) {
      String request = " HTTP/1.1\r\n" + HOST + "Connection: close\r\n\r\n";
      idle.getOutputStream().write(("GET /endless" + request).getBytes(StandardCharsets.US_ASCII));
      waiting.getOutputStream().write(("GET /" + request).getBytes(StandardCharsets.US_ASCII));
      String paused =
          new String(waiting.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
      assertTrue(paused.endsWith("\r\n0\r\n\r\n"), "it ends as it should");
      assertTrue(givenUp.get(), "writing fails");
    }
  }

  private static void write(OutputStream to, int blocks, CompletableFuture<Boolean> givenUp)
      throws IOException, InterruptedException {
    try {
      for (int block = 0; block < blocks; block++) {
        to.write(new byte[64 * 1024]);
        to.flush();
        Thread.sleep(blocks == 2 ? 1000 : 0); // longer than any write may take
      }
    } catch (IOException e) {
      givenUp.complete(true);
      throw e;
    }
  }

  /** Of what was sent nobody knows how much it was: the next answer would be taken for its rest. */
  @Test
  void an_error_while_an_answer_is_sent_ends_the_connection() throws IOException {
    String request = "GET /error HTTP/1.1\r\n" + HOST + "\r\n";
    assertEquals("1\r\ne\r\n", body(said(request + request)));
    assertEquals(1, problems.size());
    problems.clear();
  }

  @Test
  void who_waits_for_100_is_told_to_go_on_when_the_body_is_wanted() throws IOException {
    String head = " HTTP/1.1\r\n" + HOST + "Expect: 100-continue\r\nContent-Length: 2\r\n\r\n";
    assertTrue(
        said("POST /" + head, "ok").startsWith("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK"));
    String unread = said("POST /unread" + head);
    assertTrue(unread.startsWith("HTTP/1.1 200 OK"), unread);
    assertTrue(unread.contains("\r\nConnection: close\r\n"), unread);
  }

  @Test
  void a_body_that_ends_early_is_told_to_the_door() throws IOException {
    String answer = said("POST / HTTP/1.1\r\n" + HOST + "Content-Length: 10\r\n\r\nabc");
    assertEquals("IncompleteRequest", body(answer));
    assertTrue(answer.contains("\r\nConnection: close\r\n"), answer);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET / HTTP/1.1 more\r\nHost: h\r\n\r\n",
        "GET  / HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET /a\tb HTTP/1.1\r\nHost: h\r\n\r\n",
        "G(T / HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET / HTTP/2.0\r\nHost: h\r\n\r\n",
        "GET / HTTP/1.0\r\nHost: h\r\n\r\n",
        "GET / HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nHost: i\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nspace : v\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\na: b\r\n folded\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\na: b\rContent-Length: 5\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: +1\r\n\r\nx",
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxy",
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\nx",
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1, 1\r\n\r\nx",
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length : 1\r\n\r\nx",
        "GET / HTTP/1.1\r\nHost: h\r\n folded: b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\na: b\r\n\tfolded: too\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\na: b\u0000c\r\n\r\n",
        "GET /\u0000 HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET / HTTP/1.1\r\r\nHost: h\r\n\r\n",
        "GET / HTTP/1.1\rHost: h\r\n\r\n",
        "GET / HTTP/1.1\nHost: h\n\n",
        "GET / HTTP/1.1\nHost: h\r\n\r\n",
        "\nGET / HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\na: b\nc: d\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\n\n",
        CHUNKED + "1\nx\r\n0\r\n\r\n",
        CHUNKED + "1\r\nx\n0\r\n\r\n",
        CHUNKED + "1\r\nx\r\n0\n\r\n",
        CHUNKED + "1;a=b\nx\r\n0\r\n\r\n",
        CHUNKED + "1;a=\rb\r\nx\r\n0\r\n\r\n",
        CHUNKED + "1;a=\u0000b\r\nx\r\n0\r\n\r\n",
        CHUNKED + " 1\r\nx\r\n0\r\n\r\n",
        CHUNKED + "1\r\nx\r\n0\r\na: b\n\r\n",
        CHUNKED + "1\r\nx\r\n0\r\na: b\r\n\n",
        CHUNKED + "1\r\nx\r\n0\r\na: b\rc\r\n\r\n",
        CHUNKED + "1\r\nx\r\n0\r\na : b\r\n\r\n",
        CHUNKED + "1\r\nx\r\n0\r\na: b\r\n folded\r\n\r\n",
        CHUNKED + "0x1\r\nx\r\n0\r\n\r\n",
        CHUNKED + "+1\r\nx\r\n0\r\n\r\n",
      })
  void what_may_be_read_in_two_ways_is_refused_and_nothing_behind_it_is_read(String request)
      throws IOException {
    String answer = said(request, "GET / HTTP/1.1\r\n" + HOST + "\r\n");
    assertTrue(answer.matches("(?s)HTTP/1\\.1 (400|505) .*"), answer);
    assertEquals(1, answer.split("HTTP/1.1 ", -1).length - 1, answer);
  }
}
