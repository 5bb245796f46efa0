package thaw.snapshot;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.commons.codec.digest.DigestUtils;
import thaw.problem.UserMistake;

/**
 * CRIU and the libraries that it loads, each known by its digest before it is unpacked: no mirror,
 * no key and no connection needs to be trusted. They are those of Ubuntu 26.04 as it was released,
 * for a long-term release never changes, while Debian's stable suite has an older CRIU, and its
 * testing and unstable suites drop a version when the next one comes.
 *
 * @param packages the first is CRIU itself
 * @param archives where they may be, in the order of asking
 */
record PinnedPackages(List<Pinned> packages, List<String> archives) {
  static final String DEFAULT_MIRROR = "http://archive.ubuntu.com/ubuntu";

  private static final String LIST = "criu.debs";

  /** The first serves a release while it is supported, the others for longer. */
  private static final List<String> LASTING =
      List.of(
          DEFAULT_MIRROR,
          "https://snapshot.ubuntu.com/ubuntu/20260501T000000Z",
          "http://old-releases.ubuntu.com/ubuntu");

  private static final Duration CONNECTING = Duration.ofSeconds(30);
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  PinnedPackages {
    packages = List.copyOf(packages);
    archives = List.copyOf(archives);
  }

  /**
   * A line of the list: path in the archive and the SHA-256 of each architecture's file.
   *
   * @param path with ARCH where the file of an architecture has its name
   */
  record Pinned(String path, String amd64, String arm64) {
    static Pinned of(String line) {
      String[] parts = line.split(" ", -1);
      if (parts.length != 3) {
        throw new IllegalStateException("no path, digest and digest: " + line);
      }
      return new Pinned(parts[0], parts[1], parts[2]);
    }

    String path(Machine machine) {
      return path.replace("ARCH", machine.debian());
    }

    String fileName(Machine machine) {
      return path(machine).substring(path.lastIndexOf('/') + 1);
    }

    /** Returns the version as Debian writes it, without the epoch. */
    String version() {
      return path.substring(path.lastIndexOf('/') + 1).split("_")[1];
    }

    String sha256(Machine machine) {
      return machine == Machine.ARM64 ? arm64 : amd64;
    }
  }

  /**
   * @param first a mirror to ask before those that are known to have them
   */
  static PinnedPackages from(Optional<String> first) {
    List<String> archives = new ArrayList<>(first.stream().toList());
    archives.addAll(LASTING);
    return new PinnedPackages(list(), archives);
  }

  static List<Pinned> list() {
    try (InputStream lines = PinnedPackages.class.getResourceAsStream(LIST)) {
      if (lines == null) {
        throw new IllegalStateException("our own list is not to be found: " + LIST);
      }
      return new String(lines.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(Pinned::of)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + LIST + ": " + e, e);
    }
  }

  /** Returns CRIU's version. */
  String version() {
    return packages.getFirst().version();
  }

  /**
   * Returns the verified packages, which are still to be unpacked.
   *
   * @param folder for their files
   * @param environment of this process, whose {@code http_proxy} and {@code https_proxy} are used
   * @param progress gets a line for people for each archive
   * @throws UserMistake when no archive has them, or one has other bytes under their name
   */
  List<Path> fetch(Path folder, Map<String, String> environment, Consumer<String> progress)
      throws IOException {
    List<Path> files = new ArrayList<>();
    List<String> refusals = new ArrayList<>();
    for (String archive : archives) {
      progress.accept(
          "downloading CRIU %s and its libraries (7 MB, known by their digests) from %s ..."
              .formatted(version(), archive));
      try (HttpClient client = client(archive, environment)) {
        // The first refusal ends it: an archive that is down would have us wait for each package.
        for (Pinned wanted : packages.subList(files.size(), packages.size())) {
          files.add(download(client, archive, wanted, folder));
        }
        return files;
      } catch (IOException e) {
        refusals.add(archive + ": " + reason(e));
      }
    }
    throw new UserMistake(
        "CRIU " + version() + " could not be downloaded: " + String.join("; ", refusals),
        "check the network (http_proxy and https_proxy name a proxy), or name a mirror of Ubuntu:"
            + " thaw setup --mirror URL");
  }

  private static HttpClient client(String archive, Map<String, String> environment) {
    HttpClient.Builder client =
        HttpClient.newBuilder()
            .followRedirects(HttpClient.Redirect.NORMAL)
            .connectTimeout(CONNECTING);
    String variable = URI.create(archive).getScheme() + "_proxy";
    String proxy = environment.getOrDefault(variable, "");
    if (!proxy.isBlank()) {
      client.proxy(ProxySelector.of(proxyAddress(variable, proxy)));
    }
    return client.build();
  }

  private static InetSocketAddress proxyAddress(String variable, String proxy) {
    try {
      URI uri = new URI(proxy.contains("://") ? proxy : "http://" + proxy);
      if (uri.getHost() != null && uri.getUserInfo() == null) {
        return new InetSocketAddress(uri.getHost(), uri.getPort() < 0 ? 80 : uri.getPort());
      }
    } catch (URISyntaxException _) {
      // as one without a host
    }
    throw new UserMistake(
        variable + " names no proxy that Thaw can use: it must be http://HOST:PORT",
        "set it so, without a user's name, or name a mirror that needs no proxy (--mirror URL)");
  }

  private static Path download(HttpClient client, String archive, Pinned wanted, Path folder)
      throws IOException {
    URI uri = URI.create(archive + "/" + wanted.path(Machine.OWN));
    HttpResponse<byte[]> response;
    try {
      response =
          client.send(
              HttpRequest.newBuilder(uri).timeout(PATIENCE).build(), BodyHandlers.ofByteArray());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    if (response.statusCode() != 200) {
      throw new IOException("HTTP " + response.statusCode() + " for " + uri.getPath());
    }
    String found = DigestUtils.sha256Hex(response.body());
    if (!found.equals(wanted.sha256(Machine.OWN))) {
      throw new UserMistake(
          "%s of %s has another digest than expected: %s, not %s"
              .formatted(wanted.fileName(Machine.OWN), archive, found, wanted.sha256(Machine.OWN)),
          "see what stands between this machine and the archive (a proxy, a login page), or name"
              + " another mirror of Ubuntu: thaw setup --mirror URL");
    }
    return Files.write(folder.resolve(wanted.fileName(Machine.OWN)), response.body());
  }

  private static String reason(IOException e) {
    String message = e.getMessage();
    return message == null ? e.getClass().getSimpleName() : message;
  }
}
