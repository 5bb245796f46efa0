package thaw.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Lets in programs and the server's own web pages, and refuses what a browser sends on behalf of
 * another site's page: a page that somebody visits must neither read from this machine nor change
 * anything on it. Refuses to know what is asked.
 *
 * <p>Three things must hold, as no one of them is sent by every browser with every request:
 *
 * <ol>
 *   <li>{@code Host} is a name of ours. A name that anybody's DNS could lead to this machine is
 *       none, else a page under that name would be our own (DNS rebinding). Addresses cannot be led
 *       elsewhere; {@code localhost} and what ends with it are this machine (RFC 6761), and {@code
 *       internal} is no public domain.
 *   <li>{@code Origin}, which browsers send with all requests but plain GETs, is this server.
 *   <li>{@code Sec-Fetch-Site}, which newer browsers send to this machine also with plain GETs, is
 *       this server's own page or the user's own hand.
 * </ol>
 *
 * Programs that are no browsers send neither of the last two. A request that leaves out what a
 * browser cannot leave out comes from a program.
 *
 * @param names besides the usual ones, in lower case without a port; {@code *.example.test} is all
 *     names below that one
 * @see <a href="https://www.w3.org/TR/fetch-metadata/">Fetch Metadata Request Headers</a>
 */
public record OwnPages(Set<String> names) implements Admission {
  private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
  private static final Pattern IPV6 = Pattern.compile("\\[[0-9a-f:.]+]");
  private static final String ALL_BELOW = "*";
  private static final int FORBIDDEN = 403;

  /** The names by which containers reach their host. */
  private static final Set<String> OF_CONTAINERS =
      Set.of("host.docker.internal", "host.containers.internal");

  /**
   * The values of {@code Sec-Fetch-Site} for a page of this server, and for an address that the
   * user has typed.
   */
  private static final Set<String> OWN_SITES = Set.of("same-origin", "none");

  public OwnPages {
    names = names.stream().map(name -> name.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
  }

  /** Returns the admission of a server that has the usual names and these. */
  public static OwnPages of(String... names) {
    return new OwnPages(Stream.of(names).collect(Collectors.toSet()));
  }

  @Override
  public Optional<Response> refusal(Exchange exchange) {
    Optional<Response> ofName = refusalOfName(exchange);
    return ofName.isPresent() ? ofName : refusalOfPage(exchange);
  }

  /** Looks at {@code Host} only: what is behind is for pages of all sites. */
  public Optional<Response> refusalOfName(Exchange exchange) {
    String host = exchange.header("Host").orElse("");
    if (isOurs(host)) {
      return Optional.empty();
    }
    String name = withoutPort(host);
    return Optional.of(
        refused(
            name.isEmpty()
                ? "The request has no header Host, so that it cannot be told whether a web page of"
                    + " another site sends it. Send one, for example Host: localhost"
                : "This server is asked under the name "
                    + name
                    + ", which is not its own: under a name of somebody else's, web pages of that"
                    + " name could get here. Use localhost or an IP address, or start Thaw with"
                    + " --allow-host "
                    + name));
  }

  private static Optional<Response> refusalOfPage(Exchange exchange) {
    String own = "http://" + exchange.header("Host").orElse("");
    for (String origin : exchange.lines("Origin")) {
      if (!origin.equalsIgnoreCase(own)) {
        return Optional.of(
            refused(
                "A web page of another origin asks ("
                    + origin
                    + "), which this server refuses. Let the page call a function URL or an API of"
                    + " API Gateway; programs send no header Origin."));
      }
    }
    for (String site : exchange.lines("Sec-Fetch-Site")) {
      if (!OWN_SITES.contains(site.toLowerCase(Locale.ROOT))) {
        return Optional.of(
            refused(
                "A web page of another site asks or leads here (Sec-Fetch-Site: "
                    + site
                    + "), which this server refuses. Type the address into the browser, or let the"
                    + " page call a function URL or an API of API Gateway."));
      }
    }
    return Optional.empty();
  }

  /**
   * @param host a request's {@code Host}, with or without a port
   */
  boolean isOurs(String host) {
    String name = withoutPort(host.toLowerCase(Locale.ROOT));
    return name.equals("localhost")
        || name.equals("127.0.0.1")
        || name.endsWith(".localhost")
        || IPV4.matcher(name).matches()
        || IPV6.matcher(name).matches()
        || OF_CONTAINERS.contains(name)
        || isNamed(name);
  }

  /** Returns the host without its port, which is cut off by hand, as every request needs it. */
  private static String withoutPort(String host) {
    int colon = host.lastIndexOf(':');
    if (colon < 0) {
      return host;
    }
    for (int i = colon + 1; i < host.length(); i++) {
      if (host.charAt(i) < '0' || host.charAt(i) > '9') {
        return host;
      }
    }
    return host.substring(0, colon);
  }

  private boolean isNamed(String name) {
    if (names.contains(name)) {
      return true;
    }
    for (int dot = name.indexOf('.'); dot > 0; dot = name.indexOf('.', dot + 1)) {
      if (names.contains(ALL_BELOW + name.substring(dot))) {
        return true;
      }
    }
    return false;
  }

  private static Response refused(String message) {
    return new Response(
        FORBIDDEN,
        Map.of(
            "Content-Type", "application/json",
            "Cache-Control", "no-store",
            "X-Content-Type-Options", "nosniff",
            "Cross-Origin-Resource-Policy", "same-origin"),
        List.of(),
        JsonNodeFactory.instance
            .objectNode()
            .put("message", message)
            .toString()
            .getBytes(StandardCharsets.UTF_8),
        Optional.empty());
  }
}
