package thaw.load.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.bouncycastle.asn1.x509.GeneralName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.load.Failure;
import thaw.load.LoadResult;
import thaw.load.TestAuthority;
import thaw.load.TestServer;
import thaw.problem.UserMistake;

@Timeout(60)
class TlsTest {
  private static final GeneralName HERE = new GeneralName(GeneralName.iPAddress, "127.0.0.1");
  private static final Expectation WHOLE =
      new Expectation(Set.of(), Optional.of(Pattern.compile("^begin x* end$")));

  @TempDir private Path folder;

  private static Instant nextWeek() {
    return Instant.now().plus(Duration.ofDays(7));
  }

  private static TestServer server(
      TestAuthority authority, String protocol, TestServer.Behaviour behaviour) {
    return TestServer.listen(
        InetAddress.getLoopbackAddress(), authority.sockets(protocol), behaviour);
  }

  private static LoadRun run(TestServer server, Trust trust) {
    return LoadRun.of("https://127.0.0.1:" + server.port() + "/").trusting(trust);
  }

  private static void allAnswered(LoadResult result) {
    assertEquals(result.scheduled(), result.answered(), () -> result.failures().toString());
    assertTrue(result.complete());
  }

  private static String onlyFailure(LoadResult result) {
    assertEquals(0, result.answered());
    assertEquals(result.scheduled(), result.failed());
    assertEquals(1, result.failures().size(), result.failures()::toString);
    Failure failure = result.failures().keySet().iterator().next();
    assertEquals(Failure.Kind.TLS, failure.kind(), failure::text);
    return failure.text();
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void a_trusted_server_answers_over_kept_connections(String protocol) throws Exception {
    TestAuthority authority = TestAuthority.of(HERE, nextWeek());
    try (TestServer server =
        server(authority, protocol, TestServer.saying(TestServer.ok("begin  end")))) {
      LoadResult result =
          run(server, Trust.of(authority.pem(folder))).expecting(WHOLE).at(200, 1).run();
      allAnswered(result);
      assertEquals(200, server.requests().size());
      assertTrue(server.connections() <= 64, "connections are kept: " + server.connections());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void an_answer_that_comes_together_with_the_farewell_is_one(String protocol) throws Exception {
    TestAuthority authority = TestAuthority.of(HERE, nextWeek());
    try (TestServer server =
        server(
            authority,
            protocol,
            (request, socket) -> {
              TestServer.write(
                  socket,
                  "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 10\r\n\r\nbegin  end");
              return false;
            })) {
      allAnswered(run(server, Trust.everybody()).expecting(WHOLE).at(50, 0.2).run());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void a_body_may_end_with_the_farewell(String protocol) throws Exception {
    TestAuthority authority = TestAuthority.of(HERE, nextWeek());
    try (TestServer server =
        server(
            authority,
            protocol,
            (request, socket) -> {
              TestServer.write(socket, "HTTP/1.1 200 OK\r\n\r\nbegin xx end");
              return false;
            })) {
      allAnswered(run(server, Trust.everybody()).expecting(WHOLE).at(50, 0.2).run());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void big_requests_and_answers_come_whole(String protocol) throws Exception {
    TestAuthority authority = TestAuthority.of(HERE, nextWeek());
    String body = "y".repeat(300_000);
    String answer = TestServer.ok("begin " + "x".repeat(3_000_000) + " end");
    try (TestServer server = server(authority, protocol, TestServer.saying(answer))) {
      LoadResult result = run(server, Trust.everybody()).expecting(WHOLE).body(body).at(5, 1).run();
      allAnswered(result);
      assertTrue(server.requests().stream().allMatch(request -> request.body().equals(body)));
    }
  }

  @Test
  void a_certificate_that_nobody_trusts_is_named() throws Exception {
    TestAuthority authority = TestAuthority.of(HERE, nextWeek());
    try (TestServer server = server(authority, "TLSv1.3", TestServer.saying(TestServer.ok("")))) {
      String text = onlyFailure(run(server, Trust.usual()).at(50, 0.2).run());
      assertEquals("TLS: unable to find valid certification path to requested target", text);
      assertEquals(0, server.requests().size());
    }
  }

  @Test
  void a_certificate_of_another_host_is_named() throws Exception {
    TestAuthority authority =
        TestAuthority.of(new GeneralName(GeneralName.dNSName, "example.org"), nextWeek());
    try (TestServer server = server(authority, "TLSv1.3", TestServer.saying(TestServer.ok("")))) {
      String text = onlyFailure(run(server, Trust.of(authority.pem(folder))).at(50, 0.2).run());
      assertTrue(text.contains("subject alternative names"), text);
      assertTrue(text.contains("127.0.0.1"), text);
    }
  }

  @Test
  void a_certificate_that_has_expired_is_named() throws Exception {
    TestAuthority authority = TestAuthority.of(HERE, Instant.now().minus(Duration.ofDays(1)));
    Path trusted = authority.pem(folder);
    try (TestServer server = server(authority, "TLSv1.3", TestServer.saying(TestServer.ok("")))) {
      String text = onlyFailure(run(server, Trust.of(trusted)).at(50, 0.2).run());
      assertTrue(text.contains("NotAfter") || text.contains("expired"), text);
    }
  }

  @Test
  void a_server_without_tls_is_named() throws Exception {
    try (java.net.ServerSocket plain =
        new java.net.ServerSocket(0, 1000, InetAddress.getLoopbackAddress())) {
      Thread.startVirtualThread(() -> {
        while (!plain.isClosed()) {
          try (var client = plain.accept()) {
            client.getInputStream().read(new byte[100]);
            TestServer.write(client, "HTTP/1.1 400 Bad Request\r\n\r\n");
            client.shutdownOutput();
            client.getInputStream().readAllBytes();
          } catch (java.io.IOException e) {
            // closed, by one side or the other
          }
        }
      });
      LoadResult result =
          LoadRun.of("https://127.0.0.1:" + plain.getLocalPort() + "/")
              .trusting(Trust.everybody())
              .at(50, 0.2)
              .run();
      String text = onlyFailure(result);
      assertTrue(text.startsWith("TLS: "), text);
    }
  }

  @Test
  void a_server_with_tls_that_is_asked_without_answers_nothing() throws Exception {
    TestAuthority authority = TestAuthority.of(HERE, nextWeek());
    try (TestServer server = server(authority, "TLSv1.3", TestServer.saying(TestServer.ok("")))) {
      LoadResult result = LoadRun.of("http://127.0.0.1:" + server.port() + "/").at(50, 0.2).run();
      assertEquals(0, result.answered());
      assertEquals(result.scheduled(), result.failed());
      assertTrue(
          Set.of(Failure.Kind.PROTOCOL, Failure.Kind.CLOSED)
              .containsAll(result.failures().keySet().stream().map(Failure::kind).toList()),
          result.failures()::toString);
    }
  }

  @Test
  void a_file_without_certificates_is_the_users_mistake() throws Exception {
    Path file = folder.resolve("none.pem");
    assertFalse(assertThrows(UserMistake.class, () -> Trust.of(file)).remedy().isBlank());
    Files.writeString(file, "");
    assertFalse(assertThrows(UserMistake.class, () -> Trust.of(file)).remedy().isBlank());
    Files.writeString(file, "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
    assertFalse(assertThrows(UserMistake.class, () -> Trust.of(file)).remedy().isBlank());
  }
}
