package thaw.runtime.background;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.runtime.retry.Retry;

@Timeout(60)
class HttpSinkTest {
  private static final long LONG = Duration.ofSeconds(20).toNanos();

  private static Retry.Builder attempts(int count) {
    return Retry.every(Duration.ofMillis(5), Duration.ofSeconds(10)).maxAttempts(count);
  }

  private static HttpSink sink(Peer peer, int attempts) {
    return HttpSink.post(peer.url()).retry(attempts(attempts)).build();
  }

  private static Batch batch(String... events) {
    byte[][] all = new byte[events.length][];
    int bytes = 0;
    for (int i = 0; i < events.length; i++) {
      all[i] = KeepingSink.event(events[i]);
      bytes += all[i].length;
    }
    return new Batch(all, bytes);
  }

  @Test
  void a_batch_is_posted_as_lines_with_its_key() throws Exception {
    try (Peer peer = new Peer((number, request) -> Peer.OK)) {
      Batch batch = batch("{\"a\":1}", "{\"ä\":2}");
      HttpSink.post(peer.url()).header("X-Api-Key", "pepper").build().deliver(batch, LONG);
      Peer.Request request = peer.requests.get(0);
      assertTrue(request.head().startsWith("POST /events?v=1 HTTP/1.1\r\n"), request.head());
      assertEquals(peer.address(), request.header("Host"));
      assertEquals("application/x-ndjson", request.header("Content-Type"));
      assertEquals("pepper", request.header("X-Api-Key"));
      assertEquals("\"" + batch.key() + "\"", request.header("Idempotency-Key"));
      assertEquals("{\"a\":1}\n{\"ä\":2}\n", request.body());
    }
  }

  @Test
  void a_batch_is_posted_as_an_array_of_json_when_that_is_wanted() throws Exception {
    try (Peer peer = new Peer((number, request) -> Peer.OK)) {
      HttpSink sink = HttpSink.post(peer.url()).jsonArray().build();
      sink.deliver(batch("{}", "[1]", "2"), LONG);
      sink.deliver(batch("3"), LONG);
      assertEquals("[{},[1],2]", peer.requests.get(0).body());
      assertEquals("[3]", peer.requests.get(1).body());
      assertEquals("application/json", peer.requests.get(0).header("Content-Type"));
    }
  }

  @Test
  void batches_go_over_one_connection() throws Exception {
    try (Peer peer = new Peer((number, request) -> Peer.OK)) {
      HttpSink sink = sink(peer, 1);
      for (int i = 0; i < 5; i++) {
        sink.deliver(batch("e" + i), LONG);
      }
      assertEquals(1, peer.connections());
      assertEquals(5, peer.requests.size());
    }
  }

  @Test
  void a_connection_that_died_meanwhile_costs_neither_batch_nor_attempt() throws Exception {
    try (Peer peer = new Peer((number, request) -> Peer.OK)) {
      HttpSink sink = sink(peer, 1);
      sink.deliver(batch("first"), LONG);
      peer.dropConnections();
      sink.deliver(batch("second"), LONG);
      assertEquals(
          List.of("first\n", "second\n"), peer.requests.stream().map(Peer.Request::body).toList());
      assertEquals(2, peer.connections());
    }
  }

  @Test
  void what_the_server_took_before_it_died_comes_again_with_the_same_key() throws Exception {
    try (Peer peer = new Peer((number, request) -> number == 2 ? null : Peer.OK)) {
      HttpSink sink = sink(peer, 1);
      sink.deliver(batch("first"), LONG);
      sink.deliver(batch("second"), LONG);
      assertEquals(3, peer.requests.size());
      assertEquals("second\n", peer.requests.get(1).body());
      assertEquals("second\n", peer.requests.get(2).body());
      String key = peer.requests.get(1).header("Idempotency-Key");
      assertEquals(key, peer.requests.get(2).header("Idempotency-Key"));
      assertNotEquals(key, peer.requests.get(0).header("Idempotency-Key"));
    }
  }

