package thaw.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HttpTransportTest {
  private HttpServer server;
  private final AtomicInteger requests = new AtomicInteger();

  @BeforeEach
  void serve() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/",
        exchange -> {
          requests.incrementAndGet();
          byte[] body = exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(200, 0); // chunked
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void end() {
    server.stop(0);
  }

  private LoadResult run(String path, Expectation expectation, double rate, double seconds)
      throws Exception {
    RequestTemplate template =
        new RequestTemplate(
            "POST",
            HttpTarget.of("http://127.0.0.1:" + server.getAddress().getPort() + path),
            List.of(),
            "hello #{number}",
            Values.NONE);
    Schedule schedule =
        new Schedule.Even(RateProfile.constant(rate, Duration.ofMillis((long) (1000 * seconds))));
    Generator generator =
        new Generator(new LoadPlan("test", "test", schedule, Duration.ofSeconds(5)), true);
    try (HttpTransport transport =
        HttpTransport.open(
            template,
            expectation,
            Trust.usual(),
            new HttpTransport.Settings(16, 4, Duration.ofSeconds(5)))) {
      generator.run(transport);
    }
    return generator.result();
  }

  @Test
  void every_request_of_the_schedule_is_sent_and_answered() throws Exception {
    LoadResult result = run("/", Expectation.SUCCESS, 500, 2);
    assertEquals(1000, result.scheduled());
    assertEquals(1000, result.answered(), () -> result.failures().toString());
    assertEquals(1000, requests.get());
    assertTrue(result.complete());
  }
}
