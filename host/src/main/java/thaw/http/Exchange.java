package thaw.http;

import io.helidon.http.Header;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Headers;
import io.helidon.http.Method;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import thaw.steady.Budget;

/**
 * A request and its response, as the server has them: what is read of the one and written of the
 * other, each within its time. Refuses to know what is asked.
 */
public final class Exchange {
  /** Statuses whose responses have no body (RFC 9110). */
  private static final Set<Integer> BODYLESS = Set.of(204, 205, 304);

  private static final Header JSON =
      HeaderValues.createCached(HeaderNames.CONTENT_TYPE, "application/json");

  private static final HeaderName REQUEST_ID = HeaderNames.create("x-amzn-RequestId");

  private final ServerRequest request;
  private final ServerResponse response;
  private final String requestId;
  private final int port;
  private final Transfers transfers;
  private final Body body;
  private final Map<String, HeaderName> headerNames;

  /**
   * @param requestId ours, which the response tells
   * @param port where the request has come
   * @param headerNames those that were asked for before, of this request or another one; gets more
   */
  Exchange(
      ServerRequest request,
      ServerResponse response,
      String requestId,
      int port,
      Transfers transfers,
      Map<String, HeaderName> headerNames) {
    this.request = request;
    this.response = response;
    this.requestId = requestId;
    this.port = port;
    this.transfers = transfers;
    this.body = new Body(request, transfers);
    this.headerNames = headerNames;
  }

  /** Ours, which the response tells. */
  public String requestId() {
    return requestId;
  }

  public String method() {
    return request.prologue().method().text();
  }

  /** With its percent-encoding. */
  public String rawPath() {
    return request.prologue().uriPath().rawPath();
  }

  /** The first value of a query parameter. */
  public Optional<String> query(String name) {
    return request.query().first(name).filter(value -> !value.isEmpty());
  }

  public Optional<String> header(String name) {
    return request.headers().first(named(name)).filter(value -> !value.isEmpty());
  }

  /** All values of a header field, one for each line that has the name; they may be empty. */
  List<String> lines(String name) {
    return request.headers().all(named(name), List::of);
  }

  private HeaderName named(String name) {
    HeaderName known = headerNames.get(name);
    return known != null ? known : headerNames.computeIfAbsent(name, HeaderNames::create);
  }

  /** All values of a query parameter, decoded. */
  public List<String> queried(String name) {
    return request.query().all(name, List::of);
  }

  /** Without the question mark, with its percent-encoding; empty for none. */
  public String rawQuery() {
    return request.query().rawValue();
  }

  /** By name in lower case. */
  public Map<String, List<String>> headers() {
    Map<String, List<String>> headers = new TreeMap<>();
    for (Header header : request.headers()) {
      headers.put(header.headerName().lowerCase(), header.allValues());
    }
    return headers;
  }

  /**
   * One header field.
   *
   * @param name as the client has written it, or in its usual case when it is well known
   * @param values one for each line that has the name
   */
  public record Sent(String name, String lowerCaseName, List<String> values) {}

  /** In the order in which they came. */
  public List<Sent> sent() {
    List<Sent> sent = new ArrayList<>();
    for (Header header : request.headers()) {
      HeaderName name = header.headerName();
      sent.add(new Sent(name.defaultCase(), name.lowerCase(), header.allValues()));
    }
    return sent;
  }

  /** {@code HTTP/1.1}. */
  public String protocol() {
    return request.prologue().rawProtocol();
  }

  /** The client's address. */
  public String sourceIp() {
    return request.remotePeer().host();
  }

  /** The client's end of the connection. */
  public InetSocketAddress caller() {
    return (InetSocketAddress) request.remotePeer().address();
  }

  /**
   * What is found out once for a connection, and not for each of its requests.
   *
   * @param type of it; one of each type is kept
   */
  public <T> T ofConnection(Class<T> type, Supplier<T> finding) {
    Map<Object, Object> known = ((Peer) request.remotePeer()).known();
    return type.cast(known.computeIfAbsent(type, _ -> finding.get()));
  }

  /** This end of it. */
  public InetSocketAddress here() {
    return (InetSocketAddress) request.localPeer().address();
  }

  /** Where the request has come. */
  public int port() {
    return port;
  }

  /**
   * One byte more than allowed at most, so that it is seen to be too large.
   *
   * @throws IncompleteRequest when the client does not send it all, or not in time
   * @throws Budget.Exhausted when it is large and there are too many of them
   */
  public byte[] body(int limit) {
    return body.upTo(limit);
  }

  /** As {@link #body(int)}, for who knows better what becomes of it. */
  public Body body() {
    return body;
  }

  /**
   * Reads the body for nothing, so that its sender can read the answer; not of one that waits to be
   * asked for it.
   *
   * @return whether the whole request was read
   */
  boolean discard() {
    if (!request.content().hasEntity()) {
      return true;
    }
    return lines("Expect").isEmpty() && body.discard();
  }

  /** The body as it comes, of any length and for as long as the client takes. */
  public InputStream content() {
    return request.content().hasEntity()
        ? request.content().inputStream()
        : InputStream.nullInputStream();
  }

  /** A streamed answer takes as long as the function does. */
  void answer(Answer answer) {
    if (answer.stream().isPresent()) {
      send(answer);
      return;
    }
    transfers.limit(() -> {
      send(answer);
      return true;
    });
  }

  /** Whether the connection is closed after the answer; the server says so and does not do it. */
  boolean isLast() {
    return body.isIncomplete() || closes(response.headers());
  }

  /** To look into the field takes a while, and most messages have none. */
  private static boolean closes(Headers headers) {
    return headers.contains(HeaderNames.CONNECTION)
        && headers.contains(HeaderValues.CONNECTION_CLOSE);
  }

  /** Headers and body in one write: two cost 40 ms where the receiver delays its ACK. */
  private void send(Answer answer) {
    boolean bodyless = BODYLESS.contains(answer.status());
    response.status(answer.status() == 200 ? Status.OK_200 : Status.create(answer.status()));
    response.header(REQUEST_ID, requestId);
    if (body.isIncomplete() || closes(request.headers())) {
      response.header(HeaderValues.CONNECTION_CLOSE); // else the server would keep it open
    }
    for (Map.Entry<String, String> header : answer.headers().entrySet()) {
      response.header(HeaderNames.create(header.getKey()), header.getValue());
    }
    for (Answer.Field field : answer.fields()) {
      response.headers().add(HeaderNames.create(field.name()), field.value());
    }
    if (!bodyless && !answer.headers().containsKey("Content-Type")) {
      response.header(JSON);
    }
    if (bodyless || request.prologue().method().equals(Method.HEAD)) {
      response.send();
    } else if (answer.stream().isPresent()) {
      stream(answer.stream().get());
    } else {
      response.send(answer.body());
    }
  }

  /** Closed only when all is written: else the client would take a part for the whole. */
  private void stream(Answer.Stream body) {
    try {
      OutputStream to = response.outputStream();
      body.write(to);
      to.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CloseConnectionException("shutting down", e);
    } catch (IOException | UncheckedIOException e) {
      throw new CloseConnectionException("a streamed response was not completed", e);
    }
  }
}
