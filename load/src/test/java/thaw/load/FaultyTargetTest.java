package thaw.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import thaw.fixture.FreePorts;
import thaw.load.http.Expectation;
import thaw.load.http.LoadRun;

/** Whatever a target does, each request comes to one end, and that has a name. */
@Timeout(60)
class FaultyTargetTest {
  private static void allFail(LoadResult result, Failure.Kind kind, String text) {
    assertEquals(Map.of(new Failure(kind, text), result.scheduled()), result.failures());
    none(result);
  }

  private static void allFail(LoadResult result, Failure.Kind kind) {
    assertEquals(
        Set.of(kind),
        result.failures().keySet().stream()
            .map(Failure::kind)
            .collect(java.util.stream.Collectors.toSet()),
        result.failures()::toString);
    none(result);
  }

  private static void none(LoadResult result) {
    assertEquals(result.scheduled(), result.due());
    assertEquals(result.scheduled(), result.failed());
    assertEquals(0, result.answered());
    assertEquals(result.scheduled(), result.failedResponse().count());
    assertTrue(result.complete());
  }

  private static LoadResult against(TestServer.Behaviour behaviour) throws Exception {
    try (TestServer server = TestServer.with(behaviour)) {
      return LoadRun.of(server.url()).run();
    }
  }

  private static LoadResult against(String answer) throws Exception {
    return against(TestServer.saying(answer));
  }

  @Test
  void a_port_that_nobody_listens_on() throws Exception {
    int port = FreePorts.next();
    LoadResult result = LoadRun.of("http://127.0.0.1:" + port).run();
    allFail(
        result,
        Failure.Kind.NOT_CONNECTED,
        "no connection to 127.0.0.1:" + port + ": connection refused");
    assertEquals(0, result.sent());
  }

  @Test
  void a_host_that_is_unknown() throws Exception {
    LoadResult result = LoadRun.of("http://nowhere.invalid/").at(20, 0.5).run();
    allFail(result, Failure.Kind.UNKNOWN_HOST, "unknown host nowhere.invalid");
  }

  @Test
  void a_server_that_closes_without_an_answer() throws Exception {
    allFail(
        against((request, socket) -> false),
        Failure.Kind.CLOSED,
        "connection closed by the server before an answer");
  }

  @Test
  void a_server_that_closes_in_the_middle_of_an_answer() throws Exception {
    allFail(
        against((request, socket) -> {
          TestServer.write(socket, "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf");
          return false;
        }),
        Failure.Kind.CLOSED,
        "connection closed by the server in the middle of an answer");
  }

  @Test
  void a_server_that_resets_in_the_middle_of_an_answer() throws Exception {
    allFail(
        against((request, socket) -> {
          TestServer.write(socket, "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf");
          socket.setSoLinger(true, 0);
          return false;
        }),
        Failure.Kind.CLOSED);
  }

  @Test
  void a_server_that_resets_each_connection_at_once() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1000, InetAddress.getLoopbackAddress())) {
      Thread.startVirtualThread(() -> {
        while (!server.isClosed()) {
          try (var client = server.accept()) {
            client.setSoLinger(true, 0);
          } catch (IOException e) {
            // closed
          }
        }
      });
      LoadResult result = LoadRun.of("http://127.0.0.1:" + server.getLocalPort()).run();
      none(result);
      assertTrue(
          Set.of(Failure.Kind.CLOSED, Failure.Kind.NOT_CONNECTED)
              .containsAll(result.failures().keySet().stream().map(Failure::kind).toList()),
          result.failures()::toString);
    }
  }

  @Test
  void a_server_that_does_not_answer_in_time() throws Exception {
    try (TestServer server = TestServer.with((request, socket) -> true)) {
      LoadResult result =
          LoadRun.of(server.url()).at(100, 0.2).connections(64, 2, Duration.ofMillis(300)).run();
      allFail(result, Failure.Kind.TIMEOUT, "no answer in time");
      assertTrue(result.failedResponse().minMillis() >= 299, "it had its time");
    }
  }

  @Test
  void a_server_that_speaks_something_else() throws Exception {
    allFail(
        against("220 mail.example.org ESMTP\r\n"),
        Failure.Kind.PROTOCOL,
        "not HTTP: the answer is not HTTP/1.1");
  }

  @Test
  void answers_with_another_status() throws Exception {
    allFail(
        against("HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n"),
        Failure.Kind.STATUS,
        "status 503");
  }

  @Test
  void answers_of_a_function_that_failed() throws Exception {
    allFail(
        against(
            "HTTP/1.1 200 OK\r\nX-Amz-Function-Error: Unhandled\r\nContent-Length: 2\r\n\r\n{}"),
        Failure.Kind.FUNCTION_ERROR,
        "function error Unhandled");
  }

  @Test
  void answers_with_another_body() throws Exception {
    Expectation expectation = new Expectation(Set.of(), Optional.of(Pattern.compile("o+k")));
    try (TestServer server =
        TestServer.with((request, socket) -> {
          boolean even = request.number() % 2 == 0;
          TestServer.write(socket, TestServer.ok(even ? "is ook" : "is not"));
          return true;
        })) {
      LoadResult result = LoadRun.of(server.url()).expecting(expectation).run();
      assertEquals(50, result.answered());
      assertEquals(
          Map.of(new Failure(Failure.Kind.BODY, "a body without o+k"), 50L), result.failures());
    }
  }

  @Test
  void a_server_that_comes_back_is_used_again() throws Exception {
    try (TestServer server =
        TestServer.with((request, socket) -> {
          int number = request.number();
          if (number >= 30 && number < 60) {
            return false;
          }
          TestServer.write(socket, TestServer.ok(""));
          return true;
        })) {
      LoadResult result = LoadRun.of(server.url()).run();
      assertEquals(30, result.failed(), result.failures()::toString);
      assertEquals(70, result.answered());
    }
  }

  @Test
  void answers_to_requests_that_were_not_sent_end_the_connection_and_nothing_else()
      throws Exception {
    try (TestServer server =
        TestServer.with((request, socket) -> {
          TestServer.write(
              socket, TestServer.ok("one") + "HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n");
          return true;
        })) {
      LoadResult result = LoadRun.of(server.url()).at(20, 0.5).run();
      assertEquals(10, result.answered(), result.failures()::toString);
      assertTrue(server.connections() >= 5, "a connection with rests on it is not used again");
    }
  }
}
