package thaw.runtimeapi.extensions;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import thaw.http.MalformedMessage;
import thaw.http.MessageHead;
import thaw.http.MessageReader;
import thaw.http.StatusLine;

/**
 * The receiver of the events of one subscription: a port on loopback, nowhere else. The receiver is
 * frozen with its environment, so only time when it runs counts for it.
 */
sealed interface Receiver extends AutoCloseable {
  /** One batch; returns when the receiver has taken it. */
  void deliver(List<byte[]> events, ThawedClock clock) throws IOException;

  /** Ends a delivery that is under way. */
  @Override
  void close();

  /** Tells where this program reaches a port of the environment's loopback. */
  interface Dial {
    /** The dial of environments that have this program's network. */
    Dial DIRECT = port -> port;

    int port(int inside) throws IOException;
  }

  /** Fails when a TCP receiver does not listen. */
  static Receiver open(Subscription.Destination destination, Dial dial) throws IOException {
    return switch (destination) {
      case Subscription.Destination.Http http -> new Http(http, dial);
      case Subscription.Destination.Tcp tcp -> new Tcp(connect(tcp.port(), dial));
    };
  }

  private static Socket connect(int inside, Dial dial) throws IOException {
    Socket socket = new Socket();
    try {
      socket.setTcpNoDelay(true);
      int port = dial.port(inside);
      // The kernel answers for a listener, also for a frozen one.
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
      return socket;
    } catch (IOException e) {
      socket.close();
      throw new IOException("could not connect to port " + inside + ": " + e.getMessage(), e);
    }
  }

  /** A connection for each batch, closed after the answer. */
  final class Http implements Receiver {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int STEP_MILLIS = 100;
    private static final int HEAD_LIMIT_BYTES = 16 * 1024;

    private final Subscription.Destination.Http destination;
    private final Dial dial;
    private final AtomicReference<@Nullable Socket> current = new AtomicReference<>();

    Http(Subscription.Destination.Http destination, Dial dial) {
      this.destination = destination;
      this.dial = dial;
    }

    @Override
    public void deliver(List<byte[]> events, ThawedClock clock) throws IOException {
      ByteArrayOutputStream body = new ByteArrayOutputStream();
      body.write('[');
      for (int i = 0; i < events.size(); i++) {
        if (i > 0) {
          body.write(',');
        }
        body.write(events.get(i));
      }
      body.write(']');
      try (Socket socket = connect(destination.port(), dial)) {
        current.set(socket);
        OutputStream out = new BufferedOutputStream(socket.getOutputStream());
        out.write(head(body.size()));
        body.writeTo(out);
        out.flush();
        socket.setSoTimeout(STEP_MILLIS);
        int status = status(socket.getInputStream(), clock);
        if (status < 200 || status >= 400) {
          throw new IOException("the receiver answered with HTTP status " + status);
        }
      } finally {
        current.set(null);
      }
    }

    private byte[] head(int length) {
      return new MessageHead(destination.method() + " " + destination.target() + " HTTP/1.1")
          .field("Host", destination.host() + ":" + destination.port())
          .field("Content-Type", "application/json")
          .field("Content-Length", Integer.toString(length))
          .field("Connection", "close")
          .with(new byte[0]);
    }

    /** Reads to the end of the headers, so that the receiver sees its answer taken. */
    private static int status(InputStream in, ThawedClock clock) throws IOException {
      MessageReader reader =
          new MessageReader(
              new Patient(in, clock),
              MessageReader.LineEnds.LENIENT,
              HEAD_LIMIT_BYTES,
              HEAD_LIMIT_BYTES);
      try {
        String line = reader.startLine();
        int status = StatusLine.status(line == null ? "" : line);
        reader.fields();
        return status;
      } catch (MalformedMessage | EOFException e) {
        throw new IOException("the receiver did not answer in HTTP", e);
      }
    }

    /** Reads what comes within its time, of which only that counts when the receiver runs. */
    private static final class Patient extends InputStream {
      private final InputStream in;
      private final ThawedClock clock;
      private final long beginNanos;

      Patient(InputStream in, ThawedClock clock) {
        this.in = in;
        this.clock = clock;
        this.beginNanos = clock.nanos();
      }

      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
      }

      @Override
      public int read(byte[] target, int offset, int length) throws IOException {
        while (true) {
          try {
            return in.read(target, offset, length);
          } catch (SocketTimeoutException e) {
            if (clock.nanos() - beginNanos > PATIENCE.toNanos()) {
              throw new IOException("the receiver did not answer within 5 s", e);
            }
          }
        }
      }
    }

    @Override
    public void close() {
      closeQuietly(current.get());
    }
  }

  /** One connection for all. */
  record Tcp(Socket socket) implements Receiver {
    @Override
    public void deliver(List<byte[]> events, ThawedClock clock) throws IOException {
      OutputStream out = new BufferedOutputStream(socket.getOutputStream());
      for (byte[] event : events) {
        out.write(event);
        out.write('\n');
      }
      out.flush();
    }

    @Override
    public void close() {
      closeQuietly(socket);
    }
  }

  private static void closeQuietly(@Nullable Socket socket) {
    if (socket != null) {
      try {
        socket.close();
      } catch (IOException e) {
        // It is not used any more, and the receiver is about to be killed.
      }
    }
  }
}
