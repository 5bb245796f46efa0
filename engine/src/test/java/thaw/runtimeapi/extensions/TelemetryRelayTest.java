package thaw.runtimeapi.extensions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import thaw.runtimeapi.log.PlatformEvent;

/** Delivery to real receivers on loopback. */
class TelemetryRelayTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration AT_ONCE = Duration.ofMillis(25);
  private static final Duration NEVER = Duration.ofMinutes(10);

  private final TelemetryRelay relay = new TelemetryRelay(true);
  private final BlockingQueue<JsonNode> batches = new LinkedBlockingQueue<>();
  private final AtomicInteger failing = new AtomicInteger();
  private HttpServer server;

  @BeforeEach
  void listen() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          byte[] body = exchange.getRequestBody().readAllBytes();
          if (failing.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            exchange.sendResponseHeaders(500, -1);
          } else {
            batches.add(JSON.readTree(body));
            exchange.sendResponseHeaders(200, -1);
          }
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    relay.close();
    server.stop(0);
  }

  private Subscription subscription(Duration timeout, int maxItems, String... types) {
    return new Subscription(
        Subscription.Api.TELEMETRY,
        "2022-12-13",
        List.of(types),
        new Subscription.Destination.Http(
            "sandbox.localdomain", server.getAddress().getPort(), "/x", "POST"),
        new Subscription.Buffering(maxItems, 262_144, timeout));
  }

  private void happens(PlatformEvent event) {
    relay.accept(PlatformEvent.Stamped.now(event));
  }

  private JsonNode batch() throws InterruptedException {
    JsonNode batch = batches.poll(20, TimeUnit.SECONDS);
    assertNotNull(batch, "no batch came");
    return batch;
  }

  private static List<String> records(JsonNode batch) {
    return batch.valueStream().map(event -> event.path("record").asText()).toList();
  }

  @Test
  void a_subscriber_gets_what_it_asked_for_and_what_came_before() throws Exception {
    happens(new PlatformEvent.FunctionLine("before"));
    happens(new PlatformEvent.ExtensionLine("not wanted"));
    relay.subscribe("ext", subscription(AT_ONCE, 1000, "function"));
    assertEquals(List.of("before"), records(batch()));
    happens(new PlatformEvent.FunctionLine("after"));
    assertEquals(List.of("after"), records(batch()));
  }

  @Test
  void a_batch_is_sent_when_it_is_full() throws Exception {
    relay.subscribe("ext", subscription(NEVER, 3, "function"));
    for (int i = 0; i < 4; i++) {
      happens(new PlatformEvent.FunctionLine("line " + i));
    }
    assertEquals(List.of("line 0", "line 1", "line 2"), records(batch()));
    relay.flush();
    assertEquals(List.of("line 3"), records(batch()));
  }

  @Test
  void nothing_is_sent_to_a_frozen_receiver_and_nothing_is_lost() throws Exception {
    relay.subscribe("ext", subscription(AT_ONCE, 1000, "function"));
    happens(new PlatformEvent.Frozen());
    happens(new PlatformEvent.FunctionLine("while frozen"));
    assertNull(batches.poll(200, TimeUnit.MILLISECONDS));
    happens(new PlatformEvent.Thawed());
    assertEquals(List.of("while frozen"), records(batch()));
  }

  @Test
  void a_receiver_that_fails_once_gets_the_batch_again() throws Exception {
    failing.set(1);
    relay.subscribe("ext", subscription(AT_ONCE, 1000, "function"));
    happens(new PlatformEvent.FunctionLine("again"));
    assertEquals(List.of("again"), records(batch()));
  }

  @Test
  void a_receiver_that_goes_on_failing_is_told_what_it_lost() throws Exception {
    failing.set(4);
    relay.subscribe("ext", subscription(AT_ONCE, 1000, "platform", "function"));
    happens(new PlatformEvent.FunctionLine("lost"));
    JsonNode told = batch().get(0);
    assertEquals("platform.logsDropped", told.path("type").asText());
    assertEquals(1, told.path("record").path("droppedRecords").asInt());
    assertTrue(told.path("record").path("reason").asText().endsWith("HTTP status 500"));
  }

  @Test
  void what_is_too_much_while_frozen_is_counted_behind_what_came_before_it() throws Exception {
    relay.subscribe("ext", subscription(AT_ONCE, 1000, "platform", "function"));
    happens(new PlatformEvent.Frozen());
    for (int i = 0; i < 8_010; i++) {
      happens(new PlatformEvent.FunctionLine("x"));
    }
    happens(new PlatformEvent.Thawed());
    List<JsonNode> all = new ArrayList<>();
    while (all.size() < 8_001) {
      batch().forEach(all::add);
    }
    happens(new PlatformEvent.FunctionLine("after"));
    batch().forEach(all::add);
    JsonNode told = all.get(8_000);
    assertEquals("platform.logsDropped", told.path("type").asText());
    assertEquals(10, told.path("record").path("droppedRecords").asInt());
    assertEquals("after", all.get(8_001).path("record").asText());
    assertEquals(8_002, all.size());
  }

  @Test
  void a_json_line_is_sent_as_an_object() throws Exception {
    relay.subscribe("ext", subscription(AT_ONCE, 1000, "function"));
    happens(new PlatformEvent.FunctionLine("{\"level\":\"INFO\"}"));
    assertEquals("INFO", batch().get(0).path("record").path("level").asText());
    happens(new PlatformEvent.FunctionLine("{no json"));
    assertEquals(List.of("{no json"), records(batch()));
  }

  @Test
  void a_tcp_receiver_gets_lines() throws Exception {
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      relay.subscribe(
          "ext",
          new Subscription(
              Subscription.Api.LOGS,
              "2020-08-15",
              List.of("function"),
              new Subscription.Destination.Tcp(listener.getLocalPort()),
              new Subscription.Buffering(1000, 262_144, AT_ONCE)));
      happens(new PlatformEvent.FunctionLine("one"));
      happens(new PlatformEvent.FunctionLine("two"));
      try (Socket socket = listener.accept();
          BufferedReader lines =
              new BufferedReader(
                  new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
        socket.setSoTimeout(20_000);
        assertEquals("one\n", JSON.readTree(lines.readLine()).path("record").asText());
        assertEquals("two\n", JSON.readTree(lines.readLine()).path("record").asText());
      }
    }
  }

  @Test
  void the_clock_stands_while_frozen() {
    ThawedClock clock = new ThawedClock();
    clock.stop();
    long then = clock.nanos();
    assertEquals(then, clock.nanos());
    clock.go();
    assertTrue(clock.nanos() >= then);
  }
}
