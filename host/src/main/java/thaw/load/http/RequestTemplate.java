package thaw.load.http;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import thaw.problem.UserMistake;

/**
 * Makes the bytes of each request. Values are percent-encoded in path and query, and stand in
 * headers and body as they are.
 */
public final class RequestTemplate {
  private static final Pattern METHOD = Pattern.compile("[A-Z]{1,20}");
  private static final Pattern HEADER_NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
  private static final Set<String> OURS = Set.of("host", "content-length", "transfer-encoding");
  private static final Set<String> WITH_BODY = Set.of("POST", "PUT", "PATCH");

  private final String method;
  private final HttpTarget target;
  private final ValueTemplate path;
  private final List<Header> headers;
  private final @Nullable ValueTemplate body;
  private final RequestValues values;
  private final byte @Nullable [] constant;

  /** One header; several may have one name. */
  public record Header(String name, String value) {}

  private record Compiled(String name, ValueTemplate value) {}

  private final List<Compiled> compiled;

  /**
   * @param method in capitals
   * @param body null for none
   * @param values what {@code #{name}} stands for
   */
  public RequestTemplate(
      String method,
      HttpTarget target,
      List<Header> headers,
      @Nullable String body,
      RequestValues values) {
    if (!METHOD.matcher(method).matches()) {
      throw new UserMistake(method + " is not an HTTP method", "use for example POST");
    }
    this.method = method;
    this.target = target;
    this.headers = List.copyOf(headers);
    this.values = values;
    Set<String> names = values.names();
    this.path = ValueTemplate.of(target.pathAndQuery(), names);
    this.body = body == null ? null : ValueTemplate.of(body, names);
    List<Compiled> all = new ArrayList<>();
    for (Header header : headers) {
      all.add(new Compiled(checkedName(header.name()), ValueTemplate.of(header.value(), names)));
    }
    this.compiled = List.copyOf(all);
    boolean isConstant =
        path.isConstant()
            && (this.body == null || this.body.isConstant())
            && all.stream().allMatch(header -> header.value().isConstant());
    this.constant = isConstant ? bytes(name -> name) : null;
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
        body == null ? null : joined(body),
        values);
  }

  private static String joined(ValueTemplate template) {
    return template.fill(name -> "#{" + name + "}");
  }

  /** Returns the bytes of the request with this number. */
  byte[] bytes(long number) {
    if (constant != null) {
      return constant;
    }
    Map<String, String> row = values.of(number);
    return bytes(name -> row.getOrDefault(name, ""));
  }

  private byte[] bytes(UnaryOperator<String> value) {
    StringBuilder head = new StringBuilder(method).append(' ');
    head.append(
        path.fill(name ->
            URLEncoder.encode(value.apply(name), StandardCharsets.UTF_8).replace("+", "%20")));
    head.append(" HTTP/1.1\r\nHost: ").append(target.authority()).append("\r\n");
    for (Compiled header : compiled) {
      head.append(header.name()).append(": ");
      head.append(header.value().fill(value).replaceAll("[\r\n]", " ")).append("\r\n");
    }
    byte[] content = body == null ? new byte[0] : body.fill(value).getBytes(StandardCharsets.UTF_8);
    if (content.length > 0 || WITH_BODY.contains(method)) {
      head.append("Content-Length: ").append(content.length).append("\r\n");
    }
    byte[] start = head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    byte[] all = java.util.Arrays.copyOf(start, start.length + content.length);
    System.arraycopy(content, 0, all, start.length, content.length);
    return all;
  }

  /** {@code POST http://127.0.0.1:8080/pets}. */
  @Override
  public String toString() {
    return method + " " + target;
  }
}
