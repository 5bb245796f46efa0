package thaw.apigateway;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Tells what a web page of another site sends that may change something, where the API does not say
 * that its scripts may. Browsers send a form, or a text by a script, without asking the API first:
 * on AWS whoever knows the address may do that, but here it is the same for everybody, and the API
 * is a developer's. Refuses to know what the request is.
 *
 * <p>Pages of this machine are the developer's own, on whatever port.
 *
 * <p>Thread-safe.
 */
final class OtherSites {
  private static final String ANY = "*";
  private static final String CROSS_SITE = "cross-site";
  private static final int MOST_TOLD = 100;
  private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS");
  private static final Pattern PORT = Pattern.compile(":\\d*$");
  private static final Pattern OF_THIS_MACHINE =
      Pattern.compile("(localhost|.+\\.localhost|127(\\.\\d{1,3}){3}|\\[::1])");

  private final Set<String> allowed;
  private final Consumer<String> notes;
  private final Set<String> told = ConcurrentHashMap.newKeySet();

  /**
   * @param allowed origins that may send everything to each API; {@code *} for all
   * @param notes gets a line for each site that is refused
   */
  OtherSites(Set<String> allowed, Consumer<String> notes) {
    this.allowed = Set.copyOf(allowed);
    this.notes = notes;
  }

  /** Returns whether such a page sends it, as far as that depends on the request alone. */
  boolean isOfOne(Incoming in) {
    if (SAFE.contains(in.method()) || allowed.contains(ANY)) {
      return false;
    }
    Optional<String> origin = in.header("origin");
    if (origin.filter(this::isAllowed).isPresent()) {
      return false;
    }
    return in.header("sec-fetch-site")
        .map(CROSS_SITE::equalsIgnoreCase)
        .orElseGet(() -> isUntoldOther(in, origin));
  }

  private boolean isAllowed(String origin) {
    return OF_THIS_MACHINE.matcher(host(origin)).matches()
        || allowed.stream().anyMatch(origin::equalsIgnoreCase);
  }

  /** Browsers tell the site only to loopback and over TLS; programs may say any origin. */
  private static boolean isUntoldOther(Incoming in, Optional<String> origin) {
    String own = withoutPort(in.host());
    return !OF_THIS_MACHINE.matcher(own).matches()
        && origin.filter(other -> !host(other).equals(own)).isPresent();
  }

  private static String host(String origin) {
    return withoutPort(origin.substring(origin.indexOf("//") < 0 ? 0 : origin.indexOf("//") + 2));
  }

  private static String withoutPort(String host) {
    return PORT.matcher(host.toLowerCase(Locale.ROOT)).replaceFirst("");
  }

  /** Each site once: a page may try for ever. */
  void tell(Incoming in) {
    String origin = in.header("origin").orElse("null");
    if (told.size() < MOST_TOLD && told.add(origin)) {
      notes.accept(
          String.format(
              Locale.ROOT,
              "%s %s: refused, as a web page of another site sends it (%s) and the API has no CORS"
                  + " configuration that allows it; to let it: --allow-origin %s",
              in.method(),
              in.rawPath(),
              origin,
              origin));
    }
  }
}
