package thaw.runtimeapi;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import thaw.http.MessageHead;
import thaw.http.Response;
import thaw.http.StatusLine;

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
  static final List<Response.Field> JSON =
      List.of(new Response.Field("Content-Type", "application/json"));

  /**
   * The reply to a runtime for every request that it has answered, on a connection that goes on.
   */
  private static final byte[] ACCEPTED =
      message(StatusResponse.ACCEPTED.status(), JSON, StatusResponse.ACCEPTED.bytes(), false);

  private final OutputStream out;
  private final BooleanSupplier closes;
  private boolean deferred; // guarded by this
  private boolean sent; // or being sent; guarded by this
  private boolean passed; // the next one may be sent; guarded by this
  private boolean abandoned; // guarded by this

  /**
   * @param closes whether the connection ends after it, asked when it is sent
   */
  ApiReply(OutputStream out, BooleanSupplier closes) {
    this.out = out;
    this.closes = closes;
  }

  /** JSON text. */
  public void send(int status, byte[] body) {
    send(status, JSON, body);
  }

  /** The runtime's answer was taken. */
  void accept() {
    if (closes.getAsBoolean()) {
      send(StatusResponse.ACCEPTED.status(), StatusResponse.ACCEPTED.bytes());
    } else {
      write(ACCEPTED, new byte[0]);
    }
  }

  private static byte[] message(
      int status, List<Response.Field> fields, byte[] body, boolean closes) {
    return head(status, fields, body.length, closes).with(body, StandardCharsets.UTF_8);
  }

  static MessageHead head(int status, List<Response.Field> fields, int length, boolean closes) {
    MessageHead head = new MessageHead(StatusLine.of(status));
    for (Response.Field field : fields) {
      head.field(field.name(), field.value());
    }
    head.field("Content-Length", Integer.toString(length));
    return closes ? head.field("Connection", "close") : head;
  }

  public void send(int status, List<Response.Field> fields, byte[] body) {
    write(message(status, fields, body, closes.getAsBoolean()), body);
  }

  /**
   * @param all the head, and of the body as much as is sent with it
   */
  private void write(byte[] all, byte[] body) {
    synchronized (out) { // replies of a connection are written one after the other
      begin(all.length <= MessageHead.FIRST_BYTES);
      try {
        out.write(all);
        if (body.length > MessageHead.FIRST_BYTES) {
          out.write(body, MessageHead.FIRST_BYTES, body.length - MessageHead.FIRST_BYTES);
        }
      } catch (IOException e) {
        throw new UncheckedIOException("could not send a reply: " + e, e);
      } finally {
        passOn();
      }
    }
  }

  /**
   * Notes that it is being sent. The next one may come behind a short one, as its writer waits for
   * little.
   */
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

  /** Returns whether somebody would read it. */
  synchronized boolean isAwaited() {
    return !sent && !abandoned;
  }
}
