package thaw.load.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.net.ServerSocketFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import thaw.load.ColdRequest;
import thaw.load.Failure;
import thaw.load.Generator;
import thaw.load.Glance;
import thaw.load.LoadResult;
import thaw.load.LoadSecond;
import thaw.load.TestServer;
import thaw.load.Transport;

@Timeout(60)
class HttpTransportTest {
  private static final int BIG = 16 * 1024 * 1024;

  private static void allAnswered(LoadResult result) {
    assertEquals(result.scheduled(), result.answered(), () -> result.failures().toString());
    assertEquals(result.scheduled(), result.sent());
    assertEquals(result.scheduled(), result.due());
    assertEquals(result.scheduled(), result.response().count());
    assertEquals(result.scheduled(), result.service().count());
    assertEquals(result.scheduled(), result.send().count());
    assertEquals(result.scheduled(), result.lag().count());
    assertEquals(0, result.failed());
    assertTrue(result.complete());
  }

  /** Its own numbers, from 0. */
  private static Set<Integer> numbers(long count) {
    return IntStream.range(0, (int) count).boxed().collect(Collectors.toSet());
  }

  private static void allArrived(LoadResult result, TestServer server) {
    assertEquals(result.scheduled(), server.requests().size());
    assertEquals(
        numbers(result.scheduled()),
        server.requests().stream().map(TestServer.Request::number).collect(Collectors.toSet()));
  }

  @Test
  void every_request_of_the_schedule_is_sent_and_answered() throws Exception {
    try (TestServer server = TestServer.with(TestServer.saying(TestServer.ok("hello")))) {
      LoadResult result = LoadRun.of(server.url()).at(500, 2).run();
      assertEquals(1000, result.scheduled());
      allAnswered(result);
      allArrived(result, server);
      assertTrue(server.connections() <= 64, "connections are kept: " + server.connections());
    }
  }

  @Test
  void a_response_takes_as_long_as_the_server_says_and_the_way_there() throws Exception {
    Map<Integer, Long> served = new ConcurrentHashMap<>();
    try (TestServer server =
        TestServer.with((request, socket) -> {
          int number = request.number();
          Thread.sleep(10 * (1 + number % 5));
          served.put(number, System.nanoTime() - request.nanos());
          TestServer.write(socket, TestServer.ok(""));
          return true;
        })) {
      LoadRun run = LoadRun.of(server.url()).at(100, 2);
      Generator generator = run.generator();
      for (int i = 0; i < 200; i++) {
        generator.cold(i, ColdRequest.Kind.INIT); // so that each is told alone
      }
      try (HttpTransport transport = run.open()) {
        generator.run(transport);
      }
      LoadResult result = generator.result();
      allAnswered(result);
      assertEquals(200, result.coldStarts().size());
      double extra = 0;
      double all = 0;
      for (int i = 0; i < 200; i++) {
        ColdRequest each = result.coldStarts().get(i);
        double server1 = served.get(i) / 1e6;
        assertEquals(10.0 * i, each.dueMillis(), 1e-6);
        assertTrue(
            each.responseMillis() >= server1, "request " + i + " was faster than its server");
        extra += each.responseMillis() - server1;
        all += server1;
      }
      assertTrue(extra < all, "way " + extra + " ms, in the server " + all + " ms");
    }
  }

  @Test
  void a_server_that_closes_after_each_answer_gets_a_connection_for_each_request()
      throws Exception {
    try (TestServer server =
        TestServer.with((request, socket) -> {
          TestServer.write(
              socket, "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok");
          return false;
        })) {
      LoadResult result = LoadRun.of(server.url()).run();
      allAnswered(result);
      assertTrue(server.connections() >= result.scheduled());
    }
  }

  @Test
  void a_body_may_end_with_the_connection() throws Exception {
    Expectation expectation = new Expectation(Set.of(), Optional.of(Pattern.compile("^whole$")));
    try (TestServer server =
        TestServer.with((request, socket) -> {
          TestServer.write(socket, "HTTP/1.0 200 OK\r\n\r\nwhole");
          return false;
        })) {
      allAnswered(LoadRun.of(server.url()).expecting(expectation).run());
    }
  }

