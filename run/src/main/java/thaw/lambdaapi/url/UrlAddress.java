package thaw.lambdaapi.url;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import thaw.function.Region;
import thaw.http.Exchange;
import thaw.http.RequestTarget;

/**
 * The way in which a request names a function URL: by its host, as on AWS, or by a path, for
 * clients that cannot resolve the host.
 */
public sealed interface UrlAddress {
  /** Paths that begin so are no function's. */
  String PATH_PREFIX = "/_thaw/url/";

  String SECOND_LABEL = "lambda-url";

  /** AWS's, under whatever domain leads here. */
  Pattern HOST = Pattern.compile("([a-z0-9]+)\\.lambda-url\\..+", Pattern.CASE_INSENSITIVE);

  /** Returns the path with its percent-encoding, as the function sees it. */
  String rawPath();

  /**
   * @param id the first label of the host
   */
  record OfHost(String id, String rawPath) implements UrlAddress {}

  /**
   * @param function name, ARN or a part of one, with or without an alias
   */
  record OfPath(String function, String rawPath) implements UrlAddress {}

  static Optional<UrlAddress> of(Exchange exchange) {
    return of(exchange.header("Host").orElse(""), exchange.rawPath());
  }

  /**
   * @param host with or without a port; empty when the client sent none
   * @return empty when the request is none for a function URL
   */
  static Optional<UrlAddress> of(String host, String rawPath) {
    if (rawPath.startsWith(PATH_PREFIX)) {
      String rest = rawPath.substring(PATH_PREFIX.length());
      int end = rest.indexOf('/');
      return Optional.of(
          new OfPath(
              RequestTarget.decodedPath(end < 0 ? rest : rest.substring(0, end)),
              end < 0 ? "/" : rest.substring(end)));
    }
    int dot = host.indexOf('.');
    if (!host.regionMatches(true, dot + 1, SECOND_LABEL, 0, SECOND_LABEL.length())) {
      return Optional.empty(); // as most requests, which need no regular expression
    }
    Matcher matcher = HOST.matcher(host);
    return matcher.matches()
        ? Optional.of(new OfHost(matcher.group(1).toLowerCase(Locale.ROOT), rawPath))
        : Optional.empty();
  }

  /** AWS's form, under a domain that leads to this machine (RFC 6761). */
  static String host(String id) {
    return id + ".lambda-url." + Region.own() + ".localhost";
  }

  /**
   * @param port -1 for that of HTTP
   */
  static String url(String id, int port) {
    return "http://" + host(id) + (port < 0 ? "" : ":" + port) + "/";
  }
}
