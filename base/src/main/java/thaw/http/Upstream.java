package thaw.http;

import java.io.IOException;
import java.net.URI;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.net.ssl.SSLSocketFactory;

/**
 * A server elsewhere, with connections to it that are kept. Refuses to know why it is asked: it
 * gets the header fields that it is given, and {@code Host} and {@code Content-Length}.
 *
 * <p>For the maintainer. Requests run on the calling thread, which writes once and reads until the
 * answer is whole: nobody is woken up for them. Libraries cost more (docs/aws/api-gateway.md).
 */
public final class Upstream implements AutoCloseable {
  private static final int MOST_IDLE = 64;

  /** Servers close idle connections, the hastiest after some seconds. */
  private static final long SURELY_OPEN_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final long PERHAPS_OPEN_NANOS = TimeUnit.SECONDS.toNanos(60);

  /** May be sent again when nobody knows whether they arrived (RFC 9110, 9.2.2). */
  private static final Set<String> REPEATABLE =
      Set.of("GET", "HEAD", "OPTIONS", "PUT", "DELETE", "TRACE");

  private final Supplier<SSLSocketFactory> tls;
  private final boolean secure;
  private final String host;
  private final int port;
  private final String authority;

  /** The one that was used last is first. */
  private final Deque<UpstreamConnection> idle = new ConcurrentLinkedDeque<>();

  private final Set<UpstreamConnection> open = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /**
   * A request.
   *
   * @param target path and query, as they are sent
   * @param fields without those of the connection; names may come several times; a {@code Host} in
   *     place of the server's own
   */
  public record Request(String method, String target, List<Response.Field> fields, byte[] body) {
    boolean isRepeatable() {
      return REPEATABLE.contains(method);
    }
  }

  /**
   * A response, whole.
   *
   * @param fields as they came
   */
  public record Received(int status, List<Response.Field> fields, byte[] body) {}

  /**
   * @param origin {@code http://} or {@code https://}, and the host, perhaps with a port
   */
  public Upstream(String origin) {
    this(origin, () -> (SSLSocketFactory) SSLSocketFactory.getDefault());
  }

  /**
   * @param tls knows whose certificates are trusted; asked only for {@code https}, as it is slow
   */
  Upstream(String origin, Supplier<SSLSocketFactory> tls) {
    this.tls = tls;
    URI uri = URI.create(origin);
    this.secure = uri.getScheme().equalsIgnoreCase("https");
    this.host = uri.getHost();
    this.port = uri.getPort() >= 0 ? uri.getPort() : secure ? 443 : 80;
    this.authority = uri.getRawAuthority();
  }

  /** One request, which another thread may give up. */
  public final class Fetch {
    private final Request request;
    private final int limit;
    private volatile UpstreamConnection current = UpstreamConnection.NONE;
    private volatile boolean givenUp;

    private Fetch(Request request, int limit) {
      this.request = request;
      this.limit = limit;
    }

    /**
     * Sends the request and waits for the whole response.
     *
     * @throws MessageContent.TooLarge when its body is larger than the limit
     * @throws IOException when there is none, or it was given up
     */
    public Received run() throws IOException {
      UpstreamConnection kept = kept(request.isRepeatable());
      if (kept != UpstreamConnection.NONE) {
        try {
          return over(kept);
        } catch (UpstreamConnection.Silent e) {
          if (givenUp || !request.isRepeatable()) {
            throw e; // else the server had closed it meanwhile
          }
        }
      }
      return over(fresh());
    }

    private Received over(UpstreamConnection connection) throws IOException {
      boolean whole = false;
      try {
        current = connection;
        if (givenUp) {
          throw new IOException("given up");
        }
        connection.connect(host, port, secure ? Optional.of(tls.get()) : Optional.empty());
        Received response = connection.exchange(request, authority, limit);
        whole = true;
        return response;
      } finally {
        current = UpstreamConnection.NONE;
        release(connection, whole && connection.isReusable());
      }
    }

    /** Whoever runs it gets an exception. Any thread. */
    public void giveUp() {
      givenUp = true;
      current.close();
    }
  }

  /**
   * @param limit of the response's body, in bytes
   */
  public Fetch fetch(Request request, int limit) {
    return new Fetch(request, limit);
  }

  private UpstreamConnection kept(boolean repeatable) {
    long now = System.nanoTime();
    long longest = repeatable ? PERHAPS_OPEN_NANOS : SURELY_OPEN_NANOS;
    while (true) {
      UpstreamConnection connection = idle.pollFirst();
      if (connection == null) {
        return UpstreamConnection.NONE;
      }
      if (connection.idleNanos(now) <= longest) {
        return connection;
      }
      release(connection, false);
    }
  }

  private UpstreamConnection fresh() {
    UpstreamConnection connection = new UpstreamConnection();
    open.add(connection);
    return connection;
  }

  private void release(UpstreamConnection connection, boolean reusable) {
    if (reusable && !closed && idle.size() < MOST_IDLE) {
      connection.rest();
      idle.addFirst(connection);
      if (!closed) {
        return;
      }
    }
    open.remove(connection);
    connection.close();
  }

  /** Requests that run fail. */
  @Override
  public void close() {
    closed = true;
    open.forEach(UpstreamConnection::close);
  }
}
