package thaw.service.redirect;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.files.Trees;
import thaw.sandbox.Bind;
import thaw.sandbox.Instance;
import thaw.service.own.OwnReaders;
import thaw.service.process.LocalService;

/** Leads SDKs that dial AWS's own host names to local services, or says why it does not. */
public sealed interface Redirect extends AutoCloseable {
  /**
   * Files for a function's box.
   *
   * @param missing one line each
   */
  record Binds(List<Bind> binds, List<String> missing) {}

  /**
   * Opens a front for each service; it serves from {@link #leadTo} on.
   *
   * @param regions the host names that lead to each, of each region; at least one
   * @param kept a folder of the project, so that addresses and certificates are the same in each
   *     run as far as possible; absent: new ones
   */
  static Redirect open(
      Instance instance, List<Map<LocalService, List<String>>> regions, Optional<Path> kept) {
    if (!instance.host().hasMountNamespaces()) {
      return new Unavailable(
          "no mount namespace, so no hosts file and no trust store for the function alone");
    }
    Optional<KeptFolder> folder = kept.map(KeptFolder::new);
    SessionAuthority authority =
        authority(
            regions.stream()
                .map(names -> names.values().stream().flatMap(List::stream).toList())
                .toList(),
            folder);
    int first = kept.map(path -> path.hashCode() & Integer.MAX_VALUE).orElse(0);
    Path directory = temporaryIn(instance.directory());
    Map<LocalService, TlsFront> fronts = new EnumMap<>(LocalService.class);
    try {
      List<HostsFile.Entry> hosts = new ArrayList<>();
      for (LocalService service : regions.getFirst().keySet()) {
        TlsFront front = TlsFront.listen(authority.server(), TlsFront.HTTPS, first);
        fronts.put(service, front);
        String address = front.address().getAddress().getHostAddress();
        for (Map<LocalService, List<String>> names : regions) {
          List<String> ofService = names.getOrDefault(service, List.of());
          hosts.add(new HostsFile.Entry(address, ofService));
        }
      }
      return new Open(fronts, directory, new RedirectFiles(directory, authority, hosts, folder));
    } catch (IOException e) {
      fronts.values().forEach(TlsFront::close);
      return new Unavailable(
          "could not listen on port 443 of a loopback address ("
              + e.getMessage()
              + "); run as root, or sysctl net.ipv4.ip_unprivileged_port_start=443");
    }
  }

  private static SessionAuthority authority(List<List<String>> names, Optional<KeptFolder> folder) {
    try {
      return folder.isPresent() ? folder.get().authority(names) : SessionAuthority.forNames(names);
    } catch (IOException e) {
      return SessionAuthority.forNames(names); // a full disk, or a folder that is not ours
    }
  }

  private static Path temporaryIn(Path parent) {
    try {
      return Files.createTempDirectory(parent, "redirect-");
    } catch (IOException e) {
      throw new UncheckedIOException("could not make a folder in " + parent + ": " + e, e);
    }
  }

  /** Nothing to see in the box, and a line that says for whom that is bad. */
  static Binds unserved(String why) {
    return new Binds(
        List.of(),
        List.of(
            "AWS SDKs that ignore AWS_ENDPOINT_URL_* (all of v1, v2 before 2.28.29) do not"
                + " reach the local services: "
                + why));
  }

  /**
   * @param readers who alone may ask the service: it sees only that we do
   */
  void leadTo(LocalService service, InetSocketAddress address, Optional<OwnReaders> readers);

  Binds bindsFor(JvmTrust trust);

  @Override
  void close();

  /** A redirect through TLS fronts. */
  record Open(Map<LocalService, TlsFront> fronts, Path directory, RedirectFiles files)
      implements Redirect {
    public Open {
      fronts = Map.copyOf(fronts);
    }

    @Override
    public void leadTo(
        LocalService service, InetSocketAddress address, Optional<OwnReaders> readers) {
      TlsFront front = fronts.get(service);
      if (front == null) {
        throw new IllegalArgumentException("no front was opened for " + service);
      }
      front.relayTo(address, client -> readers.isEmpty() || readers.get().admits(client));
    }

    @Override
    public Binds bindsFor(JvmTrust trust) {
      return files.of(trust);
    }

    @Override
    public void close() {
      fronts.values().forEach(TlsFront::close);
      try {
        Trees.delete(directory);
      } catch (IOException e) {
        throw new UncheckedIOException("could not remove " + directory + ": " + e, e);
      }
    }
  }

  /** The absence of a redirect, with the reason. */
  record Unavailable(String why) implements Redirect {
    @Override
    public void leadTo(
        LocalService service, InetSocketAddress address, Optional<OwnReaders> readers) {}

    @Override
    public Binds bindsFor(JvmTrust trust) {
      return unserved(why);
    }

    @Override
    public void close() {}
  }
}
