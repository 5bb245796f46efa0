package thaw.http;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One client's connection: its requests one after the other, each head within its time. Refuses to
 * know what is asked.
 */
final class Connection {
  /**
   * The most bytes of a head, more than AWS accepts: its limit for line and header fields is 10,240
   * bytes.
   */
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
  private volatile @Nullable Served running; // or the last one

  Connection(Socket socket, Transfers transfers) throws IOException {
    this.socket = socket;
    this.out = socket.getOutputStream();
    this.reader =
        new MessageReader(
            socket.getInputStream(), MessageReader.LineEnds.STRICT, HEAD_BYTES, MOST_FIELDS);
    this.transfers = transfers;
  }

  /** A request that somebody answers. */
  interface Served {
    /** Returns whether the next one may be read already. */
    boolean isReadOn();

    /**
     * Returns the time ({@link System#nanoTime}) at which the request was answered; empty when it
     * has not been.
     */
    OptionalLong doneNanos();

    /** Waits for the answer; whether another request may follow. */
    boolean awaitGoesOn() throws InterruptedException;
  }

  /**
   * Returns when the connection is of no use any more. The next request may be read before the one
   * before is answered: so its thread waits for one thing only.
   *
   * @param served sees to it that a request is answered
   */
  void converse(Function<RequestHead, Served> served) throws IOException {
    thread = Thread.currentThread();
    try {
      while (goesOn(running)) {
        RequestHead head = awaitHead();
        if (!isAnswered() || head == null) {
          return;
        }
        if (head.isOld()) {
          refuse(505);
          return;
        }
        check(head);
        running = served.apply(head);
      }
      isAnswered();
    } catch (MalformedMessage e) {
      refuse(400);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the program's end
    } finally {
      thread = null;
    }
  }

  private static boolean goesOn(@Nullable Served before) {
    return before == null || before.isReadOn();
  }

  /** Waits for the answer of the request before; whether another one may follow. */
  private boolean isAnswered() throws InterruptedException {
    return running == null || running.awaitGoesOn();
  }

  /**
   * Returns the next head. A mistake in it is answered after the request before has been answered.
   */
  private @Nullable RequestHead awaitHead() throws IOException, InterruptedException {
    try {
      return next();
    } catch (MalformedMessage e) {
      if (isAnswered()) {
        throw e;
      }
      return null;
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
      return RequestHead.read(reader);
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

  /** Returns the stream to the client, which any thread may use, one at a time. */
  OutputStream out() {
    return out;
  }

  Transfers transfers() {
    return transfers;
  }

  /** Returns facts about the client that hold as long as the connection does. */
  Map<Class<?>, Object> known() {
    return known;
  }

  InetSocketAddress client() {
    return (InetSocketAddress) socket.getRemoteSocketAddress();
  }

  InetSocketAddress here() {
    return (InetSocketAddress) socket.getLocalSocketAddress();
  }

  /**
   * Returns the time for which the connection has waited for a request and had none; 0 when it does
   * not wait.
   */
  long idleNanos() {
    long since = waitsSinceNanos;
    Served last = running;
    OptionalLong done = last == null ? OptionalLong.of(since) : last.doneNanos();
    if (since == BUSY || done.isEmpty()) {
      return 0;
    }
    long now = System.nanoTime();
    return Math.min(now - since, now - done.getAsLong()); // it reads on before it has answered
  }

  /** Closes it without a farewell: the client's system is told that it was reset. */
  void reset() {
    try {
      socket.setSoLinger(true, 0);
    } catch (IOException e) {
      // It is closed already.
    }
    close();
  }

  /** Whoever reads or writes gets an exception. Any thread. */
  void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // It is of no use any more.
    }
  }

  /**
   * Closes the connection like {@link #close}, and interrupts the thread that answers its request.
   */
  void end() {
    close();
    Thread answering = thread;
    if (answering != null) {
      answering.interrupt();
    }
  }
}