  @Test
  void connections_that_the_server_closes_while_idle_are_replaced() throws Exception {
    try (TestServer server =
        TestServer.with((request, socket) -> {
          TestServer.write(socket, TestServer.ok("bye"));
          return false; // and does not say so
        })) {
      LoadResult result = LoadRun.of(server.url()).at(10, 1).run();
      allAnswered(result);
      assertTrue(server.connections() >= 10);
    }
  }

  @Test
  void at_the_limit_of_connections_requests_wait_and_none_is_lost() throws Exception {
    AtomicInteger now = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    try (TestServer server =
        TestServer.with((request, socket) -> {
          most.accumulateAndGet(now.incrementAndGet(), Math::max);
          Thread.sleep(20);
          now.decrementAndGet();
          TestServer.write(socket, TestServer.ok(""));
          return true;
        })) {
      LoadResult result =
          LoadRun.of(server.url()).at(200, 0.5).connections(2, 2, Duration.ofSeconds(10)).run();
      allAnswered(result);
      allArrived(result, server);
      assertEquals(2, most.get());
      assertEquals(2, server.connections());
      assertTrue(result.waits() > 50, "waits: " + result.waits());
      // 100 requests of 20 ms each on 2 connections take 1 s, while they come in 0.5 s.
      assertTrue(result.response().maxMillis() > 10 * result.service().at(0.5));
      assertTrue(result.send().maxMillis() > 10 * result.lag().at(0.5));
    }
  }

