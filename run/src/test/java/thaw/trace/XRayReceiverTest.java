package thaw.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import thaw.sandbox.kernel.Deadline;

/** The daemon's protocol, on real sockets. */
class XRayReceiverTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final int LARGEST_DATAGRAM = 65_507;

  private final Traces traces = new Traces(_ -> {}, 1_000, 1 << 20);
  private final AtomicReference<String> newest = new AtomicReference<>("");
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final List<Exception> faults = new CopyOnWriteArrayList<>();
  private final XRayReceiver receiver =
      XRayReceiver.open(this::receive, new FirstProblem(lines::add), faults::add);

  @AfterEach
  void close() {
    receiver.close();
    assertEquals(List.of(), faults);
  }

  private void receive(List<Received> spans) {
    traces.received(spans);
    spans.forEach(span -> newest.set(span.span().traceId()));
  }

  private static String segment(int number, String metadata) {
    return XRayDocumentTest.HEAD
        + "{\"trace_id\":\"1-5759e988-%024x\",\"id\":\"%016x\",\"name\":\"n\",\"start_time\":1.5,"
            .formatted(number / 10, number + 1)
        + "\"end_time\":2.5,\"metadata\":{\"a\":\""
        + metadata
        + "\"}}";
  }

  private void send(byte[] message) throws IOException {
    try (DatagramSocket socket = new DatagramSocket()) {
      socket.send(
          new DatagramPacket(
              message, message.length, InetAddress.getLoopbackAddress(), receiver.port()));
    }
  }

  private void send(String message) throws IOException {
    send(message.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void a_message_that_meets_an_Error_is_lost_and_the_next_one_is_taken() throws IOException {
    List<Exception> ours = new CopyOnWriteArrayList<>();
    List<Received> taken = new CopyOnWriteArrayList<>();
    boolean[] failed = {false};
    try (XRayReceiver other =
        XRayReceiver.open(
            spans -> {
              if (!failed[0]) {
                failed[0] = true;
                throw new OutOfMemoryError("no room for spans");
              }
              taken.addAll(spans);
            },
            new FirstProblem(lines::add),
            ours::add)) {
      Deadline.await(
          PATIENCE,
          "the next one",
          () -> {
            sendTo(other.port(), segment(1, "").getBytes(StandardCharsets.UTF_8));
            return !taken.isEmpty();
          });
    }
    assertEquals(
        List.of("java.lang.OutOfMemoryError: no room for spans"),
        ours.stream().map(Throwable::getMessage).toList());
  }

  private static void sendTo(int port, byte[] message) {
    try (DatagramSocket socket = new DatagramSocket()) {
      socket.send(
          new DatagramPacket(message, message.length, InetAddress.getLoopbackAddress(), port));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void awaitSpans(int count) {
    Deadline.await(PATIENCE, count + " spans", () -> traces.counts().spans() >= count);
  }

  @Test
  void a_segment_of_the_largest_datagram_is_taken() throws IOException {
    int rest = LARGEST_DATAGRAM - segment(1, "").length();
    send(segment(1, "x".repeat(rest)));
    awaitSpans(1);
    assertEquals(List.of(), lines);
  }

  @Test
  void malformed_datagrams_are_counted_and_said_once_and_the_next_segment_is_taken()
      throws IOException {
    send(new byte[0]);
    send(new byte[LARGEST_DATAGRAM]);
    send("\u0000\uffff{{{{[[[[\n\n\n");
    send(XRayDocumentTest.HEAD + "[".repeat(60_000));
    send(segment(1, ""));
    awaitSpans(1);
    assertEquals(4, receiver.malformed());
    assertEquals(1, lines.size(), lines::toString);
    assertTrue(lines.getFirst().startsWith("a message to the X-Ray daemon is ignored: "));
  }

  @Test
  void a_flood_takes_no_more_than_its_room() throws IOException {
    for (int i = 0; i < 20_000; i++) {
      send(segment(i, i % 100 == 0 ? "x".repeat(60_000) : "x".repeat(100)));
    }
    Deadline.await(PATIENCE, "some are forgotten", () -> traces.counts().forgotten() > 0);
    send(segment(30_000, ""));
    Deadline.await(
        PATIENCE,
        "the newest is there",
        () -> {
          try {
            send(segment(30_000, "")); // a datagram may be lost
          } catch (IOException e) {
            return false;
          }
          return newest.get().equals("5759e988%024x".formatted(3_000));
        });
    Traces.Counts counts = traces.counts();
    assertTrue(counts.spans() > 0 && counts.spans() <= 1_000, counts::toString);
    assertTrue(counts.bytes() <= 1 << 20, counts::toString);
  }

  @Test
  void sampling_rules_and_targets_are_answered_on_the_same_port() throws Exception {
    JsonNode rules = post("GetSamplingRules", "{}", 200);
    JsonNode rule = rules.path("SamplingRuleRecords").path(0).path("SamplingRule");
    assertEquals("Default", rule.path("RuleName").asText());
    assertEquals(1.0, rule.path("FixedRate").asDouble());
    JsonNode targets =
        post(
            "SamplingTargets",
            "{\"SamplingStatisticsDocuments\":[{\"RuleName\":\"Default\",\"RequestCount\":3}]}",
            200);
    assertEquals(
        "Default", targets.path("SamplingTargetDocuments").path(0).path("RuleName").asText());
    post("SamplingTargets", "{", 400);
    post("PutTraceSegments", "{}", 404);
  }

  private JsonNode post(String operation, String body, int status) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> response =
          client.send(
              HttpRequest.newBuilder(
                      URI.create("http://127.0.0.1:" + receiver.port() + "/" + operation))
                  .POST(HttpRequest.BodyPublishers.ofString(body))
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      assertEquals(status, response.statusCode());
      return new ObjectMapper().readTree(response.body());
    }
  }
}
