package thaw.steady;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ClientLoopTest {
  private static ServerSocket listener() throws IOException {
    return new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
  }

  private static Socket client(ServerSocket of) throws IOException {
    return new Socket(of.getInetAddress(), of.getLocalPort());
  }

  private static void echo(Socket client) throws IOException {
    client.getInputStream().transferTo(client.getOutputStream());
  }

  private static int answer(Socket client) throws IOException {
    client.getOutputStream().write(7);
    return client.getInputStream().read();
  }

  @Test
  void clients_are_served_side_by_side_also_those_that_came_before() throws IOException {
    ServerSocket listener = listener();
    try (ClientLoop loop = new ClientLoop("echo", listener);
        Socket early = client(listener)) {
      loop.serve(ClientLoopTest::echo);
      try (Socket late = client(listener)) {
        assertEquals(7, answer(late));
        assertEquals(7, answer(early));
      }
    }
  }

  @Test
  void a_service_that_fails_costs_its_client_alone() throws IOException {
    ServerSocket listener = listener();
    AtomicInteger served = new AtomicInteger();
    try (ClientLoop loop = new ClientLoop("echo", listener)) {
      loop.serve(client -> {
        if (served.getAndIncrement() == 0) {
          throw new IOException("no server");
        }
        echo(client);
      });
      try (Socket first = client(listener)) {
        assertEquals(-1, first.getInputStream().read());
      }
      try (Socket second = client(listener)) {
        assertEquals(7, answer(second));
      }
    }
  }

  @Test
  void whoever_is_there_at_the_end_finds_the_connection_closed() throws Exception {
    ServerSocket listener = listener();
    CountDownLatch ended = new CountDownLatch(1);
    try (ClientLoop loop = new ClientLoop("echo", listener);
        Socket client = client(listener)) {
      loop.serve(taken -> {
        try {
          echo(taken);
        } finally {
          ended.countDown();
        }
      });
      assertEquals(7, answer(client));
      loop.close();
      ended.await();
      assertEquals(-1, client.getInputStream().read());
      assertThrows(SocketException.class, () -> client(listener).close());
    }
  }

  /** The end comes between {@code accept} and the client's thread: it is nobody's to close then. */
  @Test
  void whoever_comes_with_the_end_is_closed_and_not_served() throws IOException {
    AtomicInteger served = new AtomicInteger();
    ServerSocket listener =
        new ServerSocket(0, 5, InetAddress.getLoopbackAddress()) {
          @Override
          public Socket accept() throws IOException {
            Socket client = super.accept();
            close();
            return client;
          }
        };
    try (ClientLoop loop = new ClientLoop("echo", listener);
        Socket client = client(listener)) {
      loop.serve(_ -> served.incrementAndGet());
      assertEquals(-1, client.getInputStream().read());
      assertEquals(0, served.get());
    }
  }
}
