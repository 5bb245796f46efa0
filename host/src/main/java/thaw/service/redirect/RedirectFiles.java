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
import thaw.sandbox.Bind;
import thaw.sandbox.jdk.Jdk;

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
  private static final Path NAME_SERVICE_SWITCH = Path.of("/etc/nsswitch.conf");
  private static final Path LANG = Path.of("/var/lang");

  private final Path directory;
  private final SessionAuthority authority;
  private final List<HostsFile.Entry> hosts;
  private final Optional<KeptFolder> kept;
  private final Map<Optional<Path>, Redirect.Binds> byJdkHome = new ConcurrentHashMap<>();

  /**
   * @param directory for the files
   * @param hosts names of services and where they lead
   * @param kept has trust stores with the authority, where that is kept itself
   */
  RedirectFiles(
      Path directory,
      SessionAuthority authority,
      List<HostsFile.Entry> hosts,
      Optional<KeptFolder> kept) {
    this.directory = directory;
    this.authority = authority;
    this.hosts = List.copyOf(hosts);
    this.kept = kept;
  }

  /**
   * @param functionJdk whose trust stores are served; absent for a function without one
   */
  Redirect.Binds of(Optional<Jdk> functionJdk) {
    return byJdkHome.computeIfAbsent(functionJdk.map(Jdk::home), home -> make(functionJdk));
  }

  private Redirect.Binds make(Optional<Jdk> jdk) {
    try {
      Path files = Files.createTempDirectory(directory, "jdk-");
      List<Bind> binds = new ArrayList<>();
      binds.add(hosts(files));
      binds.addAll(nameServiceSwitch(files));
      binds.addAll(bundles(files));
      if (jdk.isPresent()) {
        List<Bind> stores = trustStores(jdk.get(), files);
        if (stores.isEmpty()) {
          return Redirect.unserved("no readable lib/security/cacerts in " + jdk.get().home());
        }
        binds.addAll(stores);
      }
      return new Redirect.Binds(binds, List.of());
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

  private List<Bind> nameServiceSwitch(Path files) throws IOException {
    if (!Files.isReadable(NAME_SERVICE_SWITCH)) {
      return List.of(); // then the C library's own order: files first
    }
    Optional<String> text = NameServiceSwitch.filesFirst(Files.readString(NAME_SERVICE_SWITCH));
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
      Path copy = files.resolve("bundle" + binds.size() + ".pem");
      Files.writeString(
          copy,
          Files.readString(bundle, StandardCharsets.ISO_8859_1) + "\n" + pem(),
          StandardCharsets.ISO_8859_1);
      binds.add(shared(copy, bundle));
    }
    return binds;
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

  /** A JVM prefers {@code jssecacerts}, which few have. */
  private List<Bind> trustStores(Jdk jdk, Path files) throws IOException {
    List<Bind> binds = new ArrayList<>();
    for (String name : List.of("jssecacerts", "cacerts")) {
      Path store = jdk.home().resolve("lib/security").resolve(name);
      if (Files.isReadable(store)) {
        Path real = store.toRealPath();
        Path copy = files.resolve(name);
        if (kept.isPresent()) {
          Files.copy(kept.get().trustStore(real, authority.certificate()), copy);
        } else {
          TrustStore.copy(real, copy, authority.certificate());
        }
        binds.add(shared(copy, inBox(jdk, real)));
      }
    }
    return binds;
  }

  /** Distributions link the store to one of the system's; others keep it in the JDK's folder. */
  private static Path inBox(Jdk jdk, Path real) {
    return real.startsWith(jdk.home()) ? LANG.resolve(jdk.home().relativize(real)) : real;
  }

  private static Bind shared(Path file, Path target) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    return Bind.readOnly(file, target);
  }
}
