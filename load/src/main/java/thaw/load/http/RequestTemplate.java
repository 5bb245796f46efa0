package thaw.load.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import thaw.problem.UserMistake;

/** Makes the bytes of each request; only the traces of traced ones differ. */
public final class RequestTemplate {
  private static final Pattern METHOD = Pattern.compile("[A-Z]{1,20}");
  private static final Pattern HEADER_NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
  private static final Set<String> OURS = Set.of("host", "content-length", "transfer-encoding");
  private static final Set<String> WITH_BODY = Set.of("POST", "PUT", "PATCH");

  private final String method;
  private final HttpTarget target;
  private final List<Header> headers;
  private final @Nullable String body;
  private final @Nullable TraceIds traces;
  private final byte[] start; // up to where a trace stands
  private final byte[] rest;
  private final byte[] untraced;

  /** One header; several may have one name. */
  public record Header(String name, String value) {}

  /**
   * @param method in capitals
   * @param body null for none
   */
  public RequestTemplate(
      String method, HttpTarget target, List<Header> headers, @Nullable String body) {
    this(method, target, headers, body, null);
  }

  private RequestTemplate(
      String method,
      HttpTarget target,
      List<Header> headers,
      @Nullable String body,
      @Nullable TraceIds traces) {
    if (!METHOD.matcher(method).matches()) {
      throw new UserMistake(method + " is not an HTTP method", "use for example POST");
    }
    this.method = method;
    this.target = target;
    this.headers = List.copyOf(headers);
    this.body = body;
    this.traces = traces;
    this.start = start();
    this.rest = rest();
    this.untraced = ByteBuffer.allocate(start.length + rest.length).put(start).put(rest).array();
  }

  private byte[] start() {
    StringBuilder head = new StringBuilder(method).append(' ').append(target.pathAndQuery());
    head.append(" HTTP/1.1\r\nHost: ").append(target.authority()).append("\r\n");
    for (Header header : headers) {
      head.append(checkedName(header.name())).append(": ");
      head.append(header.value().replaceAll("[\r\n]", " ")).append("\r\n");
    }
    return head.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  private byte[] rest() {
    byte[] content = body == null ? new byte[0] : body.getBytes(StandardCharsets.UTF_8);
    boolean hasLength = content.length > 0 || WITH_BODY.contains(method);
    String end = (hasLength ? "Content-Length: " + content.length + "\r\n" : "") + "\r\n";
    byte[] head = end.getBytes(StandardCharsets.ISO_8859_1);
    return ByteBuffer.allocate(head.length + content.length).put(head).put(content).array();
  }

  private static String checkedName(String name) {
    if (!HEADER_NAME.matcher(name).matches()) {
      throw new UserMistake(
          "the name of a header is not valid: " + name, "use for example 'Accept: text/plain'");
    }
    if (OURS.contains(name.toLowerCase(Locale.ROOT))) {
      throw new UserMistake("the header " + name + " follows from URL and body", "leave it out");
    }
    return name;
  }

  public HttpTarget target() {
    return target;
  }

  boolean isHead() {
    return method.equals("HEAD");
  }

  /** The same requests, elsewhere. */
  RequestTemplate at(HttpTarget other) {
    return new RequestTemplate(
        method,
        new HttpTarget(other.secure(), other.host(), other.port(), target.pathAndQuery()),
        headers,
        body,
        traces);
  }

  /** The same requests, of which each has a trace of its own, by which it is found again. */
  public RequestTemplate traced(TraceIds ids) {
    return new RequestTemplate(method, target, headers, body, ids);
  }

  /** Returns the bytes of the request with this number. They must not be changed. */
  byte[] bytes(long number) {
    if (traces == null) {
      return untraced;
    }
    byte[] trace =
        (TraceIds.HEADER + ": " + traces.of(number) + "\r\n").getBytes(StandardCharsets.US_ASCII);
    return ByteBuffer.allocate(start.length + trace.length + rest.length)
        .put(start)
        .put(trace)
        .put(rest)
        .array();
  }

  /** {@code POST http://127.0.0.1:8080/pets}. */
  @Override
  public String toString() {
    return method + " " + target;
  }
}
