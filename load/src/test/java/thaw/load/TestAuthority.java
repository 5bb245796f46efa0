package thaw.load;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import javax.net.ServerSocketFactory;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * An authority that nobody knows, and a server with a certificate that it signed.
 *
 * @param certificate the authority's
 */
public record TestAuthority(X509Certificate certificate, SSLContext server) {
  private static final X500Name NAME = new X500Name("CN=authority");

  public static TestAuthority of(GeneralName name, Instant until)
      throws GeneralSecurityException, OperatorCreationException, IOException {
    KeyPair authority = keys();
    KeyPair keys = keys();
    X509Certificate own =
        sign(
            builder(NAME, authority, Instant.now().plus(Duration.ofDays(7)))
                .addExtension(Extension.basicConstraints, true, new BasicConstraints(0)),
            authority);
    X509Certificate certificate =
        sign(
            builder(new X500Name("CN=server"), keys, until)
                .addExtension(Extension.subjectAlternativeName, false, new GeneralNames(name)),
            authority);
    char[] password = new char[0];
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setKeyEntry("server", keys.getPrivate(), password, new X509Certificate[] {certificate});
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(store, password);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return new TestAuthority(own, context);
  }

  private static KeyPair keys() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    return generator.generateKeyPair();
  }

  private static X509v3CertificateBuilder builder(X500Name subject, KeyPair keys, Instant until) {
    return new JcaX509v3CertificateBuilder(
        NAME,
        BigInteger.valueOf(System.nanoTime()),
        Date.from(until.minus(Duration.ofDays(30))),
        Date.from(until),
        subject,
        keys.getPublic());
  }

  private static X509Certificate sign(X509v3CertificateBuilder certificate, KeyPair authority)
      throws GeneralSecurityException, OperatorCreationException {
    return new JcaX509CertificateConverter()
        .getCertificate(
            certificate.build(
                new JcaContentSignerBuilder("SHA256withECDSA").build(authority.getPrivate())));
  }

  /**
   * @param protocol {@code TLSv1.2} or {@code TLSv1.3}
   */
  public ServerSocketFactory sockets(String protocol) {
    return new ServerSocketFactory() {
      @Override
      public SSLServerSocket createServerSocket() throws IOException {
        SSLServerSocket socket =
            (SSLServerSocket) server.getServerSocketFactory().createServerSocket();
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setProtocols(new String[] {protocol});
        socket.setSSLParameters(parameters);
        return socket;
      }

      @Override
      public SSLServerSocket createServerSocket(int port) {
        throw new UnsupportedOperationException();
      }

      @Override
      public SSLServerSocket createServerSocket(int port, int backlog) {
        throw new UnsupportedOperationException();
      }

      @Override
      public SSLServerSocket createServerSocket(
          int port, int backlog, java.net.InetAddress address) {
        throw new UnsupportedOperationException();
      }
    };
  }

  public Path pem(Path folder) throws IOException, GeneralSecurityException {
    String text =
        "-----BEGIN CERTIFICATE-----\n"
            + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(certificate.getEncoded())
            + "\n-----END CERTIFICATE-----\n";
    return Files.writeString(folder.resolve("trusted.pem"), text, StandardCharsets.US_ASCII);
  }
}
