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
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import thaw.files.Trees;
import thaw.problem.UserMistake;
import thaw.sandbox.kernel.Tool;

/**
 * Gets CRIU with all its libraries into Thaw's own folder. The system stays as it is: packages are
 * unpacked there and not installed. {@link PinnedPackages} says why they may be trusted.
 */
public final class CriuSetup {
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private final CriuFolder folder;
  private final Map<String, String> environment;
  private final Consumer<String> progress;

  /**
   * @param environment of this process, which may name proxies
   * @param progress gets a line for people now and then
   */
  public CriuSetup(CriuFolder folder, Map<String, String> environment, Consumer<String> progress) {
    this.folder = folder;
    this.environment = Map.copyOf(environment);
    this.progress = progress;
  }

  /**
   * Installs the one that Thaw knows by its digests, unless some is there. Of several at a time one
   * works and the others wait for it.
   *
   * @param mirror of Ubuntu's archive, asked first
   * @throws UserMistake when this host is not one where that works, or no archive has it
   */
  public CriuCommand install(Optional<String> mirror) throws IOException {
    mirror.ifPresent(CriuSetup::requireUrl);
    return install(PinnedPackages.from(mirror.map(url -> url.replaceAll("/+$", ""))));
  }

  CriuCommand install(PinnedPackages packages) throws IOException {
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
        Path root = Files.createDirectory(work.resolve("root"));
        for (Path archive : packages.fetch(work, environment, progress)) {
          unpack(archive, root);
        }
        return publish(root, packages.version());
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
          "a mirror must be an http or https URL: " + mirror,
          "use for example --mirror " + PinnedPackages.DEFAULT_MIRROR);
    }
  }

  private static void requireHost() {
    if (Machine.OWN == Machine.OTHER) {
      throw new UserMistake(
          "CRIU can be set up on amd64 and arm64, this machine is " + System.getProperty("os.arch"),
          "build CRIU 4.2 or newer (criu.org), and let THAW_CRIU name it");
    }
    if (!Tool.run(List.of("dpkg-deb", "--version")).succeeded()) {
      throw new UserMistake(
          "CRIU can be set up on Debian and what is made from it, and this system has no dpkg-deb",
          LinuxDistribution.ofHost().remedyForCriu());
    }
  }

  private static void unpack(Path archive, Path root) {
    Tool unpack =
        Tool.run(List.of("dpkg-deb", "--extract", archive.toString(), root.toString()), PATIENCE);
    if (!unpack.succeeded()) {
      throw new UserMistake(
          "could not unpack " + archive.getFileName() + ": " + unpack.firstLine(),
          "make room in "
              + root.getParent()
              + ", or, when it speaks of an unknown compression, install dpkg 1.21.18 or newer");
    }
  }

  private CriuCommand publish(Path root, String version) throws IOException {
    CriuCommand criu =
        CriuFolder.inRoot(root)
            .orElseThrow(() -> new IOException("CRIU " + version + " does not run here: " + root));
    Path place = folder.path().resolve(version);
    Trees.delete(place); // one that does not run, or it would have been found
    Files.move(root, place, StandardCopyOption.ATOMIC_MOVE);
    return CriuFolder.inRoot(place)
        .orElseThrow(() -> new IOException("CRIU does not run from " + place));
  }
}
