package thaw.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import thaw.steady.SharedAllowance;

/**
 * A request and its response, as the server has them: what is read of the one and written of the
 * other, each within its time. Refuses to know what is asked.
 */
public final class Exchange {
  /** Statuses whose responses have no body (RFC 9110). */
  private static final Set<Integer> BODYLESS = Set.of(204, 205, 304);

  private static final HttpDate DATE = new HttpDate();

  private final Connection connection;
  private final RequestHead head;
  private final RequestTarget target;
  private final String requestId;
  private final int port;
  private final Body body;
  private volatile boolean last;

  /**
   * @param requestId ours, which the response tells
   * @param port where the request has come
   */
  Exchange(Connection connection, RequestHead head, String requestId, int port) {
    this.connection = connection;
    this.head = head;
    this.target = RequestTarget.of(head.target());
    this.requestId = requestId;
    this.port = port;
    this.body = new Body(head, connection);
    this.last = head.closes();
    if (head.expectsContinue()) {
      head.content().waitsAt(connection.out());
    }
  }

  /** Ours, which the response tells. */
  public String requestId() {
    return requestId;
  }

  public String method() {
    return head.method();
  }

  /** Returns the path with its percent-encoding. */
  public String rawPath() {
    return target.path();
  }

  /** The first value of a query parameter. */
  public Optional<String> query(String name) {
    return target.query().isEmpty()
        ? Optional.empty()
        : queried(name).stream().findFirst().filter(value -> !value.isEmpty());
  }

  public Optional<String> header(String name) {
    return head.fields().first(name).filter(value -> !value.isEmpty());
  }

  /** All values of a header field, one for each line that has the name; they may be empty. */
  List<String> lines(String name) {
    return head.fields().all(name);
  }

  /** All values of a query parameter, decoded. */
  public List<String> queried(String name) {
    return RequestTarget.parameters(target.query()).getOrDefault(name, List.of());
  }

  /** Returns the query without the question mark, with its percent-encoding; empty for none. */
  public String rawQuery() {
    return target.query();
  }

  /** Returns the values of the header fields, by name in lower case. */
  public Map<String, List<String>> headers() {
    Map<String, List<String>> headers = new TreeMap<>();
    for (Response.Field field : head.fields()) {
      headers
          .computeIfAbsent(field.name().toLowerCase(Locale.ROOT), _ -> new ArrayList<>(1))
          .add(field.value());
    }
    return headers;
  }

  /**
   * One header field.
   *
   * @param name as the client has written it first
   * @param values one for each line that has the name
   */
  public record Sent(String name, String lowerCaseName, List<String> values) {}

  /** Returns the header fields in the order in which they came. */
  public List<Sent> sent() {
    Map<String, Sent> sent = new LinkedHashMap<>();
    for (Response.Field field : head.fields()) {
      sent.computeIfAbsent(
              field.name().toLowerCase(Locale.ROOT),
              lower -> new Sent(field.name(), lower, new ArrayList<>(1)))
          .values()
          .add(field.value());
    }
    return List.copyOf(sent.values());
  }

  /** {@code HTTP/1.1}. */
  public String protocol() {
    return "HTTP/1.1";
  }

  /** The client's address. */
  public String sourceIp() {
    return caller().getAddress().getHostAddress();
  }

  /** The client's end of the connection. */
  public InetSocketAddress caller() {
    return connection.client();
  }

  /**
   * Returns what is found out once for a connection, and not for each of its requests.
   *
   * @param type of it; one of each type is kept
   */
  public <T> T ofConnection(Class<T> type, Supplier<T> finding) {
    return type.cast(connection.known().computeIfAbsent(type, _ -> finding.get()));
  }

  /** This end of it. */
  public InetSocketAddress here() {
    return connection.here();
  }

  /** Returns the port at which the request has come. */
  public int port() {
    return port;
  }

  /**
   * One byte more than allowed at most, so that it is seen to be too large.
   *
   * @throws IncompleteRequest when the client does not send it all, or not in time
   * @throws SharedAllowance.Exhausted when it is large and there are too many of them
   */
  public byte[] body(int limit) {
    return body.upTo(limit);
  }

  /** Returns the body, for callers who know better than {@link #body(int)} what becomes of it. */
  public Body body() {
    return body;
  }

