package thaw.snapshot.setup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import thaw.problem.UserMistake;

/**
 * The newest CRIU of Debian's unstable suite with all that it depends on, verified by the
 * signatures of Debian's archive. Without a keyring there is nothing to verify it by, and none.
 *
 * @param mirror of Debian's archive
 * @param keyrings where Debian's may be
 */
record NewestPackages(String mirror, List<Path> keyrings) implements CriuOrigin {
  static final String DEFAULT_MIRROR = "https://deb.debian.org/debian";
  static final List<Path> KEYRINGS =
      List.of(
          Path.of("/usr/share/keyrings/debian-archive-keyring.gpg"),
          Path.of("/usr/share/keyrings/debian-archive-keyring.pgp"));

  private static final String SUITE = "sid";
  private static final String PACKAGE = "criu";
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  NewestPackages {
    keyrings = List.copyOf(keyrings);
  }

  /**
   * @throws UserMistake when there is no keyring, or the mirror does not answer
   */
  @Override
  public List<Path> fetch(AptFolder apt, Consumer<String> progress) throws IOException {
    Optional<Path> keyring = keyrings.stream().filter(Files::isReadable).findFirst();
    if (keyring.isEmpty()) {
      throw new UserMistake(
          "the newest CRIU is known by Debian's signatures only, and this system has no Debian keyring",
          "apt-get install debian-archive-keyring, or take the one whose digest is known: thaw"
              + " setup");
    }
    apt.trust(mirror, SUITE, keyring.get());
    progress.accept(
        "reading the list of packages of %s %s, signature verified by %s"
            .formatted(mirror, SUITE, keyring.get()));
    apt.run(List.of("update"), PATIENCE, mirror);
    progress.accept("downloading CRIU and the libraries that it needs (some 9 MB) ...");
    apt.run(List.of("install", "--yes", "--download-only", PACKAGE), PATIENCE, mirror);
    return apt.archives();
  }

  @Override
  public String version(List<Path> fetched) {
    return fetched.stream()
        .map(file -> file.getFileName().toString())
        .filter(name -> name.startsWith(PACKAGE + "_"))
        .map(name -> name.split("_")[1])
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("apt has fetched no " + PACKAGE));
  }
}
