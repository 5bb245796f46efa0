package thaw.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import thaw.sandbox.Deadline;

class TlsFrontTest {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final String NAME = "dynamodb.us-east-1.amazonaws.com";

  private final SessionAuthority authority = SessionAuthority.forNames(List.of(NAME));
  private ServerSocket service;
  private TlsFront front;

  @BeforeEach
  void open() throws IOException {
    service = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    front = TlsFront.listen(authority.server(), 0);
    front.relayTo((InetSocketAddress) service.getLocalSocketAddress());
  }

  @AfterEach
  void close() throws IOException {
    front.close();
    service.close();
  }

  private SSLSocket connect(String name) throws Exception {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("authority", authority.certificate());
    TrustManagerFactory managers = TrustManagerFactory.getInstance("PKIX");
    managers.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, managers.getTrustManagers(), null);
    Socket plain = new Socket();
    plain.connect(front.address());
    SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(plain, name, 443, true);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    socket.setSSLParameters(parameters);
    return socket;
  }

  @Test
  void bytes_pass_both_ways_over_one_connection() {
    assertTimeoutPreemptively(
        PATIENCE,
        () -> {
          try (SSLSocket client = connect(NAME)) {
            client.getOutputStream().write("ping".getBytes(UTF_8));
            try (Socket accepted = service.accept()) {
              for (String word : List.of("ping", "pong")) {
                assertEquals(word, new String(accepted.getInputStream().readNBytes(4), UTF_8));
                accepted.getOutputStream().write(word.toUpperCase().getBytes(UTF_8));
                assertEquals(
                    word.toUpperCase(), new String(client.getInputStream().readNBytes(4), UTF_8));
                client.getOutputStream().write("pong".getBytes(UTF_8));
              }
            }
          }
        });
  }

  @Test
  void the_service_closing_closes_the_client() {
    assertTimeoutPreemptively(
        PATIENCE,
        () -> {
          try (SSLSocket client = connect(NAME)) {
            client.startHandshake();
            service.accept().close();
            assertEquals(-1, client.getInputStream().read());
          }
        });
  }

  @Test
  void the_client_closing_closes_the_service() {
    assertTimeoutPreemptively(
        PATIENCE,
        () -> {
          SSLSocket client = connect(NAME);
          client.startHandshake();
          try (Socket accepted = service.accept()) {
            client.close();
            assertEquals(-1, accepted.getInputStream().read());
          }
        });
  }

  @Test
  void a_name_that_was_not_asked_for_is_not_certified() {
    assertTimeoutPreemptively(
        PATIENCE,
        () -> {
          try (SSLSocket client = connect("s3.us-east-1.amazonaws.com")) {
            assertThrows(SSLHandshakeException.class, client::startHandshake);
          }
        });
  }

  @Test
  void a_second_front_takes_the_next_address() throws IOException {
    int port = front.address().getPort();
    try (TlsFront second = TlsFront.listen(authority.server(), port)) {
      assertEquals(port, second.address().getPort());
      assertNotEquals(front.address().getAddress(), second.address().getAddress());
    }
  }

  @Test
  void a_closed_front_refuses_connections() {
    InetSocketAddress address = front.address();
    front.close();
    // The kernel's socket ends when the thread that was in accept() has woken up.
    Deadline.await(
        Duration.ofSeconds(5), "connections are refused after close", () -> isRefused(address));
  }

  private static boolean isRefused(InetSocketAddress address) {
    try (Socket socket = new Socket()) {
      socket.connect(address);
      return false;
    } catch (ConnectException e) {
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
