package thaw.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.fixture.SideBySide;

/** Over real sockets, to a server that says what it is told to. */
@SideBySide
class UpstreamTest {
  private static final int LIMIT = 40_000;
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

  /** What the server answers, request by request; what begins with a minus ends the connection. */
  private final List<String> answers = new CopyOnWriteArrayList<>();

  private final List<String> heard = new CopyOnWriteArrayList<>();
  private final List<Socket> clients = new CopyOnWriteArrayList<>();
  private ServerSocket server;
  private Upstream upstream;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    upstream = new Upstream("http://127.0.0.1:" + server.getLocalPort());
    Thread.ofVirtual().start(this::accept);
  }

  @AfterEach
  void close() throws IOException {
    upstream.close();
    server.close();
    for (Socket client : clients) {
      client.close();
    }
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket client = server.accept();
        clients.add(client);
        Thread.ofVirtual().start(() -> converse(client));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void converse(Socket client) {
    try (client) {
      InputStream in = client.getInputStream();
      byte[] read = new byte[64 * 1024];
      for (int n = in.read(read); n >= 0; n = in.read(read)) {
        heard.add(new String(read, 0, n, StandardCharsets.ISO_8859_1));
        String answer = answers.isEmpty() ? "-" : answers.remove(0);
        boolean ends = answer.startsWith("-");
        client
            .getOutputStream()
            .write(answer.substring(ends ? 1 : 0).getBytes(StandardCharsets.ISO_8859_1));
        if (ends) {
          return;
        }
      }
    } catch (IOException e) {
      // The client has gone.
    }
  }

  private Upstream.Received call(String method, byte[] body) throws IOException {
    List<Response.Field> fields =
        List.of(new Response.Field("X", "1"), new Response.Field("X", "2"));
    return upstream.fetch(new Upstream.Request(method, "/a?b", fields, body), LIMIT).run();
  }

  private String got(String method) throws IOException {
    Upstream.Received response = call(method, new byte[0]);
    return response.status() + " " + new String(response.body(), StandardCharsets.ISO_8859_1);
  }

  @Test
  void a_request_is_one_write_and_its_connection_is_kept() throws Exception {
    answers.addAll(List.of(OK, OK, OK));
    assertEquals("200 ok", got("GET"));
    assertEquals("200 ok", got("POST"));
    call("PUT", "body".getBytes(StandardCharsets.UTF_8));
    String host = "Host: 127.0.0.1:" + server.getLocalPort() + "\r\n";
    assertEquals(
        List.of(
            "GET /a?b HTTP/1.1\r\n" + host + "X: 1\r\nX: 2\r\n\r\n",
            "POST /a?b HTTP/1.1\r\n" + host + "X: 1\r\nX: 2\r\nContent-Length: 0\r\n\r\n",
            "PUT /a?b HTTP/1.1\r\n" + host + "X: 1\r\nX: 2\r\nContent-Length: 4\r\n\r\nbody"),
        heard);
    assertEquals(1, clients.size());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "HTTP/1.1 200 OK~Content-Length: 3~~abc | 200 abc",
        "HTTP/1.1 200~content-length:3~~abc | 200 abc",
        "-HTTP/1.1 200 OK~~abc | 200 abc",
        "-HTTP/1.0 404 Not Found~~abc | 404 abc",
        "HTTP/1.1 100 Continue~~HTTP/1.1 103 Early Hints~Link: a~~HTTP/1.1 200 OK~Content-Length: 3~~abc | 200 abc",
        "HTTP/1.1 200 OK~Transfer-Encoding: chunked~~2~ab~1;x=y~c~0~Trailer: t~~ | 200 abc",
        "HTTP/1.1 200 OK~Transfer-Encoding: Chunked~Content-Length: 9~~3~abc~0~~ | 200 abc",
        "HTTP/1.1 200 OK~Content-Length: 3~Content-Length: 3~~abc | 200 abc",
        "HTTP/1.1 599 ~Content-Length: 0~~ | 599",
        "HTTP/1.1 204 None~~ | 204",
        "HTTP/1.1 304 Same~Content-Length: 7~~ | 304",
      })
  void answers_of_every_form_are_read(String answer, String read) throws Exception {
    answers.add(answer.replace("~", "\r\n"));
    assertEquals(read, got("GET").strip());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK\nContent-Length: 3\n\nabc",
        "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n3\nabc\n0\n\n",
      })
  void answers_of_servers_that_end_lines_with_a_line_feed_alone_are_read(String answer)
      throws Exception {
    answers.add(answer);
    assertEquals("200 abc", got("GET"));
  }

  @Test
  void the_answer_to_head_has_no_body() throws Exception {
    answers.add("HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n");
    answers.add(OK);
    assertEquals("200 ", got("HEAD"));
    assertEquals("200 ok", got("GET"));
    assertEquals(1, clients.size());
  }

  @Test
  void fields_come_in_their_order_and_as_often_as_they_were_sent() throws Exception {
    answers.add(
        "HTTP/1.1 200 OK\r\nSet-Cookie: a\r\nb:  c d \r\nset-cookie: e\r\nContent-Length: 0\r\n\r\n");
    assertEquals(
        List.of(
            new Response.Field("Set-Cookie", "a"),
            new Response.Field("b", "c d"),
            new Response.Field("set-cookie", "e"),
            new Response.Field("Content-Length", "0")),
        call("GET", new byte[0]).fields());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "- | the server has closed the connection without an answer",
        "-HTTP/1.1 200 OK~Content-Length: 3~~ab | the server has closed the connection within the answer",
        "-HTTP/1.1 200 OK~Transfer-Encoding: chunked~~2~ab~ | the server has closed the connection within the answer",
        "-HTTP/1.1 200 O | the server has closed the connection within the answer",
        "-SSH-2.0-OpenSSH~ | this is not a status line of HTTP/1.1: SSH-2.0-OpenSSH",
        "-HTTP/1.1 20 OK~~ | this is not a status line of HTTP/1.1: HTTP/1.1 20 OK",
        "-HTTP/1.1 101 Switching~~ | the server changes the protocol",
        "-HTTP/1.1 200 OK~no field~~ | this is not a header field: no field",
        "-HTTP/1.1 200 OK~ folded: x~~ | this is not a header field:  folded: x",
        "-HTTP/1.1 200 OK~Transfer-Encoding: gzip, chunked~~ | the answer has an unknown transfer encoding: gzip, chunked",
        "-HTTP/1.1 200 OK~Content-Length: -1~~ | this is not the length of a body: -1",
        "-HTTP/1.1 200 OK~Content-Length: 3~Content-Length: 4~~abc | this is not the length of a body: 3, 4",
        "-HTTP/1.1 200 OK~Transfer-Encoding: chunked~~x~ | this is not a length of a chunk: x",
        "-HTTP/1.1 200 OK~Transfer-Encoding: chunked~~1~ab~0~~ | a chunk is longer than it says",
      })
  void what_is_no_whole_answer_is_none(String answer, String why) {
    answers.add(answer.replace("~", "\r\n"));
    assertEquals(why, assertThrows(IOException.class, () -> got("POST")).getMessage());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK~Content-Length: 40001~~",
        "HTTP/1.1 200 OK~Content-Length: 99999999999~~",
        "HTTP/1.1 200 OK~Transfer-Encoding: chunked~~9C41~",
        "HTTP/1.1 200 OK~Transfer-Encoding: chunked~~FFFFFFFFFF~",
        "-HTTP/1.1 200 OK~~LARGE",
      })
  void what_is_too_large_is_not_read(String answer) {
    answers.add(answer.replace("~", "\r\n").replace("LARGE", "y".repeat(LIMIT + 1)));
    assertThrows(MessageContent.TooLarge.class, () -> got("GET"));
  }

  @Test
  void as_much_as_the_limit_is_read() throws Exception {
    answers.add("-HTTP/1.1 200 OK\r\n\r\n" + "y".repeat(LIMIT));
    assertEquals(LIMIT, call("GET", new byte[0]).body().length);
  }

  @Test
  void endless_heads_are_not_read() {
    answers.add("HTTP/1.1 200 OK\r\n" + "a: b\r\n".repeat(20_000));
    assertEquals(
        "the head is too large", assertThrows(IOException.class, () -> got("GET")).getMessage());
  }

  @Test
  void a_connection_that_the_server_has_closed_is_no_fault_where_the_request_may_be_repeated()
      throws Exception {
    answers.addAll(List.of(OK, "-", OK));
    assertEquals("200 ok", got("GET"));
    assertEquals("200 ok", got("GET"));
    assertEquals(2, clients.size());
    answers.addAll(List.of("-", OK));
    assertThrows(IOException.class, () -> got("POST"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK~Connection: close~Content-Length: 0~~",
        "HTTP/1.1 200 OK~Connection: x, Close~Content-Length: 0~~",
        "HTTP/1.0 200 OK~Content-Length: 0~~",
        "HTTP/1.1 200 OK~Content-Length: 0~~too much",
      })
  void a_connection_is_not_used_again_where_it_would_be_unsafe(String answer) throws Exception {
    answers.addAll(List.of(answer.replace("~", "\r\n"), OK));
    assertEquals("200 ", got("GET"));
    assertEquals("200 ok", got("GET"));
    assertEquals(2, clients.size());
  }

  @Test
  void large_bodies_arrive() throws Exception {
    byte[] body = new byte[200_000];
    body[199_999] = 'z';
    try (ServerSocket counting = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        Upstream there = new Upstream("http://127.0.0.1:" + counting.getLocalPort())) {
      CompletableFuture<byte[]> arrived = new CompletableFuture<>();
      Thread.ofVirtual()
          .start(() -> {
            try (Socket client = counting.accept()) {
              InputStream in = client.getInputStream();
              StringBuilder head = new StringBuilder();
              while (!head.toString().endsWith("\r\n\r\n")) {
                head.append((char) in.read());
              }
              arrived.complete(in.readNBytes(body.length));
              client.getOutputStream().write(OK.getBytes(StandardCharsets.ISO_8859_1));
            } catch (IOException e) {
              arrived.completeExceptionally(e);
            }
          });
      there.fetch(new Upstream.Request("POST", "/", List.of(), body), LIMIT).run();
      assertArrayEquals(body, arrived.get(30, TimeUnit.SECONDS));
    }
  }

  @Test
  void who_gives_up_or_closes_waits_no_longer() throws Exception {
    for (boolean closes : List.of(false, true)) {
      answers.add(""); // and nothing more
      Upstream.Fetch fetch =
          upstream.fetch(new Upstream.Request("GET", "/", List.of(), new byte[0]), LIMIT);
      CountDownLatch failed = new CountDownLatch(1);
      int before = heard.size();
      Thread.ofPlatform()
          .daemon()
          .start(() -> {
            try {
              fetch.run();
            } catch (IOException e) {
              failed.countDown();
            }
          });
      while (heard.size() == before) {
        Thread.onSpinWait();
      }
      if (closes) {
        upstream.close();
      } else {
        fetch.giveUp();
      }
      assertTrue(failed.await(30, TimeUnit.SECONDS));
    }
  }

  @Test
  void what_was_given_up_before_does_not_run() {
    Upstream.Fetch fetch =
        upstream.fetch(new Upstream.Request("GET", "/", List.of(), new byte[0]), LIMIT);
    fetch.giveUp();
    assertEquals("given up", assertThrows(IOException.class, fetch::run).getMessage());
    assertEquals(List.of(), heard);
  }

  @Test
  void certificates_are_checked(@TempDir Path folder) throws Exception {
    SSLContext trusting = selfSigned(folder, "ip:127.0.0.1");
    SSLContext other = selfSigned(folder, "dns:elsewhere.test");
    for (SSLContext of : List.of(trusting, other)) {
      HttpsServer secure =
          HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 5);
      secure.setHttpsConfigurator(new HttpsConfigurator(of));
      secure.createContext(
          "/",
          exchange -> {
            heard.add(exchange.getRemoteAddress().toString());
            exchange.sendResponseHeaders(201, -1);
            exchange.close();
          });
      secure.start();
      String origin = "https://127.0.0.1:" + secure.getAddress().getPort();
      Upstream.Request request = new Upstream.Request("GET", "/", List.of(), new byte[0]);
      try (Upstream trusted = new Upstream(origin, of::getSocketFactory);
          Upstream strange = new Upstream(origin)) {
        if (of == trusting) {
          assertEquals(201, trusted.fetch(request, LIMIT).run().status());
          assertEquals(201, trusted.fetch(request, LIMIT).run().status());
        } else {
          assertThrows(SSLException.class, () -> trusted.fetch(request, LIMIT).run());
        }
        assertThrows(SSLException.class, () -> strange.fetch(request, LIMIT).run());
      } finally {
        secure.stop(0);
      }
    }
    assertEquals(2, heard.size());
    assertEquals(heard.getFirst(), heard.getLast(), "one connection");
  }

  /** A server's own certificate, which it also trusts. */
  private static SSLContext selfSigned(Path folder, String name) throws Exception {
    Path file = folder.resolve(name.replace(':', '-'));
    char[] password = "changeit".toCharArray();
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-alias",
                "server",
                "-dname",
                "CN=server",
                "-ext",
                "san=" + name,
                "-storetype",
                "PKCS12",
                "-storepass",
                new String(password),
                "-keystore",
                file.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, keytool.waitFor(), said);
    KeyStore keys = KeyStore.getInstance(file.toFile(), password);
    KeyManagerFactory own = KeyManagerFactory.getInstance("PKIX");
    own.init(keys, password);
    KeyStore certificates = KeyStore.getInstance("PKCS12");
    certificates.load(null, password);
    certificates.setCertificateEntry("server", keys.getCertificate("server"));
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(certificates);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(own.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }

  @Test
  void nobody_listens() throws Exception {
    server.close();
    assertThrows(IOException.class, () -> got("GET"));
    try (Upstream unknown = new Upstream("http://no-such-host.invalid")) {
      assertThrows(
          IOException.class,
          () ->
              unknown.fetch(new Upstream.Request("GET", "/", List.of(), new byte[0]), LIMIT).run());
    }
  }
}
