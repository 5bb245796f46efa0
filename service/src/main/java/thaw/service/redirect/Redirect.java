package thaw.service.redirect;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
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

  /** Host names of something else, which answers at ports of its own. */
  record Names(List<String> names, List<Integer> ports) {
    public Names {
      names = List.copyOf(names);
      ports = List.copyOf(ports);
    }
  }

  /**
   * Opens a front for each service; it serves from {@link #leadTo} on.
   *
   * @param regions the host names that lead to each, of each region; at least one
   * @param others what takes connections itself, see {@link #listeners}
   * @param emulator where all other hosts of AWS's services lead; absent: to AWS
   * @param kept a folder of the project, so that addresses and certificates are the same in each
   *     run as far as possible; absent: new ones
   */
  static Redirect open(
      Instance instance,
      List<Map<LocalService, List<String>>> regions,
      List<Names> others,
      Optional<Emulator> emulator,
      Optional<Path> kept) {
    if (!instance.host().hasMountNamespaces()) {
      return new Unavailable(
          "no mount namespace, so no hosts file and no trust store for the function alone");
    }
    Optional<KeptFolder> folder = kept.map(KeptFolder::new);
    SessionAuthority authority =
        authority(
            Stream.concat(
                    regions.stream()
                        .map(names -> names.values().stream().flatMap(List::stream).toList()),
                    others.stream().map(Names::names))
                .filter(names -> !names.isEmpty())
                .toList(),
            emulator.isPresent(),
            folder);
    int first = kept.map(path -> path.hashCode() & Integer.MAX_VALUE).orElse(0);
    Path directory = temporaryIn(instance.directory());
    Map<LocalService, TlsFront> fronts = new EnumMap<>(LocalService.class);
    Map<Names, List<ServerSocket>> listeners = new LinkedHashMap<>();
    List<HostsFile.Entry> hosts = new ArrayList<>();
    try {
      for (Names each : others) {
        List<ServerSocket> sockets = TlsFront.bound(ServerSocket::new, each.ports(), first);
        listeners.put(each, sockets);
        hosts.add(
            new HostsFile.Entry(
                sockets.getFirst().getInetAddress().getHostAddress(), each.names()));
      }
    } catch (IOException e) {
      closeAll(listeners.values());
      return new Unavailable("could not listen on a loopback address: " + e.getMessage());
    }
    List<HostsFile.Entry> found = List.copyOf(hosts);
    try {
      for (LocalService service : regions.getFirst().keySet()) {
        TlsFront front = TlsFront.listen(authority.server(), TlsFront.HTTPS, first);
        fronts.put(service, front);
        String address = front.address().getAddress().getHostAddress();
        for (Map<LocalService, List<String>> names : regions) {
          List<String> ofService = names.getOrDefault(service, List.of());
          hosts.add(new HostsFile.Entry(address, ofService));
        }
      }
      List<String> missing = new ArrayList<>();
      Optional<EmulatorFront> front =
          emulator.flatMap(each -> front(instance, authority, first, each, missing));
      return new Open(
          fronts,
          listeners,
          front,
          authority.server(),
          directory,
          new RedirectFiles(directory, authority, hosts, front.map(EmulatorFront::address), folder),
          missing);
    } catch (IOException e) {
      fronts.values().forEach(TlsFront::close);
      String why = notHeard(TlsFront.HTTPS, e);
      return others.isEmpty()
          ? new Unavailable(why)
          : new Open(
              Map.of(),
              listeners,
              Optional.empty(),
              authority.server(),
              directory,
              new RedirectFiles(directory, authority, found, Optional.empty(), folder),
              unserved(why).missing());
    }
  }

  private static void closeAll(Collection<List<ServerSocket>> listeners) {
    try {
      for (List<ServerSocket> each : listeners) {
        for (ServerSocket socket : each) {
          socket.close();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("could not close a listener: " + e, e);
    }
  }

  /**
   * The emulator's; empty where there can be none, which costs the services nothing.
   *
   * @param missing gets the line that says so
   */
  private static Optional<EmulatorFront> front(
      Instance instance,
      SessionAuthority authority,
      int first,
      Emulator emulator,
      List<String> missing) {
    try {
      return Optional.of(
          EmulatorFront.open(instance, authority.anyName().orElseThrow(), first, emulator));
    } catch (IOException e) {
      missing.add(
          "AWS SDKs that ignore AWS_ENDPOINT_URL (all of v1, v2 before 2.28.29) do not reach the"
              + " emulator: "
              + notHeard(NameServer.DNS, e));
      return Optional.empty();
    }
  }

  private static String notHeard(int port, IOException cause) {
    return "could not listen on port %d of a loopback address (%s); run as root, or sysctl net.ipv4.ip_unprivileged_port_start=%d"
        .formatted(port, cause.getMessage(), port);
  }

  private static SessionAuthority authority(
      List<List<String>> names, boolean anyName, Optional<KeptFolder> folder) {
    if (folder.isPresent()) {
      try {
        return folder.get().authority(names, anyName);
      } catch (IOException e) {
        // A full disk, or a folder that is not ours.
      }
    }
    return SessionAuthority.forNames(names, anyName);
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

  /** Listeners for clients who come by these names; whoever takes them closes them. */
  Optional<List<ServerSocket>> listeners(Names names);

  /** Certificates for all names. */
  Optional<SSLContext> certificates();

  Binds bindsFor(JvmTrust trust);

  @Override
  void close();

  /**
   * A redirect through TLS fronts.
   *
   * @param missing what does not arrive by names, and why, one line each
   */
  record Open(
      Map<LocalService, TlsFront> fronts,
      Map<Names, List<ServerSocket>> listening,
      Optional<EmulatorFront> emulator,
      SSLContext server,
      Path directory,
      RedirectFiles files,
      List<String> missing)
      implements Redirect {
    public Open {
      fronts = Map.copyOf(fronts);
      listening = Map.copyOf(listening);
      missing = List.copyOf(missing);
    }

    @Override
    public Optional<List<ServerSocket>> listeners(Names names) {
      return Optional.ofNullable(listening.get(names));
    }

    @Override
    public Optional<SSLContext> certificates() {
      return Optional.of(server);
    }

    @Override
    public void leadTo(
        LocalService service, InetSocketAddress address, Optional<OwnReaders> readers) {
      TlsFront front = fronts.get(service);
      if (front == null) { // no port to listen on, or no names that lead there
        return;
      }
      front.relayTo(address, client -> readers.isEmpty() || readers.get().admits(client));
    }

    @Override
    public Binds bindsFor(JvmTrust trust) {
      Binds binds = files.of(trust);
      return new Binds(
          binds.binds(), Stream.concat(binds.missing().stream(), missing.stream()).toList());
    }

    @Override
    public void close() {
      fronts.values().forEach(TlsFront::close);
      closeAll(listening.values());
      emulator.ifPresent(EmulatorFront::close);
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
    public Optional<List<ServerSocket>> listeners(Names names) {
      return Optional.empty();
    }

    @Override
    public Optional<SSLContext> certificates() {
      return Optional.empty();
    }

    @Override
    public Binds bindsFor(JvmTrust trust) {
      return unserved(why);
    }

    @Override
    public void close() {}
  }
}
