package thaw.runtimeapi;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;

/**
 * Writes to a connection, and closes it when a short write takes too long: its peer does not read,
 * and the thread that writes may be an environment's owner. Of what is long, a slow peer may have
 * to read a part first, and its writer has time. One thread writes at a time; any may look.
 */
final class TimedOutput extends OutputStream {
  private static final long NONE = 0;

  /** The bytes that the kernel takes when the peer has read all before. */
  private static final int SHORT_BYTES = 64 * 1024;

  private final Socket socket;
  private final OutputStream out;
  private volatile long beganNanos = NONE;

  TimedOutput(Socket socket) throws IOException {
    this.socket = socket;
    this.out = socket.getOutputStream();
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    beganNanos = length > SHORT_BYTES ? NONE : System.nanoTime() | 1; // which is never NONE
    try {
      out.write(bytes, offset, length);
    } finally {
      beganNanos = NONE;
    }
  }

  /** Closes the connection when a write has taken so long by now. */
  void endLate(Duration limit) {
    long began = beganNanos;
    if (began != NONE && System.nanoTime() - began > limit.toNanos()) {
      try {
        socket.close();
      } catch (IOException e) {
        // It is closed.
      }
    }
  }
}
