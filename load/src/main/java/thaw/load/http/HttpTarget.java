package thaw.load.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.regex.Pattern;
import thaw.problem.UserMistake;

/**
 * The destination of requests.
 *
 * @param host without brackets
 * @param secure whether TLS is spoken
 * @param pathAndQuery as it is sent
 */
public record HttpTarget(boolean secure, String host, int port, String pathAndQuery) {
  private static final int HIGHEST_PORT = 65_535;

  /** The fragment of a URL, which a browser keeps for itself. */
  private static final Pattern FRAGMENT = Pattern.compile("#.*");

  /**
   * @param url {@code http://host:port/path?query}
   * @throws UserMistake when it is none
   */
  public static HttpTarget of(String url) {
    int authority = url.indexOf("://");
    String scheme = authority < 0 ? "" : url.substring(0, authority).toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      throw mistake(url);
    }
    int path = first(url, authority + 3);
    String query = FRAGMENT.matcher(url.substring(path)).replaceFirst("");
    if (query.chars().anyMatch(each -> each <= ' ' || each >= 127)) {
      throw new UserMistake(
          "the URL has a character that must be percent-encoded: " + url,
          "write %20 for a blank, for example");
    }
    try {
      URI uri = new URI(url.substring(0, path));
      if (uri.getHost() == null || uri.getUserInfo() != null) {
        throw mistake(url);
      }
      boolean secure = scheme.equals("https");
      int port = uri.getPort() >= 0 ? uri.getPort() : secure ? 443 : 80;
      if (port < 1 || port > HIGHEST_PORT) {
        throw new UserMistake(port + " is not a port, in " + url, "use one of 1.." + HIGHEST_PORT);
      }
      String host = uri.getHost().replaceAll("^\\[|]$", "");
      return new HttpTarget(secure, host, port, query.startsWith("/") ? query : "/" + query);
    } catch (URISyntaxException e) {
      throw mistake(url);
    }
  }

  private static int first(String url, int from) {
    for (int i = from; i < url.length(); i++) {
      if ("/?#".indexOf(url.charAt(i)) >= 0) {
        return i;
      }
    }
    return url.length();
  }

  private static UserMistake mistake(String url) {
    return new UserMistake(
        url + " is not the URL of a server", "use for example http://127.0.0.1:8080/path");
  }

  /** Returns whether its name says that it is this machine. */
  public boolean isHere() {
    return host.equals("localhost")
        || host.endsWith(".localhost")
        || host.startsWith("127.")
        || host.equals("::1");
  }

  /** Returns the Host header's value: the port is in it only where it is not the scheme's own. */
  String authority() {
    String name = host.contains(":") ? "[" + host + "]" : host;
    return port == (secure ? 443 : 80) ? name : name + ":" + port;
  }

  /** The URL. */
  @Override
  public String toString() {
    return (secure ? "https://" : "http://") + authority() + pathAndQuery;
  }
}