  @Test
  void a_new_connection_that_dies_costs_an_attempt() throws Exception {
    try (Peer peer = new Peer((number, request) -> number < 3 ? null : Peer.OK)) {
      sink(peer, 3).deliver(batch("e"), LONG);
      assertEquals(3, peer.requests.size());
    }
    try (Peer peer = new Peer((number, request) -> null)) {
      IOException thrown =
          assertThrows(IOException.class, () -> sink(peer, 2).deliver(batch("e"), LONG));
      assertTrue(thrown.getMessage().contains("after 2 attempts"), thrown.getMessage());
    }
  }

  @Test
  void an_answer_that_broke_off_in_its_head_is_no_answer() throws Exception {
    try (Peer peer =
        new Peer((number, request) -> {
          if (number == 2) {
            return Peer.OK;
          }
          Thread.sleep(1);
          return "HTTP/1.1 200 OK\r\nContent-Length: 1";
        })) {
      HttpSink sink =
          HttpSink.post(peer.url()).retry(attempts(2)).answerWithin(Duration.ofMillis(100)).build();
      sink.deliver(batch("e"), LONG);
      assertEquals(2, peer.requests.size());
    }
  }

  @Test
  void a_connection_that_was_idle_for_too_long_is_not_used_again() throws Exception {
    try (Peer peer = new Peer((number, request) -> Peer.OK)) {
      HttpSink sink = HttpSink.post(peer.url()).keepConnection(Duration.ofNanos(1)).build();
      sink.deliver(batch("first"), LONG);
      sink.deliver(batch("second"), LONG);
      assertEquals(2, peer.connections());
    }
  }

  @Test
  void a_server_that_closes_after_each_answer_is_served() throws Exception {
    String closing = "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n";
    try (Peer peer = new Peer((number, request) -> closing)) {
      HttpSink sink = sink(peer, 1);
      sink.deliver(batch("first"), LONG);
      sink.deliver(batch("second"), LONG);
      assertEquals(2, peer.connections());
      assertEquals(2, peer.requests.size());
    }
  }

