package thaw.runtime.background;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * An internal extension: a thread of the function's own process that the platform gives each
 * invocation to as well, and that holds the freeze until it asks for the next one. Knows when to
 * hold and for how long; what is done meanwhile is {@link Flusher}'s.
 *
 * <p>Lambda waits for each extension that has registered, so this thread goes on whatever a sink or
 * whoever is told throws: once it ends, each later invocation lasts until its timeout.
 *
 * <p>An invocation of which no handler says that it has begun (its event could not be read, say) is
 * held for a grace only. If its handler begins later after all, {@link #ended} says that nobody
 * holds, and the handler's thread has to flush.
 *
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/runtimes-extensions-api.html">Lambda
 *     Extensions API</a>
 */
final class InternalExtension extends Thread {
  private static final String PATH = "/2020-01-01/extension/";
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long REGISTRATION_NANOS = 2_000 * NANOS_PER_MILLI;

  /** The most attempts in a row to get the next event. */
  private static final int ATTEMPTS = 6;

  /** The pause after the first of them, in milliseconds; it is doubled after each. */
  private static final long PAUSE_MILLIS = 50;

  private final Flusher flusher;
  private final HttpPeer peer;
  private final byte[] next;
  private final long graceMillis;
  private final Object lock = new Object();
  private @Nullable String begun;
  private @Nullable String ended;

  /** No longer held, and its handler has not ended: that has to flush. */
  private @Nullable String passed;

  /** Its handler was told to flush: there is nothing to hold it for. */
  private @Nullable String flushed;

  private boolean gone;

  private InternalExtension(Flusher flusher, HttpPeer peer, byte[] next, long graceMillis) {
    super("thaw-background-extension");
    this.flusher = flusher;
    this.peer = peer;
    this.next = next;
    this.graceMillis = graceMillis;
    setDaemon(true);
  }

  /**
   * Registers; possible only before the runtime has asked for its first event, so while the
   * function is initialised.
   *
   * @param api host and port, as {@code AWS_LAMBDA_RUNTIME_API} has them
   * @param invocations whether to hold each invocation; if not, the environment has an extension,
   *     and so gets SIGTERM before it ends, and no more
   * @throws IOException when the platform refuses
   */
  static InternalExtension register(
      Flusher flusher, String api, String name, boolean invocations, long graceMillis)
      throws IOException {
    int colon = api.lastIndexOf(':');
    String host = colon < 0 ? api : api.substring(0, colon);
    int port = colon < 0 ? 80 : Integer.parseInt(api.substring(colon + 1));
    HttpPeer peer = new HttpPeer(host, port, false, Long.MAX_VALUE);
    String body = invocations ? "{\"events\":[\"INVOKE\"]}" : "{\"events\":[]}";
    int status =
        peer.exchange(
            request(
                "POST",
                "register",
                api,
                "Lambda-Extension-Name: " + name + "\r\nContent-Type: application/json",
                body),
            REGISTRATION_NANOS);
    String identifier = peer.header("Lambda-Extension-Identifier");
    if (status != 200 || identifier == null) {
      throw new IOException(
          "could not register the extension " + name + ": " + status + " " + peer.body());
    }
    byte[] next =
        request("GET", "event/next", api, "Lambda-Extension-Identifier: " + identifier, "");
    return new InternalExtension(flusher, peer, next, graceMillis);
  }

  private static byte[] request(
      String method, String path, String host, String headers, String body) {
    String head = method + " " + PATH + path + " HTTP/1.1\r\nHost: " + host + "\r\n" + headers;
    return (head + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body)
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  /** The handler of a request has begun. */
  void began(String requestId) {
    synchronized (lock) {
      begun = requestId;
      if (requestId.equals(flushed)) {
        flushed = null; // that was an earlier attempt
      }
      lock.notifyAll();
    }
  }

  /**
   * The handler of a request is about to return.
   *
   * @return whether this extension holds the freeze, and flushes
   */
  boolean ended(String requestId) {
    synchronized (lock) {
      if (gone) {
        return false;
      }
      if (requestId.equals(passed)) {
        passed = null;
        flushed = requestId;
        lock.notifyAll();
        return false;
      }
      ended = requestId;
      lock.notifyAll();
      return true;
    }
  }

  @Override
  public void run() {
    String why = "an error";
    try {
      why = serve();
    } finally {
      synchronized (lock) {
        gone = true;
      }
      flusher.tell(
          "the extension has ended, events are sent before each response, and Lambda lets each"
              + " invocation wait for it until its timeout: "
              + why);
    }
  }

  /** Returns, with the cause, when the platform has no next event for all attempts. */
  private String serve() {
    String wrong = "";
    int vain = 0;
    while (vain < ATTEMPTS) {
      if (vain > 0) {
        pause(PAUSE_MILLIS << (vain - 1));
      }
      try {
        int status = peer.exchange(next, 0);
        if (status == 200 && peer.isWhole()) {
          vain = 0;
          hold(peer.body());
          continue;
        }
        wrong = "the platform answered " + status + " " + peer.body();
      } catch (IOException | RuntimeException | Error e) {
        peer.close();
        wrong = e.toString();
      }
      vain++;
    }
    return wrong;
  }

  private static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      // nobody may end this thread, see above
    }
  }

  private void hold(String event) {
    try {
      String requestId = text(event, "requestId");
      if (requestId != null) {
        long deadlineMillis = number(event, "deadlineMs");
        await(requestId, deadlineMillis);
        flusher.flushAfterResponse(deadlineMillis);
      }
    } catch (InterruptedException e) {
      // told by the flush; all is kept
    } catch (RuntimeException | Error e) {
      flusher.tell("a flush after a response has failed: " + e);
    }
  }

  private void await(String requestId, long deadlineMillis) {
    long last = deadlineMillis - Flusher.RESERVE_MILLIS;
    synchronized (lock) {
      if (requestId.equals(passed)) {
        passed = null; // a request that is tried again has the same id
      }
      long grace = System.currentTimeMillis() + graceMillis;
      while (!requestId.equals(ended)) {
        long until = requestId.equals(begun) ? last : Math.min(grace, last);
        long left = until - System.currentTimeMillis();
        // By its handler, or by that of an earlier attempt: then this one has to flush too.
        boolean done = requestId.equals(flushed);
        if (left <= 0 || done || interruptedIn(left)) {
          passed = requestId;
          flushed = null;
          begun = null;
          return;
        }
      }
      ended = null;
      begun = null;
    }
  }

  /** Waits for a signal; the caller has the lock. */
  @SuppressWarnings("WaitNotInLoop")
  private boolean interruptedIn(long millis) {
    try {
      lock.wait(millis);
      return false;
    } catch (InterruptedException e) {
      return true;
    }
  }

  /** The platform's own JSON: a member's name is in it once, and its strings have no escapes. */
  static @Nullable String text(String json, String member) {
    int begin = after(json, member);
    if (begin < 0 || begin >= json.length() || json.charAt(begin) != '"') {
      return null;
    }
    int end = json.indexOf('"', begin + 1);
    return end < 0 ? null : json.substring(begin + 1, end);
  }

  /** 0 when there is none. */
  static long number(String json, String member) {
    int begin = after(json, member);
    long value = 0;
    for (int i = begin; i >= 0 && i < json.length() && Character.isDigit(json.charAt(i)); i++) {
      value = value * 10 + json.charAt(i) - '0';
    }
    return value;
  }

  /** Returns the index at which the value of a member begins; -1 without it. */
  private static int after(String json, String member) {
    int name = json.indexOf("\"" + member + "\"");
    int at = name < 0 ? -1 : json.indexOf(':', name + member.length() + 2) + 1;
    while (at > 0 && at < json.length() && json.charAt(at) <= ' ') {
      at++;
    }
    return at > 0 ? at : -1;
  }
}
