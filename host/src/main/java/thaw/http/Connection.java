package thaw.http;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One client's connection: its requests one after the other, each head within its time. Refuses to
 * know what is asked.
 */
final class Connection {
  /** More than AWS accepts: its limit for line and header fields is 10,240 bytes. */
  private static final int HEAD_BYTES = 32 * 1024;

  private static final int MOST_FIELDS = 1000;
  private static final long BUSY = Long.MAX_VALUE;

  private final Socket socket;
  private final OutputStream out;
  private final MessageReader reader;
  private final Transfers transfers;
  private final Map<Class<?>, Object> known = new ConcurrentHashMap<>();
  private volatile @Nullable Thread thread;
  private volatile long waitsSinceNanos = BUSY;

  Connection(Socket socket, Transfers transfers) throws IOException {
    this.socket = socket;
    this.out = socket.getOutputStream();
    this.reader = new MessageReader(socket.getInputStream(), HEAD_BYTES, MOST_FIELDS);
    this.transfers = transfers;
  }

  /**
   * Returns when the connection is of no use any more.
   *
   * @param served answers a request; whether another one may follow
   */
  void converse(Predicate<RequestHead> served) throws IOException {
    thread = Thread.currentThread();
    try {
      RequestHead head;
      do {
        head = next();
      } while (head != null && served.test(head));
    } catch (MalformedMessage e) {
      refuse(400);
    } finally {
      thread = null;
    }
  }

  private @Nullable RequestHead next() throws IOException {
    waitsSinceNanos = System.nanoTime();
    boolean begun = reader.awaitFirst();
    waitsSinceNanos = BUSY;
    if (!begun) {
      return null;
    }
    try (Transfers.Transfer _ = transfers.begin(this)) {
      RequestHead head = RequestHead.read(reader);
      if (head != null && head.isOld()) {
        refuse(505);
        return null;
      }
      if (head != null) {
        check(head);
      }
      return head;
    }
  }

  private static void check(RequestHead head) throws MalformedMessage {
    List<String> hosts = head.fields().all("Host"); // RFC 9112, 3.2
    if (hosts.size() != 1 || hosts.getFirst().isEmpty()) {
      throw new MalformedMessage("not one host: " + hosts);
    }
  }

  private void refuse(int status) {
    try (Transfers.Transfer _ = transfers.begin(this)) {
      Farewell.say(
          socket,
          new MessageHead(StatusLine.of(status))
              .field("Connection", "close")
              .field("Content-Length", "0")
              .with(new byte[0]));
    }
  }

  /** Any thread, one at a time. */
  OutputStream out() {
    return out;
  }

  Transfers transfers() {
    return transfers;
  }

  /** What was found out about its client, which holds as long as the connection does. */
  Map<Class<?>, Object> known() {
    return known;
  }

  InetSocketAddress client() {
    return (InetSocketAddress) socket.getRemoteSocketAddress();
  }

  InetSocketAddress here() {
    return (InetSocketAddress) socket.getLocalSocketAddress();
  }

  /** How long it has waited for a request; 0 when it does not. */
  long idleNanos() {
    long since = waitsSinceNanos;
    return since == BUSY ? 0 : System.nanoTime() - since;
  }

  /** Whoever reads or writes gets an exception. Any thread. */
  void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // It is of no use any more.
    }
  }

  /** As {@link #close}, and whoever answers its request is to stop. */
  void end() {
    close();
    Thread answering = thread;
    if (answering != null) {
      answering.interrupt();
    }
  }
}
