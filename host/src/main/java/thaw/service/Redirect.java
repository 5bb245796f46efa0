package thaw.service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import thaw.sandbox.Bind;
import thaw.sandbox.Instance;
import thaw.sandbox.Jdk;
import thaw.sandbox.Trees;

/** How SDKs that dial AWS's own host names are led to a local service, or why they are not. */
sealed interface Redirect extends AutoCloseable {
  /**
   * Files for a function's box.
   *
   * @param missing one line each
   */
  record Binds(List<Bind> binds, List<String> missing) {}

  /**
   * Opens the front; it serves from {@link #leadTo} on.
   *
   * @param names the host names that lead to it
   */
  static Redirect open(Instance instance, List<String> names) {
    if (!instance.host().hasMountNamespaces()) {
      return new Unavailable(
          "no mount namespace, so no hosts file and no trust store for the function alone");
    }
    SessionAuthority authority = SessionAuthority.forNames(names);
    Path directory = temporaryIn(instance.directory());
    try {
      TlsFront front = TlsFront.listen(authority.server(), TlsFront.HTTPS);
      String address = front.address().getAddress().getHostAddress();
      return new Open(front, directory, new RedirectFiles(directory, authority, address, names));
    } catch (IOException e) {
      return new Unavailable(
          "could not listen on port 443 of a loopback address ("
              + e.getMessage()
              + "); run as root, or sysctl net.ipv4.ip_unprivileged_port_start=443");
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
            "AWS SDKs that ignore AWS_ENDPOINT_URL_DYNAMODB (all of v1, v2 before 2.28.29) do not"
                + " reach DynamoDB Local: "
                + why));
  }

  void leadTo(InetSocketAddress service);

  Binds bindsFor(Optional<Jdk> functionJdk);

  @Override
  void close();

  /** Through a TLS front. */
  record Open(TlsFront front, Path directory, RedirectFiles files) implements Redirect {
    @Override
    public void leadTo(InetSocketAddress service) {
      front.relayTo(service);
    }

    @Override
    public Binds bindsFor(Optional<Jdk> functionJdk) {
      return files.of(functionJdk);
    }

    @Override
    public void close() {
      front.close();
      try {
        Trees.delete(directory);
      } catch (IOException e) {
        throw new UncheckedIOException("could not remove " + directory + ": " + e, e);
      }
    }
  }

  /** Not at all. */
  record Unavailable(String why) implements Redirect {
    @Override
    public void leadTo(InetSocketAddress service) {}

    @Override
    public Binds bindsFor(Optional<Jdk> functionJdk) {
      return unserved(why);
    }

    @Override
    public void close() {}
  }
}
