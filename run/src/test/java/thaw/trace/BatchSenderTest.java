package thaw.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import thaw.fixture.FreePorts;
import thaw.sandbox.kernel.Deadline;

/** Spans on their way to a real HTTP server. */
class BatchSenderTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final BatchSender.Terms QUICK =
      new BatchSender.Terms(
          2_000,
          Duration.ofMillis(100),
          20_000,
          3,
          Duration.ofMillis(10),
          Duration.ofSeconds(5),
          Duration.ofSeconds(5));

  private final List<ExportTraceServiceRequest> requests = new CopyOnWriteArrayList<>();
  private final List<String> headers = new CopyOnWriteArrayList<>();
  private final LinkedBlockingDeque<Integer> statuses = new LinkedBlockingDeque<>(); // then 200
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private HttpServer collector;

  @BeforeEach
  void open() throws IOException {
    collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    collector.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    collector.createContext(
        "/base/v1/traces",
        exchange -> {
          byte[] body = exchange.getRequestBody().readAllBytes();
          headers.add(exchange.getRequestHeaders().getFirst("x-key"));
          int status = Optional.ofNullable(statuses.poll()).orElse(200);
          if (status == 200) {
            requests.add(ExportTraceServiceRequest.parseFrom(body));
          }
          exchange.getResponseHeaders().add("Retry-After", "0");
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
    collector.start();
  }

  @AfterEach
  void close() {
    collector.stop(0);
  }

  private BatchSender sender() {
    return BatchSender.start(
        URI.create("http://127.0.0.1:" + collector.getAddress().getPort() + "/base"),
        Map.of("x-key", "secret"),
        QUICK,
        lines::add);
  }

  private static ResourceSpans span(String name) {
    return OtlpMessages.of(
        "orders",
        List.of(
            new Span(
                "5759e988bd862e3fe1be46a994272793",
                "53995c3f42cd8ad8",
                Optional.empty(),
                name,
                Span.Origin.PLATFORM,
                1_000,
                2_000,
                true,
                Map.of("a", "b"))));
  }

  private List<String> names() {
    return requests.stream()
        .flatMap(request -> request.getResourceSpansList().stream())
        .flatMap(resource -> resource.getScopeSpansList().stream())
        .flatMap(scope -> scope.getSpansList().stream())
        .map(io.opentelemetry.proto.trace.v1.Span::getName)
        .toList();
  }

  private static List<String> numbers(int count) {
    return java.util.stream.IntStream.range(0, count).mapToObj(Integer::toString).toList();
  }

  @Test
  void spans_arrive_in_order_in_fewer_requests_than_there_are_spans() {
    try (BatchSender sender = sender()) {
      numbers(100).forEach(name -> sender.add(span(name)));
    }
    assertEquals(numbers(100), names());
    assertTrue(requests.size() < 30, () -> requests.size() + " requests");
    assertTrue(headers.stream().allMatch("secret"::equals));
    assertEquals(List.of(), lines);
  }

  @Test
  void a_collector_that_is_busy_is_tried_again_and_nothing_is_lost() {
    statuses.addAll(List.of(503, 429));
    try (BatchSender sender = sender()) {
      numbers(5).forEach(name -> sender.add(span(name)));
      Deadline.await(PATIENCE, "all are sent", () -> sender.sent() == 5);
      assertEquals(0, sender.dropped());
    }
    assertEquals(numbers(5), names());
    assertEquals(1, lines.size(), lines::toString);
  }

  @Test
  void a_batch_that_is_refused_is_dropped_at_once_and_the_next_one_is_sent() {
    statuses.add(400);
    try (BatchSender sender = sender()) {
      sender.add(span("refused"));
      Deadline.await(PATIENCE, "it is dropped", () -> sender.dropped() == 1);
      sender.add(span("taken"));
      Deadline.await(PATIENCE, "the next one is sent", () -> sender.sent() == 1);
    }
    assertEquals(List.of("taken"), names());
    assertTrue(lines.getFirst().endsWith("it answers 400"), lines::toString);
  }

  @Test
  void an_unreachable_collector_is_said_once_and_costs_bounded_memory_and_nobody_s_time()
      throws IOException {
    int closed = FreePorts.next();
    try (BatchSender sender =
        BatchSender.start(URI.create("http://127.0.0.1:" + closed), Map.of(), QUICK, lines::add)) {
      for (int i = 0; i < 10_000; i++) {
        sender.add(span("" + i));
        assertTrue(sender.waitingBytes() <= QUICK.mostBytes());
      }
      assertTrue(sender.dropped() > 0);
      Deadline.await(PATIENCE, "all are dropped", () -> sender.dropped() == 10_000);
    }
    assertEquals(1, lines.size(), lines::toString);
  }

  @Test
  void a_collector_that_hangs_holds_nobody_up() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    collector.createContext(
        "/hangs/v1/traces",
        exchange -> {
          asked.countDown();
          try {
            over.await(1, TimeUnit.MINUTES);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          exchange.close();
        });
    try (BatchSender sender =
        BatchSender.start(
            URI.create("http://127.0.0.1:" + collector.getAddress().getPort() + "/hangs/"),
            Map.of(),
            QUICK,
            lines::add)) {
      sender.add(span("first"));
      assertTrue(asked.await(20, TimeUnit.SECONDS));
      numbers(1_000).forEach(name -> sender.add(span(name)));
      assertTrue(sender.dropped() > 0);
      assertFalse(sender.waitingBytes() > QUICK.mostBytes());
      over.countDown();
    }
  }
}
