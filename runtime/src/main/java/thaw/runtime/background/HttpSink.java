package thaw.runtime.background;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import thaw.runtime.retry.Attempt;
import thaw.runtime.retry.Condition;
import thaw.runtime.retry.Outcome;
import thaw.runtime.retry.Retry;

/**
 * Posts each batch to a URL, with the header {@code Idempotency-Key}: a server that keeps the keys
 * it has seen gets each batch once, though it may be sent more often. Any status of 200 to 299
 * means that it has arrived, whatever becomes of the answer's body; 408, 425, 429 and 500 to 599
 * are tried again by a {@link Retry}, and so is what got no answer; every other status refuses the
 * batch.
 *
 * <p>Over one connection that is kept; a freeze breaks it, and that costs no attempt.
 *
 * @see <a href="https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/">The
 *     Idempotency-Key HTTP Header Field</a>
 */
public final class HttpSink implements Sink {
  private static final int MAX_TOLD = 200;

  private final Builder settings;
  private final String head;
  private final HttpPeer peer;
  private final Retry retry;

  private HttpSink(Builder settings) {
    this.settings = settings;
    this.head = settings.head + "Content-Type: " + settings.contentType + "\r\n";
    this.peer = new HttpPeer(settings.host, settings.port, settings.secure, settings.keptNanos);
    this.retry = settings.retry.condition(new Again()).build();
    if (settings.early) {
      try {
        peer.open(settings.answerNanos);
      } catch (IOException e) {
        // the first batch will tell
      }
    }
  }

  /**
   * Begins a sink.
   *
   * @param url {@code http://} or {@code https://}
   */
  public static Builder post(String url) {
    return new Builder(URI.create(url));
  }

  /**
   * Sends the batch until it has arrived, is refused, or the attempts or the time are over.
   *
   * @throws RefusedException when the server answers that it does not take it
   */
  @Override
  public void deliver(Batch batch, long withinNanos) throws IOException, InterruptedException {
    Outcome<Integer> outcome = retry.call(new Post(batch, withinNanos), withinNanos);
    Integer status = outcome.value();
    if (outcome.succeeded() && status != null) {
      if (status >= 200 && status < 300) {
        return;
      }
      throw new RefusedException(told(status));
    }
    String attempts = " after " + outcome.attempts() + " attempts";
    if (status != null) {
      throw new IOException(told(status) + attempts);
    }
    throw new IOException(settings.url + ": " + outcome.failure() + attempts, outcome.failure());
  }

  private String told(int status) {
    String body = peer.body();
    String shown = body.length() > MAX_TOLD ? body.substring(0, MAX_TOLD) + "..." : body;
    return settings.url + " answered " + status + (shown.isEmpty() ? "" : ": " + shown);
  }

  private byte[] request(Batch batch) {
    int count = batch.size();
    int length = batch.bytes() + (settings.array ? count + 1 : count);
    byte[] start =
        (head
                + "Idempotency-Key: \""
                + batch.key()
                + "\"\r\nContent-Length: "
                + length
                + "\r\n\r\n")
            .getBytes(StandardCharsets.ISO_8859_1);
    ByteArrayOutputStream request = new ByteArrayOutputStream(start.length + length);
    request.write(start, 0, start.length);
    for (int i = 0; i < count; i++) {
      if (settings.array) {
        request.write(i == 0 ? '[' : ',');
      }
      byte[] event = batch.event(i);
      request.write(event, 0, event.length);
      if (!settings.array) {
        request.write('\n');
      }
    }
    if (settings.array) {
      request.write(']');
    }
    return request.toByteArray();
  }

  /** Attempts to send one batch. */
  private final class Post implements Attempt<Integer> {
    private final byte[] request;
    private final long deadlineNanos;

    Post(Batch batch, long withinNanos) {
      request = request(batch);
      deadlineNanos = System.nanoTime() + withinNanos;
    }

