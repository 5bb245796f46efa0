package thaw.load.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import thaw.problem.UserMistake;

/**
 * Tells whose certificates are accepted.
 *
 * @param verifies whether the certificate must be the host's
 */
public record Trust(SSLContext context, boolean verifies) {
  /** Trusts what the JDK trusts. */
  public static Trust usual() {
    try {
      return new Trust(SSLContext.getDefault(), true);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK has no TLS: " + e, e);
    }
  }

  /**
   * Certificates of a file in PEM form, and nobody else.
   *
   * @throws UserMistake when it holds none
   */
  public static Trust of(Path pem) {
    try (InputStream in = Files.newInputStream(pem)) {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      int count = 0;
      for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        store.setCertificateEntry("trusted-" + count++, each);
      }
      if (count == 0) {
        throw new CertificateException("it holds no certificate");
      }
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(store);
      return new Trust(context(factory.getTrustManagers()), true);
    } catch (CertificateException e) {
      throw new UserMistake(
          "there are no certificates in " + pem + ": " + e.getMessage(),
          "name a file with the certificate authority's certificate in PEM form");
    } catch (IOException e) {
      throw new UserMistake("could not read " + pem + ": " + e, "check the file's name and rights");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK has no TLS: " + e, e);
    }
  }

  /** Everybody: nothing is verified. */
  public static Trust everybody() {
    try {
      return new Trust(context(new TrustManager[] {new Trusting()}), false);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK has no TLS: " + e, e);
    }
  }

  private static SSLContext context(TrustManager[] managers) throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, managers, null);
    return context;
  }

  private static final class Trusting extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, java.net.Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, java.net.Socket socket) {}

    @Override
    public void checkClientTrusted(
        X509Certificate[] chain, String type, javax.net.ssl.SSLEngine engine) {}

    @Override
    public void checkServerTrusted(
        X509Certificate[] chain, String type, javax.net.ssl.SSLEngine engine) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
