package thaw.service.redirect;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
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
 * A certificate authority and the server certificates that it signed. The authority's private key
 * is forgotten as soon as it has signed, unless it signs for names that nobody knows beforehand;
 * the servers' is in memory, or in a project's {@link KeptFolder}.
 *
 * @param certificate the authority's, for trust stores
 * @param server presents a certificate for the host name that is asked for
 * @param anyName presents one for any host of AWS's services; absent where that was not wanted
 */
record SessionAuthority(
    X509Certificate certificate, SSLContext server, Optional<SSLContext> anyName) {
  /**
   * The time for which an authority is valid, longer than sessions are: one that is kept is
   * replaced at half of it.
   */
  private static final Duration VALIDITY = Duration.ofDays(14);

  /** Covers clocks that are behind: a frozen function's, or a host's corrected one. */
  private static final Duration BACKDATE = Duration.ofDays(1);

  /** The domain of databases that DSQL has for customers. */
  private static final String OF_CUSTOMERS = "on.aws";

  /** The kind that chooses a certificate by the host name that a client asks for. */
  private static final String BY_HOST_NAME = "PKIX";

  /** Keeps nobody away: who may read the file is decided by its mode. */
  private static final char[] PASSWORD = "changeit".toCharArray();

  private static final int KEY_BITS = 2048;

  private static final String SIGNER = "authority";
  private static final String ANY_SERVER = "server";

  private static final X500Name NAME = new X500Name("CN=Thaw session authority");

  /**
   * @param groups of names, of which each has a certificate: all in one would cost each new
   *     connection some 10 KB. Who names no host gets the first one.
   * @param anyName whether hosts are served that are not among them
   */
  static SessionAuthority forNames(List<List<String>> groups, boolean anyName) {
    try {
      return of(store(groups, anyName));
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("could not use certificates: " + e, e);
    }
  }

  /** All of it, so that it can be written. */
  private static KeyStore store(List<List<String>> groups, boolean anyName) {
    try {
      KeyPair authorityKeys = keys();
      X509Certificate authority = authority(authorityKeys);
      KeyPair serverKeys = keys();
      List<X509Certificate> certificates = new ArrayList<>();
      for (List<String> names : groups) {
        certificates.add(server(serverKeys.getPublic(), authorityKeys.getPrivate(), names));
      }
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      for (X509Certificate certificate : certificates) {
        X509Certificate[] chain = {certificate, authority};
        store.setKeyEntry("server-" + store.size(), serverKeys.getPrivate(), PASSWORD, chain);
      }
      if (anyName) {
        X509Certificate[] own = {authority};
        store.setKeyEntry(SIGNER, authorityKeys.getPrivate(), PASSWORD, own);
        X509Certificate[] any = {
          server(
              serverKeys.getPublic(),
              authorityKeys.getPrivate(),
              List.of(AwsHosts.DOMAINS.getFirst())),
          authority
        };
        store.setKeyEntry(ANY_SERVER, serverKeys.getPrivate(), PASSWORD, any);
      }
      return store;
    } catch (GeneralSecurityException | OperatorCreationException | IOException e) {
      throw new IllegalStateException("could not make certificates: " + e, e);
    }
  }

  /**
   * RSA, as we know AWS's endpoints: to verify one of P-256 takes a client of JDK 25 some 80 ms of
   * CPU the first time.
   */
  private static KeyPair keys() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(KEY_BITS);
    return generator.generateKeyPair();
  }

  private static X509Certificate authority(KeyPair keys)
      throws GeneralSecurityException, OperatorCreationException, IOException {
    return sign(
        builder(NAME, keys.getPublic())
            .addExtension(Extension.basicConstraints, true, new BasicConstraints(0))
            .addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign))
            .addExtension(Extension.nameConstraints, true, ofAws()),
        keys.getPrivate());
  }

  /** Whoever trusts this authority does so for names of AWS only, and for all below them. */
  private static NameConstraints ofAws() {
    return new NameConstraints(
        Stream.concat(AwsHosts.DOMAINS.stream(), Stream.of(OF_CUSTOMERS))
            .map(suffix -> new GeneralSubtree(new GeneralName(GeneralName.dNSName, suffix)))
            .toArray(GeneralSubtree[]::new),
        null);
  }

  private static X509Certificate server(PublicKey key, PrivateKey authority, List<String> names)
      throws GeneralSecurityException, OperatorCreationException, IOException {
    GeneralName[] alternatives =
        names.stream()
            .map(name -> new GeneralName(GeneralName.dNSName, name))
            .toArray(GeneralName[]::new);
    return sign(
        builder(new X500Name("CN=Thaw local services"), key)
            .addExtension(Extension.basicConstraints, true, new BasicConstraints(false))
            // The JDK's choice by host name wants both of a key of this kind.
            .addExtension(
                Extension.keyUsage,
                true,
                new KeyUsage(KeyUsage.digitalSignature | KeyUsage.keyEncipherment))
            .addExtension(
                Extension.extendedKeyUsage,
                false,
                new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth))
            .addExtension(Extension.subjectAlternativeName, false, new GeneralNames(alternatives)),
        authority);
  }

  private static X509v3CertificateBuilder builder(X500Name subject, PublicKey key) {
    Instant now = Instant.now();
    return new JcaX509v3CertificateBuilder(
        NAME,
        new BigInteger(63, new SecureRandom()),
        Date.from(now.minus(BACKDATE)),
        Date.from(now.plus(VALIDITY)),
        subject,
        key);
  }

  private static X509Certificate sign(X509v3CertificateBuilder certificate, PrivateKey authority)
      throws GeneralSecurityException, OperatorCreationException {
    return new JcaX509CertificateConverter()
        .getCertificate(
            certificate.build(new JcaContentSignerBuilder("SHA256withRSA").build(authority)));
  }

  /**
   * Makes an authority and writes it into a file that is not there yet; the caller decides who may
   * read it.
   */
  static SessionAuthority writtenTo(Path file, List<List<String>> groups, boolean anyName)
      throws IOException {
    KeyStore store = store(groups, anyName);
    try (OutputStream out = Files.newOutputStream(file)) {
      store.store(out, PASSWORD);
      return of(store);
    } catch (GeneralSecurityException e) {
      throw new IOException("could not write certificates to " + file + ": " + e, e);
    }
  }

  /** Reads the authority from a file of {@link #writtenTo}. */
  static SessionAuthority readFrom(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(in, PASSWORD);
      return of(store);
    } catch (GeneralSecurityException e) {
      throw new IOException("could not read certificates from " + file + ": " + e, e);
    }
  }

  /** Returns whether it has at least half of its time before it. */
  boolean isFresh(Instant now) {
    return certificate.getNotAfter().toInstant().isAfter(now.plus(VALIDITY.dividedBy(2)));
  }

  private static SessionAuthority of(KeyStore store) throws GeneralSecurityException, IOException {
    boolean anyName = store.containsAlias(SIGNER);
    Certificate[] chain = store.getCertificateChain(anyName ? ANY_SERVER : "server-0");
    if (chain == null || chain.length != 2 || !(chain[1] instanceof X509Certificate authority)) {
      throw new IOException("there are no certificates of ours");
    }
    KeyManagerFactory managers = KeyManagerFactory.getInstance(BY_HOST_NAME);
    managers.init(store, PASSWORD);
    return new SessionAuthority(
        authority,
        context(managers.getKeyManagers()),
        anyName ? Optional.of(context(named(store, authority))) : Optional.empty());
  }

  private static KeyManager named(KeyStore store, X509Certificate authority)
      throws GeneralSecurityException {
    PrivateKey signer = (PrivateKey) store.getKey(SIGNER, PASSWORD);
    PublicKey key = store.getCertificate(ANY_SERVER).getPublicKey();
    return new NamedCertificates(
        AwsHosts::isService,
        name -> {
          try {
            return new X509Certificate[] {server(key, signer, List.of(name)), authority};
          } catch (GeneralSecurityException | OperatorCreationException | IOException e) {
            throw new IllegalStateException(
                "could not make a certificate for " + name + ": " + e, e);
          }
        },
        (PrivateKey) store.getKey(ANY_SERVER, PASSWORD));
  }

  private static SSLContext context(KeyManager... managers) throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers, null, null);
    return context;
  }
}