  @Test
  void chunks_interim_answers_and_trailers_are_understood() throws Exception {
    String answer =
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"
            + "3;x=y\r\nabc\r\nA\r\n0123456789\r\n0\r\nX-Trailer: t\r\n\r\n";
    try (Peer peer = new Peer((number, request) -> answer)) {
      HttpSink sink = sink(peer, 1);
      sink.deliver(batch("first"), LONG);
      sink.deliver(batch("second"), LONG);
      assertEquals(1, peer.connections());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {408, 425, 429, 500, 502, 503, 504})
  void what_may_pass_is_tried_again(int status) throws Exception {
    String again = "HTTP/1.1 " + status + " No\r\nContent-Length: 0\r\n\r\n";
    try (Peer peer = new Peer((number, request) -> number < 3 ? again : Peer.OK)) {
      sink(peer, 3).deliver(batch("e"), LONG);
      assertEquals(3, peer.requests.size());
      assertEquals(
          1, peer.requests.stream().map(r -> r.header("Idempotency-Key")).distinct().count());
    }
    try (Peer peer = new Peer((number, request) -> again)) {
      IOException thrown =
          assertThrows(IOException.class, () -> sink(peer, 2).deliver(batch("e"), LONG));
      assertEquals(peer.url() + " answered " + status + " after 2 attempts", thrown.getMessage());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 400, 401, 403, 404, 413, 422})
  void what_does_not_pass_is_refused_at_once(int status) throws Exception {
    String no = "HTTP/1.1 " + status + " No\r\nContent-Length: 6\r\n\r\nno key";
    try (Peer peer = new Peer((number, request) -> no)) {
      RefusedException thrown =
          assertThrows(RefusedException.class, () -> sink(peer, 5).deliver(batch("e"), LONG));
      assertEquals(peer.url() + " answered " + status + ": no key", thrown.getMessage());
      assertEquals(1, peer.requests.size());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SSH-2.0-server\r\n\r\n",
        "HTTP/1.1 abc\r\n\r\n",
        "HTTP/1.1 400 No\r\nContent-Length: -1\r\n\r\n",
      })
  void what_is_no_http_is_no_success(String answer) throws Exception {
    try (Peer peer = new Peer((number, request) -> answer)) {
      assertThrows(IOException.class, () -> sink(peer, 1).deliver(batch("e"), LONG));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"
      })
  void what_was_taken_is_not_sent_again_for_an_answer_that_cannot_be_read(String answer)
      throws Exception {
    try (Peer peer = new Peer((number, request) -> number == 1 ? answer : Peer.OK)) {
      HttpSink sink = sink(peer, 3);
      sink.deliver(batch("first"), LONG);
      assertEquals(1, peer.requests.size());
      sink.deliver(batch("second"), LONG);
      assertEquals(2, peer.requests.size());
      assertEquals(2, peer.connections(), "for the rest of the answer is no answer");
    }
  }

  @Test
  void a_server_that_never_answers_takes_no_more_than_the_time_there_is() throws Exception {
    CountDownLatch over = new CountDownLatch(1);
    try (Peer peer =
        new Peer((number, request) -> {
          over.await();
          return null;
        })) {
      IOException thrown =
          assertThrows(
              IOException.class,
              () -> sink(peer, 1000).deliver(batch("e"), Duration.ofMillis(100).toNanos()));
      assertTrue(thrown.getCause() instanceof SocketTimeoutException, thrown.toString());
      assertEquals(1, peer.requests.size());
    } finally {
      over.countDown();
    }
  }

  @Test
  void a_server_that_does_not_read_blocks_no_batch() throws Exception {
    try (java.net.ServerSocket deaf =
        new java.net.ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress())) {
      HttpSink sink =
          HttpSink.post("http://127.0.0.1:" + deaf.getLocalPort())
              .retry(attempts(1))
              .answerWithin(Duration.ofMillis(100))
              .build();
      assertThrows(IOException.class, () -> sink.deliver(batch("x".repeat(256 * 1024)), LONG));
    }
  }

  @Test
  void nobody_there_is_an_attempt_each() throws Exception {
    Peer gone = new Peer((number, request) -> Peer.OK);
    gone.close();
    IOException thrown =
        assertThrows(IOException.class, () -> sink(gone, 3).deliver(batch("e"), LONG));
    assertTrue(thrown.getMessage().contains("after 3 attempts"), thrown.getMessage());
  }

  @Test
  void a_connection_may_be_made_early_and_nobody_need_be_there() throws Exception {
    Peer peer = new Peer((number, request) -> Peer.OK);
    try (peer) {
      HttpSink sink = HttpSink.post(peer.url()).retry(attempts(1)).connectEarly().build();
      sink.deliver(batch("first"), LONG);
      assertEquals(1, peer.connections());
    }
    HttpSink.post(peer.url()).connectEarly().build();
  }

  @Test
  void an_interrupt_ends_the_attempts() throws Exception {
    Peer gone = new Peer((number, request) -> Peer.OK);
    gone.close();
    Thread.currentThread().interrupt();
    assertThrows(InterruptedException.class, () -> sink(gone, 3).deliver(batch("e"), LONG));
  }

  @Test
  void what_is_no_url_or_no_header_is_refused() {
    assertThrows(IllegalArgumentException.class, () -> HttpSink.post("ftp://host/"));
    assertThrows(IllegalArgumentException.class, () -> HttpSink.post("/events"));
    assertThrows(
        IllegalArgumentException.class,
        () -> HttpSink.post("http://host").header("A", "b\r\nInjected: c"));
    assertThrows(
        IllegalArgumentException.class,
        () -> HttpSink.post("http://host").answerWithin(Duration.ZERO));
  }

  @Test
  void keys_are_random_uuids() {
    String key = batch("e").key();
    assertEquals(key, java.util.UUID.fromString(key).toString());
    assertEquals(4, java.util.UUID.fromString(key).version());
    assertNotEquals(key, batch("e").key());
  }
}
