package thaw.environment.runtimeapi;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The way back of one request. Any thread may send, once; head and body are one write, since two
 * cost 40 ms where the receiver delays its acknowledgement. Of a large body the rest follows: it is
 * not copied.
 *
 * <p>For the maintainer. A write wakes its reader, which may take the writer's CPU and answer
 * before the write has returned. So a write is under the connection's lock, and what the thread
 * looks at that reads the answer is not.
 */
public final class ApiReply {
  private static final Map<Integer, String> REASONS =
      Map.of(
          200,
          "OK",
          202,
          "Accepted",
          400,
          "Bad Request",
          403,
          "Forbidden",
          404,
          "Not Found",
          405,
          "Method Not Allowed",
          413,
          "Request Entity Too Large",
          500,
          "Internal Server Error");

  /** Of a body, what is sent together with the head. */
  private static final int FIRST_BYTES = 64 * 1024;

  private final OutputStream out;
  private final boolean closes;
  private boolean deferred; // guarded by this
  private boolean sent; // or being sent; guarded by this
  private boolean passed; // the next one may be sent; guarded by this
  private boolean abandoned; // guarded by this

  /**
   * @param closes whether the connection ends after it
   */
  ApiReply(OutputStream out, boolean closes) {
    this.out = out;
    this.closes = closes;
  }

  /** A header field of a reply. */
  public record Field(String name, String value) {}

  /** JSON text. */
  public void send(int status, byte[] body) {
    send(status, List.of(new Field("Content-Type", "application/json")), body);
  }

  public void send(int status, List<Field> fields, byte[] body) {
    StringBuilder head = new StringBuilder(512);
    head.append("HTTP/1.1 ").append(status).append(' ').append(REASONS.getOrDefault(status, "-"));
    for (Field field : fields) {
      head.append("\r\n").append(field.name()).append(": ").append(oneLine(field.value()));
    }
    head.append("\r\nContent-Length: ").append(body.length);
    head.append(closes ? "\r\nConnection: close\r\n\r\n" : "\r\n\r\n");
    byte[] start = head.toString().getBytes(StandardCharsets.UTF_8);
    int first = Math.min(body.length, FIRST_BYTES);
    byte[] all = new byte[start.length + first];
    System.arraycopy(start, 0, all, 0, start.length);
    System.arraycopy(body, 0, all, start.length, first);
    boolean isWhole = first == body.length;
    synchronized (out) { // replies of a connection are written one after the other
      begin(all.length <= FIRST_BYTES);
      try {
        out.write(all);
        if (!isWhole) {
          out.write(body, first, body.length - first);
        }
      } catch (IOException e) {
        throw new UncheckedIOException("could not send a reply: " + e, e);
      } finally {
        passOn();
      }
    }
  }

  /** Behind a short one the next may come: its writer waits for little. */
  private synchronized void begin(boolean isShort) {
    if (sent) {
      throw new IllegalStateException("a reply was sent before");
    }
    sent = true;
    if (isShort) {
      passOn();
    }
  }

  private synchronized void passOn() {
    passed = true;
    notifyAll();
  }

  /** A line feed would end the field and begin another one. */
  private static String oneLine(String value) {
    return value.indexOf('\n') < 0 && value.indexOf('\r') < 0
        ? value
        : value.replace('\r', ' ').replace('\n', ' ');
  }

  /** It comes later, from another thread; this one may read on. */
  synchronized void defer() {
    deferred = true;
  }

  synchronized boolean isSentOrDeferred() {
    return sent || deferred;
  }

  /** Waits for a deferred one, so long at most; whether the next one may be sent. */
  synchronized boolean awaitSent(Duration patience) throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    for (long left = patience.toMillis(); !passed && left > 0; ) {
      wait(left);
      left = (end - System.nanoTime()) / 1_000_000;
    }
    return passed;
  }

  /** Waits until the writes that have begun on its connection have ended. */
  void awaitWritten() {
    synchronized (out) {
      return;
    }
  }

  synchronized boolean isSent() {
    return sent;
  }

  /** Its connection has ended. */
  synchronized void abandon() {
    abandoned = true;
  }

  /** Whether somebody would read it. */
  synchronized boolean isAwaited() {
    return !sent && !abandoned;
  }
}
