package thaw.live;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Which web pages may talk to this port: its own. Programs that are no browsers send no {@code
 * Origin} and are not hindered.
 *
 * <p>A name that anybody's DNS could lead to this machine is not taken for ours, else a page on
 * that name would be our own (DNS rebinding). Addresses cannot be led elsewhere; {@code localhost}
 * and what ends with it are this machine (RFC 6761), and {@code internal} is no public domain.
 *
 * @param bound the host that was given to listen on
 */
record Origins(String bound) {
  private static final Pattern PORT = Pattern.compile(":\\d*$");
  private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
  private static final Pattern IPV6 = Pattern.compile("\\[[0-9a-f:.]+]");

  /** By which containers reach their host. */
  private static final Set<String> OF_CONTAINERS =
      Set.of("host.docker.internal", "host.containers.internal");

  /**
   * @param host a request's {@code Host}, with or without a port
   */
  boolean isOurs(String host) {
    String name = PORT.matcher(host.toLowerCase(Locale.ROOT)).replaceFirst("");
    return name.equals("localhost")
        || name.endsWith(".localhost")
        || IPV4.matcher(name).matches()
        || IPV6.matcher(name).matches()
        || OF_CONTAINERS.contains(name)
        || name.equals(bound.toLowerCase(Locale.ROOT));
  }

  /**
   * Whether a browser sends it on behalf of another site's page.
   *
   * @param origin a request's {@code Origin}
   */
  boolean isForeign(Optional<String> origin, String host) {
    return origin.isPresent() && !(isOurs(host) && origin.get().equalsIgnoreCase("http://" + host));
  }
}