  /**
   * Reads the body for who stands before the one that answers: that one reads it again.
   *
   * @return one byte more than allowed at most, as {@link #body(int)} does
   */
  public byte[] bodyAhead(int limit) {
    return body.ahead(limit);
  }

  /** The body as it comes, of any length and for as long as the client takes. */
  public InputStream content() {
    return head.content();
  }

  /**
   * Breaks the connection off, as a network does that has lost it: what is answered from now on
   * does not reach the client.
   */
  public void reset() {
    connection.reset();
  }

  /** Reads what nobody has read; whether another request may follow on the connection. */
  boolean goesOn() {
    boolean isRead = body.discard(); // else closing would reset the connection, and lose the answer
    return isRead && !last;
  }

  /**
   * A streamed answer takes as long as the function does, each of its writes no longer than another
   * answer.
   *
   * @throws UncheckedIOException when the client has gone, or the answer has no proper end
   */
  void answer(Response answer) {
    try {
      if (answer.stream().isPresent()) {
        send(answer);
        return;
      }
      try (Transfers.Transfer _ = connection.transfers().begin(connection)) {
        send(answer);
      }
    } catch (IOException e) {
      last = true;
      throw new UncheckedIOException(e);
    }
  }

  private void send(Response answer) throws IOException {
    boolean bodyless = BODYLESS.contains(answer.status());
    MessageHead response = head(answer, bodyless);
    boolean hasLength = has(answer, "Content-Length");
    if (bodyless || head.method().equals("HEAD")) {
      if (!hasLength && mayHaveLength(answer)) {
        sized(response, bodyless ? 0 : answer.body().length);
      }
      connection.out().write(response.with(new byte[0]));
    } else if (answer.stream().isPresent()) {
      stream(
          answer.stream().get(),
          new ChunkedOutput(
              connection.transfers().timed(connection), response, hasLength, connection::close));
    } else {
      whole(answer.body(), hasLength ? response : sized(response, answer.body().length));
    }
  }

  /**
   * Tells whether an answer to HEAD has the length that GET would have (RFC 9110, 8.6); that of a
   * stream is not known yet.
   */
  private static boolean mayHaveLength(Response answer) {
    return answer.status() != 204 && answer.status() != 304 && answer.stream().isEmpty();
  }

  private MessageHead head(Response answer, boolean bodyless) {
    boolean says = has(answer, "Connection"); // which is: close
    last = last || says || body.isIncomplete();
    MessageHead response =
        new MessageHead(StatusLine.of(answer.status())).field("x-amzn-RequestId", requestId);
    if (!says) {
      response.field("Connection", last ? "close" : "keep-alive");
    }
    if (!has(answer, "Date")) {
      response.field("Date", DATE.now());
    }
    for (Map.Entry<String, String> field : answer.headers().entrySet()) {
      response.field(field.getKey(), field.getValue());
    }
    for (Response.Field field : answer.fields()) {
      response.field(field.name(), field.value());
    }
    if (!bodyless && !answer.headers().containsKey("Content-Type")) {
      response.field("Content-Type", "application/json");
    }
    return response;
  }

  private static MessageHead sized(MessageHead response, int length) {
    return response.field("Content-Length", Integer.toString(length));
  }

  private static boolean has(Response answer, String name) {
    for (String each : answer.headers().keySet()) {
      if (each.equalsIgnoreCase(name)) {
        return true;
      }
    }
    for (Response.Field field : answer.fields()) {
      if (field.name().equalsIgnoreCase(name)) {
        return true;
      }
    }
    return false;
  }

  /** Headers and body in one write, but for a large one. */
  private void whole(byte[] content, MessageHead response) throws IOException {
    OutputStream out = connection.out();
    out.write(response.with(content));
    if (content.length > MessageHead.FIRST_BYTES) {
      out.write(content, MessageHead.FIRST_BYTES, content.length - MessageHead.FIRST_BYTES);
    }
  }

  /**
   * Writes a streamed body, and closes its stream only when all is written: else the client would
   * take a part for the whole.
   */
  private static void stream(Response.Stream content, OutputStream to) throws IOException {
    try {
      content.write(to);
      to.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("shutting down");
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