  @Test
  void at_the_limit_each_connection_that_is_closed_makes_room_for_another() throws Exception {
    AtomicInteger now = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    try (TestServer server =
        TestServer.with((request, socket) -> {
          most.accumulateAndGet(now.incrementAndGet(), Math::max);
          Thread.sleep(20);
          now.decrementAndGet();
          TestServer.write(
              socket, "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
          return false;
        })) {
      LoadResult result =
          LoadRun.of(server.url()).at(200, 0.5).connections(4, 0, Duration.ofSeconds(10)).run();
      allAnswered(result);
      assertTrue(most.get() >= 3 && most.get() <= 5, "at once: " + most.get());
    }
  }

  @Test
  void a_big_answer_is_read_to_its_end() throws Exception {
    String answer = TestServer.ok("x".repeat(BIG));
    try (TestServer server = TestServer.with(TestServer.saying(answer))) {
      LoadResult result = LoadRun.of(server.url()).at(5, 1).run();
      allAnswered(result);
    }
  }

  @Test
  void a_big_request_is_sent_to_its_end() throws Exception {
    String body = "y".repeat(4 * 1024 * 1024);
    try (TestServer server = TestServer.with(TestServer.saying(TestServer.ok("")))) {
      LoadResult result = LoadRun.of(server.url()).at(5, 1).body(body).run();
      allAnswered(result);
      assertTrue(server.requests().stream().allMatch(request -> request.body().equals(body)));
    }
  }

  @Test
  void the_answer_to_head_has_no_body() throws Exception {
    try (TestServer server =
        TestServer.with(TestServer.saying("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n"))) {
      LoadResult result = LoadRun.of(server.url()).method("HEAD").run();
      allAnswered(result);
    }
  }

  @Test
  void an_address_of_ipv6_is_one() throws Exception {
    InetAddress six = InetAddress.getByName("::1");
    try (ServerSocket probe = new ServerSocket(0, 1, six)) {
      assumeTrue(probe.isBound());
    } catch (IOException e) {
      assumeTrue(false, "this host has no IPv6: " + e);
    }
    try (TestServer server =
        TestServer.listen(
            six, ServerSocketFactory.getDefault(), TestServer.saying(TestServer.ok("")))) {
      LoadResult result = LoadRun.of("http://[::1]:" + server.port() + "/").run();
      allAnswered(result);
      assertTrue(
          server
              .requests()
              .getFirst()
              .head()
              .contains("\r\nHost: [::1]:" + server.port() + "\r\n"));
    }
  }

  @Test
  void a_run_that_is_stopped_ends_what_is_under_way_and_says_that_it_is_not_whole()
      throws Exception {
    try (TestServer server = TestServer.with(TestServer.saying(TestServer.ok("")))) {
      LoadRun run = LoadRun.of(server.url()).at(100, 30);
      Generator generator = run.generator();
      try (HttpTransport transport = run.open()) {
        Thread thread = Thread.ofVirtual().start(() -> runQuietly(generator, transport));
        while (server.requests().size() < 50) {
          Thread.onSpinWait();
        }
        generator.stop();
        assertTrue(thread.join(Duration.ofSeconds(20)));
      }
      LoadResult result = generator.result();
      assertEquals(3000, result.scheduled());
      assertTrue(result.due() >= 50 && result.due() < 3000);
      assertEquals(result.due(), result.answered(), result.failures()::toString);
      assertEquals(false, result.complete());
      assertTrue(result.reasons().getFirst().startsWith("it ended early"));
    }
  }

  @Test
  void a_stop_does_not_wait_for_the_next_request() throws Exception {
    try (TestServer server = TestServer.with(TestServer.saying(TestServer.ok("")))) {
      LoadRun run = LoadRun.of(server.url()).at(0.001, 3000); // the second one in a quarter hour
      Generator generator = run.generator();
      try (HttpTransport transport = run.open()) {
        Thread thread = Thread.ofVirtual().start(() -> runQuietly(generator, transport));
        while (server.requests().isEmpty()) {
          Thread.onSpinWait();
        }
        generator.stop();
        assertTrue(thread.join(Duration.ofSeconds(20)));
      }
      assertEquals(1, generator.result().answered());
    }
  }

  @Test
  void what_is_under_way_when_the_transport_is_closed_is_unanswered() throws Exception {
    try (TestServer server = TestServer.with((request, socket) -> true)) {
      LoadRun run = LoadRun.of(server.url()).at(100, 30).connections(3, 3, Duration.ofSeconds(50));
      Generator generator = run.generator();
      HttpTransport transport = run.open();
      Thread thread = Thread.ofVirtual().start(() -> runQuietly(generator, transport));
      while (server.requests().size() < 3
          || generator.glance().map(Glance::underWay).orElse(0L) < 10) {
        Thread.onSpinWait();
      }
      generator.stop();
      transport.close();
      assertTrue(thread.join(Duration.ofSeconds(20)));
      LoadResult result = generator.result();
      assertEquals(
          Map.of(
              new Failure(Failure.Kind.UNANSWERED, "unanswered at the end of the run"),
              result.due()),
          result.failures());
      assertEquals(3, result.sent());
    }
  }

  private static void runQuietly(Generator generator, Transport transport) {
    try {
      generator.run(transport);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void parts_of_a_schedule_one_after_the_other_are_the_whole() throws Exception {
    try (TestServer server = TestServer.with(TestServer.saying(TestServer.ok("")))) {
      LoadRun run = LoadRun.of(server.url()).at(100, 2);
      Generator generator = run.generator();
      try (HttpTransport transport = run.open()) {
        for (int second = 0; second < 2; second++) {
          generator.run(transport, Duration.ofSeconds(second), Duration.ofSeconds(second + 1));
          assertEquals(second == 1, generator.result().complete());
        }
      }
      LoadResult result = generator.result();
      allAnswered(result);
      allArrived(result, server);
      // A late request or answer makes a further second, in which nothing was scheduled.
      assertEquals(
          Collections.nCopies(2, 100L),
          result.seconds().stream().map(LoadSecond::scheduled).filter(count -> count > 0).toList());
      assertEquals(200, result.seconds().stream().mapToLong(LoadSecond::sent).sum());
      assertEquals(200, result.seconds().stream().mapToLong(LoadSecond::answered).sum());
    }
  }
}
