package thaw.snapshot.setup;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.commons.codec.digest.DigestUtils;
import thaw.problem.UserMistake;
import thaw.snapshot.Machine;

/**
 * CRIU and the libraries that it loads, each known by its digest before it is unpacked: no mirror,
 * no key and no connection needs to be trusted. They are those of Ubuntu 26.04 as it was released,
 * for a long-term release never changes, while Debian's stable suite has an older CRIU, and its
 * testing and unstable suites drop a version when the next one comes.
 *
 * @param packages the first is CRIU itself
 * @param archives where they may be, in the order of asking
 */
record PinnedPackages(List<Pinned> packages, List<String> archives) implements CriuOrigin {
  static final String DEFAULT_MIRROR = "http://archive.ubuntu.com/ubuntu";

  private static final String LIST = "criu.debs";

  /** The first serves a release while it is supported, the others for longer. */
  private static final List<String> LASTING =
      List.of(
          DEFAULT_MIRROR,
          "https://snapshot.ubuntu.com/ubuntu/20260501T000000Z",
          "http://old-releases.ubuntu.com/ubuntu");

  PinnedPackages {
    packages = List.copyOf(packages);
    archives = List.copyOf(archives);
  }

  /**
   * A package of a list's line: path in the archive and the SHA-256 of each architecture's file.
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
   * @param first mirrors to ask before those that are known to have them
   */
  static PinnedPackages from(List<String> first) {
    List<String> archives = new ArrayList<>(first);
    archives.addAll(LASTING);
    return new PinnedPackages(list(), archives.stream().distinct().toList());
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

  @Override
  public String version(List<Path> fetched) {
    return version();
  }

  private String version() {
    return packages.getFirst().version();
  }

  /**
   * @throws UserMistake when no archive has them, or one has other bytes under their name
   */
  @Override
  public List<Path> fetch(AptFolder apt, Consumer<String> progress) throws IOException {
    List<Path> files = new ArrayList<>();
    List<String> refusals = new ArrayList<>();
    for (String archive : archives) {
      progress.accept(
          "downloading CRIU %s and its libraries (7 MB, known by their digests) from %s ..."
              .formatted(version(), archive));
      Optional<String> refusal = fetchFrom(archive, apt, files);
      if (refusal.isEmpty()) {
        return files;
      }
      refusals.add(archive + ": " + refusal.get());
    }
    throw new UserMistake(
        "CRIU " + version() + " could not be downloaded: " + String.join("; ", refusals),
        "check the network, or name a mirror of Ubuntu: thaw setup --mirror URL; where only a"
            + " mirror of Debian is in reach: thaw setup --newest");
  }

  /** The first refusal ends it: an archive that is down would have us wait for each package. */
  private Optional<String> fetchFrom(String archive, AptFolder apt, List<Path> files)
      throws IOException {
    for (Pinned wanted : packages.subList(files.size(), packages.size())) {
      Path file = apt.path().resolve(wanted.fileName(Machine.OWN));
      Optional<String> refusal = apt.download(archive + "/" + wanted.path(Machine.OWN), file);
      if (refusal.isPresent()) {
        return refusal;
      }
      check(file, wanted, archive);
      files.add(file);
    }
    return Optional.empty();
  }

  private static void check(Path file, Pinned wanted, String archive) throws IOException {
    String found = sha256(file);
    if (!found.equals(wanted.sha256(Machine.OWN))) {
      throw new UserMistake(
          "%s of %s has another digest than expected: %s, not %s"
              .formatted(file.getFileName(), archive, found, wanted.sha256(Machine.OWN)),
          "see what stands between this machine and the archive (a proxy, a login page), or name"
              + " another mirror of Ubuntu: thaw setup --mirror URL");
    }
  }

  private static String sha256(Path file) throws IOException {
    return DigestUtils.sha256Hex(Files.readAllBytes(file));
  }
}
