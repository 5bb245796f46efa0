package thaw.program;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The zip of Thaw, unpacked into the user's cache once for each content. Two builds at once may do
 * so: each unpacks beside it and the one that is done first gives its folder the name.
 */
public final class ProgramZip {
  private static final String UNFINISHED = ".new-";
  private static final int WRITTEN_BY_ALL = 02;

  /** Whatever is unfinished for longer belongs to a build that was killed. */
  private static final Duration ABANDONED = Duration.ofDays(1);

  private ProgramZip() {}

  /**
   * Returns the folder in which zips are unpacked.
   *
   * @param environment the variables of this JVM
   */
  public static Path cache(Map<String, String> environment) {
    String told = environment.getOrDefault("XDG_CACHE_HOME", "");
    Path caches =
        told.startsWith("/") ? Path.of(told) : Path.of(System.getProperty("user.home"), ".cache");
    return caches.resolve("thaw/distribution");
  }

  /**
   * Unpacks it, unless that was done before.
   *
   * @param cache folder in which each content has its own
   * @return the home, which has {@code bin/thaw}
   * @throws ThawException when it cannot be unpacked
   */
  public static Path home(Path zip, Path cache) {
    try {
      Path home = cache.resolve(digest(zip).substring(0, 32));
      requireOwn(cache);
      if (!Files.isDirectory(home)) {
        Files.createDirectories(cache);
        requireOwn(cache);
        removeAbandoned(cache);
        unpack(zip, home);
      }
      requireOwn(home);
      return home;
    } catch (IOException | UncheckedIOException e) {
      throw new ThawException(
          "the zip of Thaw could not be unpacked: " + zip + " into " + cache + ": " + e,
          "look whether the file is whole and the folder has room and can be written;"
              + " XDG_CACHE_HOME names another one",
          e);
    }
  }

  /** What is in it is run: nobody but this user and root may have put it there. */
  private static void requireOwn(Path folder) throws IOException {
    Path self = Path.of("/proc/self");
    if (!Files.exists(folder) || !Files.exists(self)) { // on another system the program says so
      return;
    }
    int user = (int) Files.getAttribute(self, "unix:uid");
    Map<String, Object> known = Files.readAttributes(folder, "unix:uid,mode");
    int owner = (int) Objects.requireNonNull(known.get("uid"));
    int mode = (int) Objects.requireNonNull(known.get("mode"));
    boolean isOwn = owner == user || owner == 0;
    if (!isOwn || (mode & WRITTEN_BY_ALL) != 0) {
      throw new IOException(
          isOwn ? folder + " can be written by others" : folder + " belongs to the user " + owner);
    }
  }

  private static String digest(Path zip) throws IOException {
    try (InputStream from = Files.newInputStream(zip)) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] buffer = new byte[256 * 1024];
      for (int count = from.read(buffer); count > 0; count = from.read(buffer)) {
        digest.update(buffer, 0, count);
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // each Java has it
    }
  }

  private static void unpack(Path zip, Path home) throws IOException {
    Path unfinished = Files.createTempDirectory(home.getParent(), home.getFileName() + UNFINISHED);
    try {
      copy(zip, unfinished);
      Files.setPosixFilePermissions(unfinished, PosixFilePermissions.fromString("rwxr-xr-x"));
      Files.move(unfinished, home, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileSystemException e) {
      if (!Files.isDirectory(home)) { // another build was not faster
        throw e;
      }
    } finally {
      delete(unfinished);
    }
  }

  /** Copies what the zip has, without the one folder that all is in. */
  private static void copy(Path zip, Path to) throws IOException {
    try (FileSystem files =
        FileSystems.newFileSystem(zip, Map.of("enablePosixFileAttributes", true))) {
      Path only = onlyFolder(files.getPath("/"));
      for (Path from : all(only)) {
        Path target = to.resolve(only.relativize(from).toString()).normalize();
        if (!target.startsWith(to)) {
          throw new IOException("it has an entry outside of its folder: " + from);
        }
        if (Files.isDirectory(from)) {
          Files.createDirectories(target);
        } else {
          Files.copy(from, target);
          Files.setPosixFilePermissions(target, Files.getPosixFilePermissions(from));
        }
      }
    }
  }

  private static Path onlyFolder(Path root) throws IOException {
    try (Stream<Path> inside = Files.list(root)) {
      List<Path> first = inside.collect(Collectors.toList());
      if (first.size() != 1 || !Files.isRegularFile(first.get(0).resolve("bin/thaw"))) {
        throw new IOException(
            "it is not a distribution of Thaw: it does not have one folder with bin/thaw");
      }
      return first.get(0);
    }
  }

  private static List<Path> all(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.collect(Collectors.toList());
    }
  }

  private static void removeAbandoned(Path cache) throws IOException {
    Instant before = Instant.now().minus(ABANDONED);
    try (DirectoryStream<Path> all = Files.newDirectoryStream(cache, "*" + UNFINISHED + "*")) {
      for (Path each : all) {
        try {
          if (Files.getLastModifiedTime(each).toInstant().isBefore(before)) {
            delete(each);
          }
        } catch (NoSuchFileException e) {
          // Another build has just given it its name.
        }
      }
    }
  }

  private static void delete(Path folder) {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> all = Files.walk(folder)) {
      all.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(java.io.File::delete);
    } catch (IOException | UncheckedIOException e) {
      // Another build removes it, too; what is left is removed by a later one.
    }
  }
}
