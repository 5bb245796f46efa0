package thaw.service.redirect;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;

/** A JDK's {@code cacerts}, in its own format: JKS, or PKCS12 without a password (JDK 18 on). */
final class TrustStore {
  private static final String ALIAS = "thaw-session-authority";
  private static final char[] PASSWORD = "changeit".toCharArray();

  private TrustStore() {}

  /** Writes {@code original} with the authority added to {@code copy}. */
  static void copy(Path original, Path copy, X509Certificate authority) throws IOException {
    try {
      KeyStore store = KeyStore.getInstance(original.toFile(), PASSWORD);
      store.setCertificateEntry(ALIAS, authority);
      try (OutputStream out = Files.newOutputStream(copy)) {
        store.store(out, password(store));
      }
    } catch (GeneralSecurityException e) {
      throw new IOException("could not add a certificate to " + original + ": " + e, e);
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
