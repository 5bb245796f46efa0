package thaw.service.redirect;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * Presents to a client a certificate for the host that it asks for, whichever that is, made when it
 * is asked for first. Thread-safe.
 */
final class NamedCertificates extends X509ExtendedKeyManager {
  /** Functions ask for few hosts, unless they mean harm. */
  private static final int MOST_KEPT = 256;

  private final Predicate<String> known;
  private final Function<String, X509Certificate[]> made;
  private final PrivateKey key;
  private final Map<String, X509Certificate[]> kept = new ConcurrentHashMap<>();

  /**
   * @param known tells of a host in lower case whether it is presented
   * @param made the chain of a host, with the public half of the key
   */
  NamedCertificates(
      Predicate<String> known, Function<String, X509Certificate[]> made, PrivateKey key) {
    this.known = known;
    this.made = made;
    this.key = key;
  }

  @Override
  public @Nullable String chooseServerAlias(
      String type, Principal @Nullable [] issuers, @Nullable Socket socket) {
    if (type.equals(key.getAlgorithm())
        && socket instanceof SSLSocket client
        && client.getHandshakeSession() instanceof ExtendedSSLSession session) {
      return session.getRequestedServerNames().stream()
          .filter(SNIHostName.class::isInstance)
          .map(name -> ((SNIHostName) name).getAsciiName().toLowerCase(Locale.ROOT))
          .filter(known)
          .findFirst()
          .orElse(null);
    }
    return null;
  }

  @Override
  public X509Certificate[] getCertificateChain(String host) {
    if (kept.size() >= MOST_KEPT) {
      kept.clear();
    }
    return kept.computeIfAbsent(host, made);
  }

  @Override
  public PrivateKey getPrivateKey(String host) {
    return key;
  }

  @Override
  public String @Nullable [] getServerAliases(String type, Principal @Nullable [] issuers) {
    return null;
  }

  @Override
  public String @Nullable [] getClientAliases(String type, Principal @Nullable [] issuers) {
    return null;
  }

  @Override
  public @Nullable String chooseClientAlias(
      String[] types, Principal @Nullable [] issuers, @Nullable Socket socket) {
    return null;
  }
}
