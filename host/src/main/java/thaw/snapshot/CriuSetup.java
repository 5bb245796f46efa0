package thaw.snapshot;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import thaw.problem.UserMistake;
import thaw.sandbox.Tool;
import thaw.sandbox.Trees;

/**
 * Gets CRIU with all its libraries from Debian's unstable suite into Thaw's own folder. The system
 * stays as it is: apt resolves, downloads and verifies with lists, caches and an empty package
 * status of its own, and nothing is installed by dpkg.
 *
 * @see <a href="https://manpages.debian.org/apt.conf.5">apt.conf(5)</a>
 */
public final class CriuSetup {
  private static final String SUITE = "sid";
  private static final String DEFAULT_MIRROR = "https://deb.debian.org/debian";
  private static final String PACKAGE = "criu";
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final List<Path> KEYRINGS =
      List.of(
          Path.of("/usr/share/keyrings/debian-archive-keyring.gpg"),
          Path.of("/usr/share/keyrings/debian-archive-keyring.pgp"));

  private final CriuFolder folder;
  private final Consumer<String> progress;

  /**
   * @param progress gets a line for people now and then
   */
  public CriuSetup(CriuFolder folder, Consumer<String> progress) {
    this.folder = folder;
    this.progress = progress;
  }

  /**
   * Installs it unless it is there. Of several at a time one works and the others wait for it.
   *
   * @param mirror where Debian's archive is; the machine's own mirror when empty
   * @throws UserMistake when this host is not one where that works, or the mirror does not answer
   */
  public CriuCommand install(Optional<String> mirror) throws IOException {
    mirror.ifPresent(CriuSetup::requireUrl);
    requireHost();
    Files.createDirectories(folder.path());
    Path lockFile = folder.path().resolve("lock");
    try (FileChannel channel =
            FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock _ = lock(channel)) {
      Optional<CriuCommand> there = folder.installed();
      if (there.isPresent()) {
        return there.get();
      }
      for (Path left : folder.unfinished()) {
        Trees.delete(left);
      }
      Path work = folder.newFolder();
      try {
        return installFrom(mirror.isPresent() ? mirror.get() : ownMirror(), work);
      } finally {
        Trees.delete(work);
      }
    }
  }

  private FileLock lock(FileChannel channel) throws IOException {
    FileLock lock = channel.tryLock();
    if (lock == null) {
      progress.accept("another set-up is at work, waiting for it ...");
      lock = channel.lock();
    }
    return lock;
  }

  private static void requireUrl(String mirror) {
    if (!mirror.matches("https?://[^\\s\\[\\]]+")) {
      throw new UserMistake(
          "a mirror must be an http or https URL: " + mirror, "--mirror " + DEFAULT_MIRROR);
    }
  }

  private static void requireHost() {
    if (Machine.OWN == Machine.OTHER) {
      throw new UserMistake(
          "CRIU can be set up on amd64 and arm64, this machine is " + System.getProperty("os.arch"),
          "build CRIU 4.2 or newer (criu.org), and let THAW_CRIU name it");
    }
    for (String tool : List.of("apt-get", "dpkg-deb")) {
      if (!Tool.run(List.of(tool, "--version")).succeeded()) {
        throw new UserMistake(
            "CRIU can be set up on Debian and what is made from it, and there is no " + tool,
            Distribution.ofHost().remedyForCriu());
      }
    }
  }

  private static String ownMirror() throws IOException {
    return Distribution.ofHost().isDebian()
        ? AptMirror.configured(Path.of("/etc/apt")).orElse(DEFAULT_MIRROR)
        : DEFAULT_MIRROR;
  }

  private CriuCommand installFrom(String mirror, Path work) throws IOException {
    Optional<Path> keyring = KEYRINGS.stream().filter(Files::isReadable).findFirst();
    if (keyring.isEmpty() && !mirror.startsWith("https://")) {
      throw new UserMistake(
          "the signature of " + mirror + " cannot be verified: no Debian keyring",
          "apt-get install debian-archive-keyring, or name a mirror: --mirror " + DEFAULT_MIRROR);
    }
    AptFolder apt = AptFolder.make(work.resolve("apt"), mirror, SUITE, keyring);
    progress.accept(
        "reading the list of packages of "
            + mirror
            + " "
            + SUITE
            + (keyring.isPresent()
                ? ", signature verified by " + keyring.get()
                : "; its signature is NOT verified: there is no Debian keyring"));
    apt.run(List.of("update"), PATIENCE, mirror);
    progress.accept("downloading CRIU and the libraries that it needs (some 9 MB) ...");
    apt.run(List.of("install", "--yes", "--download-only", PACKAGE), PATIENCE, mirror);
    Path root = Files.createDirectory(work.resolve("root"));
    String version = "";
    for (Path archive : apt.archives()) {
      Tool unpack =
          Tool.run(List.of("dpkg-deb", "--extract", archive.toString(), root.toString()), PATIENCE);
      if (!unpack.succeeded()) {
        throw new IOException("could not unpack " + archive + ": " + unpack.output());
      }
      String name = archive.getFileName().toString();
      if (name.startsWith(PACKAGE + "_")) {
        version = name.split("_")[1];
      }
    }
    return publish(root, version, mirror);
  }

  private CriuCommand publish(Path root, String version, String mirror) throws IOException {
    CriuCommand criu =
        CriuFolder.inRoot(root)
            .orElseThrow(
                () -> new IOException("what " + mirror + " has as CRIU does not run: " + root));
    if (criu.version().isTooOldFor(System.getProperty("os.version"))) {
      throw new UserMistake(
          mirror + " has CRIU " + version + ", and this kernel needs 4.2 or newer",
          "name a mirror that has it: --mirror " + DEFAULT_MIRROR);
    }
    Path place = folder.path().resolve(version);
    Trees.delete(place); // one that does not run, or it would have been found
    Files.move(root, place, StandardCopyOption.ATOMIC_MOVE);
    return CriuFolder.inRoot(place)
        .orElseThrow(() -> new IOException("CRIU does not run from " + place));
  }
}
