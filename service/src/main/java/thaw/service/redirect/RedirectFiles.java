package thaw.service.redirect;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.CertificateEncodingException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import thaw.sandbox.Bind;

/** The hosts file and trust stores that a function's box sees in place of the host's. */
final class RedirectFiles {
  /**
   * The files in which native clients (the AWS CRT, OpenSSL) look for authorities, by distribution.
   */
  private static final List<Path> PEM_BUNDLES =
      List.of(
          Path.of("/etc/ssl/certs/ca-certificates.crt"), // Debian, Alpine
          Path.of("/etc/pki/tls/certs/ca-bundle.crt"), // Fedora, Amazon Linux
          Path.of("/etc/ssl/ca-bundle.pem"), // SUSE
          Path.of("/etc/ssl/cert.pem"));

  private static final Path HOSTS = Path.of("/etc/hosts");
  private static final Path RESOLVERS = Path.of("/etc/resolv.conf");
  private static final Path NAME_SERVICE_SWITCH = Path.of("/etc/nsswitch.conf");

  private final Path directory;
  private final SessionAuthority authority;
  private final List<HostsFile.Entry> hosts;
  private final Optional<String> nameServer;
  private final Optional<KeptFolder> kept;
  private final Map<JvmTrust, Redirect.Binds> byTrust = new ConcurrentHashMap<>();

  /**
   * @param directory for the files
   * @param hosts names of services and where they lead
   * @param nameServer address of one that is asked in place of the machine's
   * @param kept has trust stores with the authority, where that is kept itself
   */
  RedirectFiles(
      Path directory,
      SessionAuthority authority,
      List<HostsFile.Entry> hosts,
      Optional<String> nameServer,
      Optional<KeptFolder> kept) {
    this.directory = directory;
    this.authority = authority;
    this.hosts = List.copyOf(hosts);
    this.nameServer = nameServer;
    this.kept = kept;
  }

  /**
   * @param trust what the function's JVM reads
   */
  Redirect.Binds of(JvmTrust trust) {
    return byTrust.computeIfAbsent(trust, this::make);
  }

  private Redirect.Binds make(JvmTrust trust) {
    if (!trust.unread().isEmpty()) {
      return Redirect.unserved(trust.unread());
    }
    try {
      Path files = Files.createTempDirectory(directory, "jdk-");
      List<Bind> binds = new ArrayList<>();
      binds.add(hosts(files));
      binds.addAll(resolvers(files));
      binds.addAll(nameServiceSwitch(files));
      binds.addAll(bundles(files));
      List<String> missing = addTrustStores(trust, files, binds);
      return new Redirect.Binds(binds, missing);
    } catch (IOException e) {
      return Redirect.unserved("could not make hosts file and trust stores: " + e.getMessage());
    }
  }

  private Bind hosts(Path files) throws IOException {
    Path copy = files.resolve("hosts");
    String text = HostsFile.with(Files.readString(HOSTS), hosts);
    Files.writeString(copy, text);
    return shared(copy, HOSTS);
  }

  private List<Bind> resolvers(Path files) throws IOException {
    if (nameServer.isEmpty()) {
      return List.of();
    }
    String others =
        Files.isReadable(RESOLVERS)
            ? Files.readAllLines(RESOLVERS).stream()
                .filter(line -> !line.startsWith("nameserver"))
                .map(line -> line + "\n")
                .collect(Collectors.joining())
            : "";
    Path copy = files.resolve("resolv.conf");
    Files.writeString(copy, "nameserver " + nameServer.get() + "\n" + others);
    return List.of(shared(copy, RESOLVERS));
  }

  private List<Bind> nameServiceSwitch(Path files) throws IOException {
    if (!Files.isReadable(NAME_SERVICE_SWITCH)) {
      return List.of(); // then the C library's own order: files first
    }
    String original = Files.readString(NAME_SERVICE_SWITCH);
    Optional<String> text =
        nameServer.isPresent()
            ? Optional.of(NameServiceSwitch.filesThenServer(original))
            : NameServiceSwitch.filesFirst(original);
    if (text.isEmpty()) {
      return List.of();
    }
    Path copy = Files.writeString(files.resolve("nsswitch.conf"), text.get());
    return List.of(shared(copy, NAME_SERVICE_SWITCH));
  }

  private List<Bind> bundles(Path files) throws IOException {
    Set<Path> real = new LinkedHashSet<>();
    for (Path bundle : PEM_BUNDLES) {
      if (Files.isReadable(bundle)) {
        real.add(bundle.toRealPath());
      }
    }
    List<Bind> binds = new ArrayList<>();
    for (Path bundle : real) {
      Path copy = files.resolve("bundle" + binds.size() + JvmTrust.PEM);
      addTo(bundle, copy);
      binds.add(shared(copy, bundle));
    }
    return binds;
  }

  private void addTo(Path bundle, Path copy) throws IOException {
    Files.writeString(
        copy,
        Files.readString(bundle, StandardCharsets.ISO_8859_1) + "\n" + pem(),
        StandardCharsets.ISO_8859_1);
  }

  private String pem() {
    try {
      byte[] encoded = authority.certificate().getEncoded();
      return "-----BEGIN CERTIFICATE-----\n"
          + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded)
          + "\n-----END CERTIFICATE-----\n";
    } catch (CertificateEncodingException e) {
      throw new IllegalStateException("could not encode our own certificate: " + e, e);
    }
  }

  /**
   * Adds what the function's JVM trusts.
   *
   * @return what to say of those that are no trust stores: whoever has filled a package may call
   *     any file so, and other programs in it reach the services all the same
   */
  private List<String> addTrustStores(JvmTrust trust, Path files, List<Bind> binds)
      throws IOException {
    List<String> unread = new ArrayList<>();
    for (JvmTrust.Store store : trust.stores()) {
      Path copy = files.resolve("trust" + binds.size());
      try {
        if (store.file().toString().endsWith(JvmTrust.PEM)) {
          addTo(store.file(), copy);
        } else if (kept.isPresent()) {
          Files.copy(kept.get().trustStore(store.file(), authority.certificate()), copy);
        } else {
          TrustStore.copy(store.file(), copy, authority.certificate());
        }
      } catch (TrustStore.Unreadable e) {
        unread.add("" + e.getMessage());
        continue;
      }
      binds.add(shared(copy, store.inBox()));
    }
    return unread.isEmpty() ? List.of() : Redirect.unserved(String.join("; ", unread)).missing();
  }

  private static Bind shared(Path file, Path target) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    return Bind.readOnly(file, target);
  }
}
