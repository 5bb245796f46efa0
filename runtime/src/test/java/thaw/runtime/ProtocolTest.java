package thaw.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The client's HTTP beside servers that are slow, odd, or gone. In this JVM. */
class ProtocolTest {
  private static final String ID = "Lambda-Runtime-Aws-Request-Id: 1\r\n";
  private static final String ACCEPTED = "HTTP/1.1 202 Accepted\r\nContent-Length: 2\r\n\r\n{}";

  private static Event next(String answer, boolean closeAfterwards, int pieceBytes)
      throws Exception {
    try (FakeRuntimeApi api =
        new FakeRuntimeApi().answer("/next", answer, closeAfterwards, pieceBytes)) {
      return new RuntimeApiClient(api.authority()).next();
    }
  }

  private static String text(Event event) {
    return new String(event.body, StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 64, 100_000})
  void an_answer_may_come_in_pieces(int pieceBytes) throws Exception {
    Event event =
        next(
            "HTTP/1.1 200 OK\r\n" + ID + "Content-Length: 13\r\n\r\n{\"a\":\"\u00fc\u00e4\"} ",
            false,
            pieceBytes);

    assertEquals("1", event.requestId());
    assertEquals("{\"a\":\"\u00fc\u00e4\"} ", text(event));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 100_000})
  void an_event_may_come_in_chunks(int pieceBytes) throws Exception {
    Event event =
        next(
            "HTTP/1.1 200 OK\r\n"
                + ID
                + "transfer-encoding: Chunked\r\n\r\n"
                + "3;name=value\r\n{\"a\r\n0A \r\n\":12345678\r\n1\r\n}\r\n0\r\nTrailer: x\r\n\r\n",
            false,
            pieceBytes);

    assertEquals("{\"a\":12345678}", text(event));
  }

  @Test
  void an_event_may_end_with_the_connection() throws Exception {
    Event event = next("HTTP/1.0 200 OK\r\n" + ID + "\r\n{\"to\":\"the end\"}", true, 3);

    assertEquals("{\"to\":\"the end\"}", text(event));
  }

  @Test
  void fields_may_be_written_in_any_way() throws Exception {
    Event event =
        next(
            "HTTP/1.1 200\r\n"
                + "LAMBDA-RUNTIME-AWS-REQUEST-ID:  spaced  \r\n"
                + "lambda-runtime-deadline-ms:123\r\n"
                + "Lambda-Runtime-Trace-Id:\r\n"
                + "Lambda-Runtime-Something-New: x\r\n"
                + "no colon at all\r\n"
                + ": no name\r\n"
                + "X-Long: "
                + "y".repeat(100_000)
                + "\r\nLambda-Runtime-Client-Context: {\"custom\":{\"a\":\"\u00fc\"}}\n"
                + "content-LENGTH: 0\r\n\r\n",
            false,
            100_000);

    assertEquals("spaced", event.requestId());
    assertEquals(123, event.deadlineMillis);
    assertEquals(null, event.traceId);
    assertEquals("{\"custom\":{\"a\":\"\u00fc\"}}", event.clientContext);
    assertEquals(0, event.body.length);
  }

  @Test
  void an_interim_answer_is_passed_over() throws Exception {
    Event event =
        next(
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n" + ID + "Content-Length: 1\r\n\r\n7",
            false,
            1);

    assertEquals("7", text(event));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nonsense\r\n\r\n",
        "HTTP/1.1 2x0 OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabcd\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7fffffff\r\n",
        "HTTP/1.1 200 OK\r\nContent-Le",
        "HTTP/1.1 503 Busy\r\nContent-Length: 4\r\n\r\nbusy"
      })
  void what_is_no_event_is_an_error(String answer) {
    assertThrows(RuntimeApiException.class, () -> next(answer, true, 100_000));
  }

  @Test
  void an_event_without_an_id_is_an_error() throws Exception {
    Event event = next("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", true, 100);

    assertThrows(RuntimeApiException.class, event::requestId);
  }

  @Test
  void an_event_and_its_response_may_be_of_six_megabytes() throws Exception {
    byte[] large = new byte[6 << 20];
    new Random(1).nextBytes(large);
    try (FakeRuntimeApi api = new FakeRuntimeApi().event(large).event("small")) {
      RuntimeApiClient client = new RuntimeApiClient(api.authority());
      ResponseBuffer response = new ResponseBuffer();

      response.write(client.next().body);
      client.respond("id-1", response);
      assertArrayEquals(large, api.take().bytes());

      response.reset();
      response.write(client.next().body);
      client.respond("id-2", response);
      assertEquals("small", api.take().body());
    }
  }

  @Test
  void requests_go_over_one_connection() throws Exception {
    try (FakeRuntimeApi api = new FakeRuntimeApi().event("1").event("2")) {
      RuntimeApiClient client = new RuntimeApiClient(api.authority());
      ResponseBuffer response = new ResponseBuffer();
      for (int i = 1; i <= 2; i++) {
        client.next();
        response.reset();
        client.respond("id-" + i, response);
      }
      for (int i = 0; i < 4; i++) {
        FakeRuntimeApi.Request request = api.takeAny();
        assertEquals(1, request.connection());
        assertEquals(api.authority(), request.field("Host"));
      }
    }
  }

  @Test
  void a_server_may_close_after_each_answer() throws Exception {
    String closing = "HTTP/1.1 200 OK\r\nConnection: close\r\n" + ID + "Content-Length: 1\r\n\r\n7";
    try (FakeRuntimeApi api =
        new FakeRuntimeApi()
            .answer("/next", closing, true, 100_000)
            .answer("/next", closing, true, 100_000)
            .answer("/response", ACCEPTED, true, 100_000)) {
      RuntimeApiClient client = new RuntimeApiClient(api.authority());

      assertEquals("7", text(client.next()));
      client.respond("1", new ResponseBuffer());
      assertEquals("7", text(client.next()));
    }
  }

  @Test
  void a_response_is_sent_again_when_the_kept_connection_is_gone() throws Exception {
    try (FakeRuntimeApi api = new FakeRuntimeApi().event("1")) {
      RuntimeApiClient client = new RuntimeApiClient(api.authority());
      client.next();
      FakeRuntimeApi.Request first = api.takeAny();
      api.disconnect();
      ResponseBuffer response = new ResponseBuffer();
      response.write('x');

      client.respond("id-1", response);

      FakeRuntimeApi.Request second = api.takeAny();
      assertEquals("x", second.body());
      assertNotEquals(first.connection(), second.connection());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"400 Bad", "403 State"})
  void an_error_that_was_taken_the_first_time_is_no_error_the_second_time(String refusal)
      throws Exception {
    try (FakeRuntimeApi api =
        new FakeRuntimeApi()
            .event("1")
            .answer("/error", null)
            .answer("/error", "HTTP/1.1 " + refusal + "\r\nContent-Length: 0\r\n\r\n")) {
      RuntimeApiClient client = new RuntimeApiClient(api.authority());
      client.next();

      client.invocationError("id-1", ErrorReport.of(new IllegalStateException("no")));

      assertEquals(api.take().body(), api.take().body());
    }
  }

  @Test
  void a_response_is_taken_even_if_the_body_of_the_answer_does_not_come() throws Exception {
    String cutOff = "HTTP/1.1 202 Accepted\r\nContent-Length: 15\r\n\r\n{";
    try (FakeRuntimeApi api =
        new FakeRuntimeApi()
            .event("1")
            .answer("/id-1/response", cutOff, true, 100)
            .event("2")
            .answer("/id-2/error", cutOff, true, 100)
            .event("3")) {
      RuntimeApiClient client = new RuntimeApiClient(api.authority());

      client.next();
      client.respond("id-1", new ResponseBuffer());
      client.next();
      client.invocationError("id-2", ErrorReport.of(new IllegalStateException("no")));
      assertEquals("3", text(client.next()));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"400 Bad", "403 State"})
  void a_response_that_was_taken_the_first_time_is_no_error_the_second_time(String refusal)
      throws Exception {
    try (FakeRuntimeApi api =
        new FakeRuntimeApi()
            .event("1")
            .answer("/response", null)
            .answer("/response", "HTTP/1.1 " + refusal + "\r\nContent-Length: 0\r\n\r\n")) {
      RuntimeApiClient client = new RuntimeApiClient(api.authority());
      client.next();

      client.respond("id-1", new ResponseBuffer());

      api.take();
      api.take();
    }
  }

  @Test
  void a_response_that_has_half_an_answer_is_not_sent_again() throws Exception {
    try (FakeRuntimeApi api =
        new FakeRuntimeApi().event("1").answer("/response", "HTTP/1.1 2", true, 100)) {
      RuntimeApiClient client = new RuntimeApiClient(api.authority());
      client.next();

      assertThrows(RuntimeApiException.class, () -> client.respond("id-1", new ResponseBuffer()));
    }
  }

  @Test
  void a_server_that_is_not_there_is_an_error() throws Exception {
    // Bound, so that nobody else gets the port, and not listening. A server that has been closed
    // may
    // take one more connection: until the thread that accepts has woken.
    try (Socket bound = new Socket()) {
      bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      String authority = "127.0.0.1:" + bound.getLocalPort();
      RuntimeApiException error =
          assertThrows(RuntimeApiException.class, () -> new RuntimeApiClient(authority).next());
      assertTrue(error.getMessage().startsWith("Failed to get next."), error.getMessage());
    }
  }

  @Test
  void a_head_that_is_longer_than_its_room_goes_before_the_body_as_well() {
    ResponseBuffer response = new ResponseBuffer();
    response.write("body".getBytes(StandardCharsets.UTF_8), 0, 4);
    String head = "h".repeat(5000);

    response.prepend(head.getBytes(StandardCharsets.UTF_8));

    assertEquals(
        head + "body",
        new String(response.buffer(), response.begin(), response.length(), StandardCharsets.UTF_8));
    response.reset();
    assertEquals(0, response.size());
  }

  @Test
  void a_time_is_written_as_java_time_does() {
    Random random = new Random(2);
    for (int i = 0; i < 10_000; i++) {
      long millis = (random.nextLong() >>> 1) % 253_402_300_800_000L;
      String expected =
          java.time.format.DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'")
              .withZone(java.time.ZoneOffset.UTC)
              .format(java.time.Instant.ofEpochMilli(millis));
      assertEquals(expected, JsonLine.timestamp(millis));
    }
  }
}
