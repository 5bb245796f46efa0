package thaw.service.redirect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.problem.UserMistake;

class EmulatorTest {
  @ParameterizedTest
  @CsvSource({
    "http://localhost:4566, http://localhost:4566",
    "http://localhost:4566/, http://localhost:4566",
    "http://localhost, http://localhost:80",
    "https://emulator.test, https://emulator.test:443",
    "http://[::1]:4566, http://[::1]:4566"
  })
  void an_address_is_scheme_host_and_port(String text, String url) {
    assertEquals(url, Emulator.of(text, "--aws-endpoint").url().toString());
  }

  @ParameterizedTest
  @CsvSource({
    "localhost:4566, must begin with http:// or https://",
    "4566, must begin with http:// or https://",
    "http:localhost, names no host",
    "'http://a b', is no URL",
    "http://localhost:4566/aws, 'must be scheme, host and port alone'",
    "http://me@localhost:4566, 'must be scheme, host and port alone'",
    "ftp://localhost, must begin with http:// or https://"
  })
  void what_is_no_address_is_refused_with_an_example(String text, String cause) {
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> Emulator.of(text, "--aws-endpoint"));
    assertEquals("--aws-endpoint " + cause + ": " + text, mistake.getMessage());
    assertTrue(mistake.remedy().contains("http://localhost:4566"), mistake.remedy());
  }

  private static Emulator at(String scheme, int port) {
    return Emulator.of(scheme + "://127.0.0.1:" + port, "--aws-endpoint");
  }

  @Test
  void one_that_is_not_there_yet_is_a_warning() throws Exception {
    ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    Emulator emulator = at("http", socket.getLocalPort());
    assertEquals(Optional.empty(), emulator.tried());
    socket.close();
    String warning = emulator.tried().orElse("");
    assertTrue(warning.startsWith("nothing answers at " + emulator.url() + " yet"), warning);
  }

  @Test
  void a_host_that_nobody_knows_is_a_mistake() {
    Emulator emulator = Emulator.of("http://nowhere.invalid:4566", "--aws-endpoint");
    UserMistake mistake = assertThrows(UserMistake.class, emulator::tried);
    assertEquals("the emulator's host has no address: nowhere.invalid", mistake.getMessage());
  }

  @Test
  void a_certificate_that_nobody_trusts_is_a_mistake() throws Exception {
    SessionAuthority unknown = SessionAuthority.forNames(List.of(List.of("localhost")), false);
    try (TlsFront server = TlsFront.listen(unknown.server(), 0, 0)) {
      server.relayTo(Socket::new, _ -> true);
      Emulator emulator =
          Emulator.of(
              "https://" + server.address().getHostString() + ":" + server.address().getPort(),
              "--aws-endpoint");
      UserMistake mistake = assertThrows(UserMistake.class, emulator::tried);
      assertTrue(
          String.valueOf(mistake.getMessage()).contains("has a certificate that is not trusted"),
          mistake.getMessage());
      assertTrue(mistake.remedy().contains("use http://"), mistake.remedy());
    }
  }

  @Test
  void a_server_without_tls_is_a_mistake_where_https_was_said() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual()
          .start(() -> {
            try (Socket client = socket.accept()) {
              client.getInputStream().read();
              client.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes());
              client.getOutputStream().flush();
              client.getInputStream().readAllBytes();
            } catch (java.io.IOException e) {
              // The client has ended the connection.
            }
          });
      UserMistake mistake =
          assertThrows(UserMistake.class, at("https", socket.getLocalPort())::tried);
      assertTrue(
          String.valueOf(mistake.getMessage()).contains("does not speak TLS"),
          mistake.getMessage());
    }
  }
}
