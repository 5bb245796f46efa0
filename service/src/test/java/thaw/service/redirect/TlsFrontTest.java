package thaw.service.redirect;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateExpiredException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.SideBySide;
import thaw.sandbox.kernel.Deadline;
import thaw.sandbox.kernel.Tool;

@SideBySide
class TlsFrontTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String NAME = "dynamodb.us-east-1.amazonaws.com";
  private static final String OTHER = "dynamodb.eu-west-1.amazonaws.com";

  @TempDir Path folder;

  private static final List<String> FURTHER_OF_AWS =
      List.of("b.s3.cn-north-1.amazonaws.com.cn", "sqs.eu-west-1.api.aws");
  private static final List<String> OF_OTHERS = List.of("login.example.com", "evilamazonaws.com");

  /** A client asks for no host whose name has no dot, so it gets the first certificate. */
  private static final String LOCAL = "localhost";

  /** For all tests: two keys take a JVM without its second compiler two seconds of CPU time. */
  private static final SessionAuthority AUTHORITY =
      SessionAuthority.forNames(
          Stream.of(List.of(NAME, OTHER), FURTHER_OF_AWS, OF_OTHERS)
              .flatMap(List::stream)
              .map(List::of)
              .toList(),
          false);

  private ServerSocket service;
  private TlsFront front;

  @BeforeEach
  void open() throws IOException {
    service = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    front = TlsFront.listen(AUTHORITY.server(), 0, 0);
    front.relayTo((InetSocketAddress) service.getLocalSocketAddress(), _ -> true);
  }

  @AfterEach
  void close() throws IOException {
    front.close();
    service.close();
  }

  private SSLSocket connect(String name) throws Exception {
    return connect(AUTHORITY, front, name);
  }

  private static SSLSocket connect(SessionAuthority authority, TlsFront front, String name)
      throws Exception {
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
  void each_name_has_the_certificate_of_its_group() throws Exception {
    for (String name : List.of(OTHER, NAME)) {
      try (SSLSocket client = connect(name)) {
        client.startHandshake();
        X509Certificate own = (X509Certificate) client.getSession().getPeerCertificates()[0];
        assertEquals(
            List.of(name),
            own.getSubjectAlternativeNames().stream().map(names -> names.get(1)).toList());
      }
    }
  }

  @Test
  void who_names_no_host_gets_the_first_certificate() throws Exception {
    try (SSLSocket client = connect(front.address().getAddress().getHostAddress())) {
      SSLHandshakeException refused =
          assertThrows(SSLHandshakeException.class, client::startHandshake);
      assertTrue(refused.getMessage().contains("subject alternative names"), refused.toString());
    }
  }

  @Test
  void the_service_closing_closes_the_client() {
    assertTimeoutPreemptively(
        PATIENCE,
        () -> {
          try (SSLSocket client = connect(NAME)) {
            client.getOutputStream().write('?');
            try (Socket accepted = service.accept()) {
              accepted.getInputStream().read(); // both sides have ended the handshake
            }
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
  @Timeout(60)
  void a_front_for_any_name_has_a_certificate_for_each_service_of_aws_and_for_no_other_host()
      throws Exception {
    SessionAuthority written =
        SessionAuthority.writtenTo(folder.resolve("authority.p12"), List.of(), true);
    SessionAuthority read = SessionAuthority.readFrom(folder.resolve("authority.p12"));
    assertEquals(written.certificate(), read.certificate());
    try (TlsFront any = TlsFront.listen(read.anyName().orElseThrow(), 0, 0)) {
      any.relayTo((InetSocketAddress) service.getLocalSocketAddress(), _ -> true);
      for (String name :
          List.of("sync-states.eu-west-1.amazonaws.com", "api.ecr.us-east-1.amazonaws.com")) {
        try (SSLSocket client = connect(written, any, name)) {
          client.startHandshake(); // it verifies the name
        }
      }
      try (SSLSocket client = connect(written, any, "pets.c1.eu-west-1.rds.amazonaws.com")) {
        assertThrows(SSLHandshakeException.class, client::startHandshake);
      }
    }
  }

  @Test
  @Timeout(60)
  void the_authority_is_one_for_names_of_aws_only_and_for_days() throws Exception {
    X509Certificate certificate = AUTHORITY.certificate();
    assertTrue(certificate.getCriticalExtensionOIDs().contains("2.5.29.30"), "name constraints");
    Instant in15Days = Instant.now().plus(Duration.ofDays(15));
    assertThrows(
        CertificateExpiredException.class, () -> certificate.checkValidity(Date.from(in15Days)));
    // Java does not ask whom it trusts itself for constraints; OpenSSL does, and what is made of
    // it.
    assumeTrue(Tool.run(List.of("openssl", "version")).succeeded(), "there is no openssl");
    assertEquals(0, verified(AUTHORITY, NAME).exitCode());
    for (String name : FURTHER_OF_AWS) {
      assertEquals(0, verified(AUTHORITY, name).exitCode(), name);
    }
    for (String name : OF_OTHERS) {
      assertRefused(verified(AUTHORITY, name));
    }
    assertRefused(verified(SessionAuthority.forNames(List.of(List.of(LOCAL)), false), LOCAL));
  }

  private static void assertRefused(Tool verified) {
    assertTrue(verified.output().contains("permitted subtree violation"), verified::output);
  }

  private Tool verified(SessionAuthority made, String name) throws Exception {
    TlsFront other = TlsFront.listen(made.server(), 0, 0);
    other.relayTo((InetSocketAddress) service.getLocalSocketAddress(), _ -> true);
    try (SSLSocket client = connect(made, other, name)) {
      Path server = pem("server.pem", client.getSession().getPeerCertificates()[0]);
      Path trusted = pem("authority.pem", made.certificate());
      return Tool.run(
          List.of("openssl", "verify", "-CAfile", trusted.toString(), server.toString()));
    } finally {
      other.close();
    }
  }

  private Path pem(String name, Certificate certificate) throws Exception {
    String text = Base64.getMimeEncoder().encodeToString(certificate.getEncoded());
    return Files.writeString(
        folder.resolve(name),
        "-----BEGIN CERTIFICATE-----\n" + text + "\n-----END CERTIFICATE-----\n");
  }

  @Test
  void a_second_front_takes_the_next_address() throws IOException {
    int port = front.address().getPort();
    try (TlsFront second = TlsFront.listen(AUTHORITY.server(), port, 0)) {
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

  @Test
  void who_is_not_admitted_finds_the_connection_closed_and_the_service_hears_nothing()
      throws Exception {
    TlsFront closed = TlsFront.listen(AUTHORITY.server(), 0, 7);
    try (closed) {
      closed.relayTo((InetSocketAddress) service.getLocalSocketAddress(), _ -> false);
      try (Socket client = new Socket()) {
        client.connect(closed.address());
        client.setSoTimeout((int) PATIENCE.toMillis());
        assertEquals(-1, client.getInputStream().read());
      }
      service.setSoTimeout(1);
      assertThrows(java.net.SocketTimeoutException.class, service::accept);
    }
  }
}