    @Override
    public Integer make(int number) throws IOException {
      long left = deadlineNanos - System.nanoTime();
      return peer.exchange(request, Math.max(1, Math.min(settings.answerNanos, left)));
    }
  }

  /** Repeats attempts whose failure another attempt may mend. */
  private static final class Again extends Condition {
    @Override
    protected boolean retries(Exception failure) {
      return failure instanceof IOException;
    }

    @Override
    protected boolean retriesResult(@Nullable Object value) {
      int status = value == null ? 0 : (Integer) value;
      return status == 408 || status == 425 || status == 429 || status >= 500;
    }
  }

  /** A sink in the making. Not for several threads. */
  public static final class Builder {
    private final String url;
    private final String host;
    private final int port;
    private final boolean secure;
    private final StringBuilder head = new StringBuilder(256);
    private String contentType = "application/x-ndjson";
    private boolean array;
    private boolean early;
    private long keptNanos = Duration.ofSeconds(4).toNanos();
    private long answerNanos = Duration.ofSeconds(1).toNanos();
    private Retry.Builder retry =
        Retry.every(Duration.ofMillis(100), Duration.ofSeconds(2))
            .factor(2)
            .jitter(0.5)
            .pause(Duration.ofMillis(25));

    private Builder(URI uri) {
      url = uri.toString();
      secure = "https".equals(uri.getScheme());
      if ((!secure && !"http".equals(uri.getScheme())) || uri.getHost() == null) {
        throw new IllegalArgumentException("must be http://... or https://...: url=" + url);
      }
      host = uri.getHost();
      port = uri.getPort() > 0 ? uri.getPort() : secure ? 443 : 80;
      String path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
      head.append("POST ").append(path);
      if (uri.getRawQuery() != null) {
        head.append('?').append(uri.getRawQuery());
      }
      head.append(" HTTP/1.1\r\nHost: ").append(uri.getRawAuthority()).append("\r\n");
    }

    /** A header of each request, for example with an API's key; ASCII. */
    public Builder header(String name, String value) {
      head.append(checked(name)).append(": ").append(checked(value)).append("\r\n");
      return this;
    }

    private static String checked(String text) {
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        if (c < ' ' || c > '~') {
          throw new IllegalArgumentException("must be printable ASCII: a header's name or value");
        }
      }
      return text;
    }

    /**
     * Sets the type of the body. The default is {@code application/x-ndjson}: a line for each
     * event.
     */
    public Builder contentType(String type) {
      contentType = checked(type);
      return this;
    }

    /** The body is a JSON array, its elements the events, {@code application/json}. */
    public Builder jsonArray() {
      array = true;
      return contentType("application/json");
    }

    /**
     * The plan of attempts for a batch, whose condition is replaced. By default five, at 0, 100,
     * 300, 700 and 1,500 ms, with jitter; a flush's budget ends them as well.
     */
    public Builder retry(Retry.Builder plan) {
      retry = plan;
      return this;
    }

    /**
     * Sets how long an attempt waits for its response; the default is a second.
     *
     * @param limit more than 0
     */
    public Builder answerWithin(Duration limit) {
      if (limit.isNegative() || limit.isZero()) {
        throw new IllegalArgumentException("must be more than 0: " + limit);
      }
      answerNanos = limit.toNanos();
      return this;
    }

    /**
     * Sets how long a connection may have been idle, frozen or not, to be used again. Choose less
     * than the time for which the server keeps it. The default is four seconds, for servers that
     * keep connections for five are common.
     */
    public Builder keepConnection(Duration idle) {
      keptNanos = idle.toNanos();
      return this;
    }

    /**
     * Connects when it is built. The JDK loads some 420 classes for a first connection; while a
     * function is initialised there is more CPU time for that than in its first invocation.
     */
    public Builder connectEarly() {
      early = true;
      return this;
    }

    /** The sink; it has sent nothing yet. */
    public HttpSink build() {
      return new HttpSink(this);
    }
  }
}
