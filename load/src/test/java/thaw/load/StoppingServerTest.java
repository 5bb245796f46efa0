package thaw.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.PrimitiveIterator;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import thaw.load.http.LoadRun;

/**
 * Coordinated omission: a server that stands still for a second makes all wait who come meanwhile.
 * A client that waits itself sends nothing meanwhile, and sees one slow answer.
 */
@Timeout(60)
class StoppingServerTest {
  private static final long STOP = TimeUnit.SECONDS.toNanos(1);
  private static final long PERIOD = TimeUnit.MILLISECONDS.toNanos(2500);
  private static final double RATE = 200;
  private static final double SECONDS = 2.5;

  /**
   * How long the server still stands, so long after it has begun: the last second of each period.
   */
  private static long standsFor(long sinceBegin) {
    long inPeriod = sinceBegin % PERIOD;
    return inPeriod < PERIOD - STOP ? 0 : PERIOD - inPeriod;
  }

  private static TestServer server(long begin) {
    return TestServer.with((request, socket) -> {
      for (long left = standsFor(System.nanoTime() - begin);
          left > 0;
          left = standsFor(System.nanoTime() - begin)) {
        LockSupport.parkNanos(left);
      }
      TestServer.write(socket, TestServer.ok(""));
      return true;
    });
  }

  /** What each request waits if only the server's stops count: nothing of the run is in it. */
  private static double[] arithmeticMillis(Schedule schedule, long beginOfRun) {
    double[] all = new double[(int) schedule.count()];
    PrimitiveIterator.OfLong due = schedule.due();
    for (int i = 0; i < all.length; i++) {
      all[i] = standsFor(beginOfRun + due.nextLong()) / 1e6;
    }
    Arrays.sort(all);
    return all;
  }

  private static double at(double share, double... ascending) {
    return ascending[(int) Math.ceil(share * ascending.length) - 1];
  }

  private static void check(int connections) throws Exception {
    long begin = System.nanoTime();
    try (TestServer server = server(begin)) {
      LoadRun run =
          LoadRun.of(server.url())
              .at(RATE, SECONDS)
              .connections(connections, Math.min(connections, 4), Duration.ofSeconds(10));
      LoadResult result = run.run();
      assertEquals(result.scheduled(), result.answered(), result.failures()::toString);
      assertEquals(connections < RATE, result.waits() > 0);
      long first =
          server.requests().stream().mapToLong(TestServer.Request::nanos).min().orElseThrow();
      double[] expected = arithmeticMillis(run.generator().plan().schedule(), first - begin);
      double tolerance = 0.1 * STOP / 1e6;
      for (double share : new double[] {0.5, 0.8, 0.9, 0.99, 1}) {
        assertEquals(at(share, expected), result.response().at(share), tolerance, "at " + share);
      }
    }
  }

  @Test
  void the_reported_quantiles_are_those_that_arithmetic_gives_for_the_schedule() throws Exception {
    check(600);
  }

  @Test
  void they_are_the_same_with_few_connections_on_which_requests_wait() throws Exception {
    check(8);
  }

  @Test
  void a_client_that_waits_for_each_answer_does_not_see_them() throws Exception {
    long begin = System.nanoTime();
    double[] millis = new double[1_000_000];
    int count = 0;
    try (TestServer server = server(begin);
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setTcpNoDelay(true);
      byte[] request = "GET / HTTP/1.1\r\nHost: h\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
      int answer = TestServer.ok("").length();
      while (System.nanoTime() - begin < SECONDS * 1e9 && count < millis.length) {
        long sent = System.nanoTime();
        socket.getOutputStream().write(request);
        assertEquals(answer, socket.getInputStream().readNBytes(answer).length);
        millis[count++] = (System.nanoTime() - sent) / 1e6;
      }
    }
    double[] ascending = Arrays.copyOf(millis, count);
    Arrays.sort(ascending);
    double open =
        at(
            0.99,
            arithmeticMillis(
                LoadRun.of("http://h").at(RATE, SECONDS).generator().plan().schedule(), 0));
    assertTrue(ascending[count - 1] > 0.5 * STOP / 1e6, "the stops were there");
    assertTrue(at(0.99, ascending) < open / 10, "closed " + at(0.99, ascending) + ", open " + open);
  }
}
