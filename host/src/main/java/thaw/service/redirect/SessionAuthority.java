package thaw.service.redirect;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.GeneralSubtree;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.asn1.x509.NameConstraints;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * A certificate authority of one session and the server certificate that it signed. Private keys
 * are in memory only; the authority's is forgotten as soon as it has signed.
 *
 * @param certificate the authority's, for trust stores
 * @param server presents a certificate for the host name that is asked for
 */
record SessionAuthority(X509Certificate certificate, SSLContext server) {
  /** Longer than sessions are; nothing is reused in the next, but it stays in memory images. */
  private static final Duration VALIDITY = Duration.ofDays(7);

  /** A frozen function's clock, or a host's corrected one, may be behind. */
  private static final Duration BACKDATE = Duration.ofDays(1);

  /** Whoever trusts this authority does so for names of AWS only, and for all below them. */
  private static final List<String> SUFFIXES =
      List.of("amazonaws.com", "amazonaws.com.cn", "api.aws");

  /** The kind that chooses a certificate by the host name that a client asks for. */
  private static final String BY_HOST_NAME = "PKIX";

  private static final X500Name NAME = new X500Name("CN=Thaw session authority");

  /**
   * @param groups of names, of which each has a certificate: all in one would cost each new
   *     connection some 10 KB. Who names no host gets the first one.
   */
  static SessionAuthority forNames(List<List<String>> groups) {
    try {
      KeyPair authorityKeys = keys();
      X509Certificate authority = authority(authorityKeys);
      KeyPair serverKeys = keys();
      List<X509Certificate> certificates = new ArrayList<>();
      for (List<String> names : groups) {
        certificates.add(server(serverKeys, authorityKeys, names));
      }
      return new SessionAuthority(authority, context(serverKeys, certificates, authority));
    } catch (GeneralSecurityException | OperatorCreationException | IOException e) {
      throw new IllegalStateException("could not make certificates: " + e, e);
    }
  }

  /** P-256: made in a millisecond (RSA: up to a second) and known to every client since Java 7. */
  private static KeyPair keys() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    return generator.generateKeyPair();
  }

  private static X509Certificate authority(KeyPair keys)
      throws GeneralSecurityException, OperatorCreationException, IOException {
    return sign(
        builder(NAME, keys)
            .addExtension(Extension.basicConstraints, true, new BasicConstraints(0))
            .addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign))
            .addExtension(Extension.nameConstraints, true, ofAws()),
        keys);
  }

  private static NameConstraints ofAws() {
    return new NameConstraints(
        SUFFIXES.stream()
            .map(suffix -> new GeneralSubtree(new GeneralName(GeneralName.dNSName, suffix)))
            .toArray(GeneralSubtree[]::new),
        null);
  }

  private static X509Certificate server(KeyPair keys, KeyPair authority, List<String> names)
      throws GeneralSecurityException, OperatorCreationException, IOException {
    GeneralName[] alternatives =
        names.stream()
            .map(name -> new GeneralName(GeneralName.dNSName, name))
            .toArray(GeneralName[]::new);
    return sign(
        builder(new X500Name("CN=Thaw local services"), keys)
            .addExtension(Extension.basicConstraints, true, new BasicConstraints(false))
            // The JDK's choice by host name wants both of a key of this kind.
            .addExtension(
                Extension.keyUsage,
                true,
                new KeyUsage(KeyUsage.digitalSignature | KeyUsage.keyAgreement))
            .addExtension(
                Extension.extendedKeyUsage,
                false,
                new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth))
            .addExtension(Extension.subjectAlternativeName, false, new GeneralNames(alternatives)),
        authority);
  }

  private static X509v3CertificateBuilder builder(X500Name subject, KeyPair keys) {
    Instant now = Instant.now();
    return new JcaX509v3CertificateBuilder(
        NAME,
        new BigInteger(63, new SecureRandom()),
        Date.from(now.minus(BACKDATE)),
        Date.from(now.plus(VALIDITY)),
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

  private static SSLContext context(
      KeyPair keys, List<X509Certificate> certificates, X509Certificate authority)
      throws GeneralSecurityException, IOException {
    char[] password = new char[0];
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    for (X509Certificate certificate : certificates) {
      X509Certificate[] chain = {certificate, authority};
      store.setKeyEntry("server-" + store.size(), keys.getPrivate(), password, chain);
    }
    KeyManagerFactory managers = KeyManagerFactory.getInstance(BY_HOST_NAME);
    managers.init(store, password);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context;
  }
}
