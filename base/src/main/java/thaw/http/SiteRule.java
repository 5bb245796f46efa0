package thaw.http;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Tells the requests of programs and of a server's own web pages from those that a browser sends on
 * behalf of another site's page: a page that somebody visits must neither read from this machine
 * nor change anything on it. Refuses to know what is asked.
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
 * <p>For the maintainer. Nothing but the JDK's classes may be used here: servers of other people
 * have this class in processes of their own, without our other ones.
 *
 * @param names besides the usual ones, in lower case without a port; {@code *.example.test} is all
 *     names below that one
 * @param extensible whether the user can add names
 * @see <a href="https://www.w3.org/TR/fetch-metadata/">Fetch Metadata Request Headers</a>
 */
public record SiteRule(Set<String> names, boolean extensible) {
  /**
   * All names of AWS, which only AWS's DNS can give: SDKs that a TLS front leads to a server ask
   * for them.
   */
  public static final Set<String> OF_AWS =
      Set.of("*.amazonaws.com", "*.amazonaws.com.cn", "*.api.aws");

  private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
  private static final Pattern IPV6 = Pattern.compile("\\[[0-9a-f:.]+]");
  private static final String ALL_BELOW = "*";

  /** The names by which containers reach their host. */
  private static final Set<String> OF_CONTAINERS =
      Set.of("host.docker.internal", "host.containers.internal");

  /**
   * The values of {@code Sec-Fetch-Site} for a page of this server, and for an address that the
   * user has typed.
   */
  private static final Set<String> OWN_SITES = Set.of("same-origin", "none");

  public SiteRule {
    names = names.stream().map(name -> name.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
  }

  /** Returns the rule of a server that has the usual names and these, and gets no other ones. */
  public static SiteRule of(String... names) {
    return new SiteRule(Set.of(names), false);
  }

  /** Returns the same rule with further names. */
  public SiteRule and(Set<String> further) {
    return new SiteRule(
        Stream.concat(names.stream(), further.stream()).collect(Collectors.toSet()), extensible);
  }

  /**
   * Returns why a request is refused; empty when it is let in.
   *
   * @param host the header {@code Host}, empty when there is none
   * @param origins the values of {@code Origin}
   * @param sites the values of {@code Sec-Fetch-Site}
   */
  public Optional<String> refusal(String host, List<String> origins, List<String> sites) {
    Optional<String> ofName = refusalOfName(host);
    return ofName.isPresent() ? ofName : refusalOfPage(host, origins, sites);
  }

  /** Looks at {@code Host} only: what is behind is for pages of all sites. */
  Optional<String> refusalOfName(String host) {
    if (isOurs(host)) {
      return Optional.empty();
    }
    String name = withoutPort(host);
    return Optional.of(
        name.isEmpty()
            ? "The request has no header Host, so that it cannot be told whether a web page of"
                + " another site sends it. Send one, for example Host: localhost"
            : "This server is asked under the name "
                + name
                + ", which is not its own: under a name of somebody else's, web pages of that"
                + " name could get here. Use localhost or an IP address"
                + (extensible ? ", or start Thaw with --allow-host " + name : ""));
  }

  private static Optional<String> refusalOfPage(
      String host, List<String> origins, List<String> sites) {
    for (String origin : origins) {
      if (!origin.equalsIgnoreCase("http://" + host)) {
        return Optional.of(
            "A web page of another origin asks ("
                + origin
                + "), which this server refuses. Let the page call a function URL or an API of"
                + " API Gateway; programs send no header Origin.");
      }
    }
    for (String site : sites) {
      if (!OWN_SITES.contains(site.toLowerCase(Locale.ROOT))) {
        return Optional.of(
            "A web page of another site asks or leads here (Sec-Fetch-Site: "
                + site
                + "), which this server refuses. Type the address into the browser, or let the"
                + " page call a function URL or an API of API Gateway.");
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
}
