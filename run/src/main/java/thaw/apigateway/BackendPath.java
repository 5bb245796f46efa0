package thaw.apigateway;

import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.HexFormat;
import thaw.http.RequestTarget;

/**
 * The path and query that a server behind an API is asked for. What a client sent encoded is
 * decoded and encoded again, as AWS's important notes say of REST APIs; the query of an HTTP API is
 * handed on as it came.
 */
final class BackendPath {
  private static final HexFormat HEX = HexFormat.of().withUpperCase();
  private static final BitSet IN_PATH = allowed("-._~!$&'()*+,;=:@/");
  private static final BitSet IN_QUERY = allowed("-._~!$'()*,;:@/?");

  private BackendPath() {}

  /** RFC 3986: letters, digits and these need no encoding. */
  private static BitSet allowed(String others) {
    BitSet allowed = new BitSet(128);
    allowed.set('a', 'z' + 1);
    allowed.set('A', 'Z' + 1);
    allowed.set('0', '9' + 1);
    others.chars().forEach(allowed::set);
    return allowed;
  }

  /**
   * @param template path and perhaps query, with parameters of the route in braces
   */
  static String of(String template, ProxyCall call) {
    StringBuilder path = new StringBuilder(template.length() + 64);
    if (!template.startsWith("/")) {
      path.append('/');
    }
    fill(path, template, call);
    String query = call.isRest() ? encoded(call.in().rawQuery()) : call.in().rawQuery();
    if (!query.isEmpty()) {
      path.append(template.indexOf('?') < 0 ? '?' : '&').append(query);
    }
    return path.toString();
  }

  private static void fill(StringBuilder to, String template, ProxyCall call) {
    int done = 0;
    boolean inQuery = false;
    for (int open = template.indexOf('{'); open >= 0; open = template.indexOf('{', done)) {
      int close = template.indexOf('}', open);
      String before = template.substring(done, open);
      inQuery = inQuery || before.indexOf('?') >= 0;
      to.append(before);
      String value = call.parameters().getOrDefault(template.substring(open + 1, close), "");
      encode(
          to, call.isRest() ? QueryString.decodedPath(value) : value, inQuery ? IN_QUERY : IN_PATH);
      done = close + 1;
    }
    to.append(template, done, template.length());
  }

  /** Name by name: those that come several times stay so. */
  private static String encoded(String rawQuery) {
    if (rawQuery.isEmpty()) {
      return "";
    }
    StringBuilder query = new StringBuilder(rawQuery.length() + 16);
    for (String pair : rawQuery.split("&")) {
      if (!pair.isEmpty()) {
        int equals = pair.indexOf('=');
        query.append(query.isEmpty() ? "" : "&");
        String name = equals < 0 ? pair : pair.substring(0, equals);
        encode(query, RequestTarget.decoded(name), IN_QUERY);
        query.append('=');
        String value = equals < 0 ? "" : pair.substring(equals + 1);
        encode(query, RequestTarget.decoded(value), IN_QUERY);
      }
    }
    return query.toString();
  }

  private static void encode(StringBuilder to, String text, BitSet allowed) {
    for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
      if (octet >= 0 && allowed.get(octet)) {
        to.append((char) octet);
      } else {
        to.append('%').append(HEX.toHexDigits(octet));
      }
    }
  }
}
