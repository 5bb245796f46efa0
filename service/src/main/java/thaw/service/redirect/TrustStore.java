package thaw.service.redirect;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.cert.X509Certificate;
import java.util.Locale;
import java.util.Set;

/** A JDK's {@code cacerts}, in its own format: JKS, or PKCS12 without a password (JDK 18 on). */
final class TrustStore {
  private static final String ALIAS = "thaw-session-authority";
  private static final Set<String> TYPES = Set.of("JKS", "PKCS12");
  private static final char[] PASSWORD = "changeit".toCharArray();

  /** A file that only has the name of one, or another password. */
  static final class Unreadable extends IOException {
    private static final long serialVersionUID = 1;

    private Unreadable(Path file, Exception cause) {
      super("could not read the trust store " + file + ": " + cause, cause);
    }
  }

  private TrustStore() {}

  /**
   * Writes {@code original} with the authority added to {@code copy}.
   *
   * @throws Unreadable when it is none
   */
  static void copy(Path original, Path copy, X509Certificate authority) throws IOException {
    KeyStore store = read(original);
    try {
      store.setCertificateEntry(ALIAS, authority);
      try (OutputStream out = Files.newOutputStream(copy)) {
        store.store(out, password(store));
      }
    } catch (GeneralSecurityException e) {
      throw new IOException("could not add a certificate to " + original + ": " + e, e);
    }
  }

  private static KeyStore read(Path file) throws Unreadable {
    try {
      KeyStore store = KeyStore.getInstance(file.toFile(), PASSWORD);
      if (!TYPES.contains(store.getType().toUpperCase(Locale.ROOT))) {
        throw new KeyStoreException("no JVM trusts by a store of type " + store.getType());
      }
      return store;
    } catch (IOException | GeneralSecurityException e) {
      throw new Unreadable(file, e);
    }
  }

  /**
   * A JVM opens its trust store without a password. Of a JKS that skips a checksum only; of a
   * PKCS12 with a password it skips all certificates.
   */
  private static char @org.jspecify.annotations.Nullable [] password(KeyStore store) {
    return store.getType().equalsIgnoreCase("JKS") ? PASSWORD : null;
  }
}
