package thaw.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.concurrent.TimeUnit;

/** The last response of a connection whose client may still be sending. */
public final class Farewell {
  private static final long MOST_BYTES = 64L * 1024 * 1024;
  private static final int PATIENCE_MILLIS = 1000;
  private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(2);

  private Farewell() {}

  /**
   * Sends a last response, and discards what the client still sends: to close with bytes unread
   * would reset the connection, and the response would be lost.
   */
  public static void say(Socket socket, byte[] response) {
    try {
      socket.getOutputStream().write(response);
      socket.shutdownOutput();
      socket.setSoTimeout(PATIENCE_MILLIS);
      discard(socket.getInputStream());
    } catch (IOException e) {
      // It did not want to know.
    }
  }

  /** Discards what comes, for a limited time, however little comes at a time. */
  private static void discard(InputStream in) throws IOException {
    byte[] waste = new byte[8192];
    long begin = System.nanoTime();
    long discarded = 0;
    int read = 0;
    while (read >= 0 && discarded < MOST_BYTES && System.nanoTime() - begin < LONGEST_NANOS) {
      read = in.read(waste);
      discarded += read;
    }
  }
}
