package thaw.http;

import java.io.IOException;
import java.net.Socket;

/** The last response of a connection whose client may still be sending. */
public final class Farewell {
  private static final long MOST_BYTES = 64L * 1024 * 1024;
  private static final int PATIENCE_MILLIS = 1000;

  private Farewell() {}

  /** To close with bytes unread would reset the connection, and the response would be lost. */
  public static void say(Socket socket, byte[] response) {
    try {
      socket.getOutputStream().write(response);
      socket.shutdownOutput();
      socket.setSoTimeout(PATIENCE_MILLIS);
      MessageContent.endsWithin(socket.getInputStream(), MOST_BYTES);
    } catch (IOException e) {
      // It did not want to know.
    }
  }
}
