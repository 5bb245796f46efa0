package thaw.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import thaw.sandbox.kernel.Deadline;

/** How long a connection is said to be of no use. */
@Timeout(60)
class ConnectionTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final CountDownLatch asked = new CountDownLatch(1);
  private volatile OptionalLong doneNanos = OptionalLong.empty();

  private final class Told implements Connection.Served {
    @Override
    public boolean isReadOn() {
      return true;
    }

    @Override
    public OptionalLong doneNanos() {
      return doneNanos;
    }

    @Override
    public boolean awaitGoesOn() {
      return true;
    }
  }

  @Test
  void a_connection_that_reads_on_is_idle_since_its_last_answer() throws Exception {
    try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket client = new Socket(listening.getInetAddress(), listening.getLocalPort());
        Socket server = listening.accept();
        Transfers transfers = new Transfers(Duration.ofSeconds(20))) {
      Connection connection = new Connection(server, transfers);
      Thread conversing =
          Thread.ofVirtual()
              .start(() -> {
                try {
                  connection.converse(_ -> {
                    asked.countDown();
                    return new Told();
                  });
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      client
          .getOutputStream()
          .write("GET / HTTP/1.1\r\nHost: h\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      asked.await();
      assertEquals(0, connection.idleNanos(), "it is not answered");
      doneNanos = OptionalLong.of(System.nanoTime() - TimeUnit.HOURS.toNanos(1));
      Deadline.await(PATIENCE, "it reads on", () -> connection.idleNanos() > 0);
      long answered = System.nanoTime();
      doneNanos = OptionalLong.of(answered);
      long idle = connection.idleNanos();
      assertTrue(idle <= System.nanoTime() - answered, "it was used a moment ago");
      client.shutdownOutput();
      conversing.join();
    }
  }
}
