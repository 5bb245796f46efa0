package thaw.service.redirect;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.commons.codec.digest.DigestUtils;
import thaw.function.packaging.OwnFiles;

/**
 * The folder that the fronts of one project share from run to run, with certificates and the trust
 * stores that name their authority. A function that was dumped with them in its memory can be
 * restored in a later run.
 *
 * <p>Nobody else enters it: whoever had the servers' key could pass for a local service towards
 * functions, and towards nobody else. Several programs may use it at a time.
 *
 * @param path made when it is needed
 */
record KeptFolder(Path path) {
  /** Twice as long as certificates are valid: nobody has them in use any more. */
  private static final Duration KEPT = Duration.ofDays(28);

  private static final String NEW = "new-";
  private static final int DIGITS = 32;

  /**
   * The project's certificates for these groups of names; made when they are missing or old.
   *
   * @param anyName as in {@link SessionAuthority#forNames}
   */
  SessionAuthority authority(List<List<String>> groups, boolean anyName) throws IOException {
    OwnFiles.makeClosed(path);
    Path file = path.resolve("authority-" + digest(groups + (anyName ? "+" : "")) + ".p12");
    if (Files.exists(file)) {
      try {
        SessionAuthority known = SessionAuthority.readFrom(file);
        if (known.isFresh(Instant.now())) {
          return known;
        }
      } catch (IOException e) {
        // Of another version, or cut off by a full disk: it is made anew.
      }
    }
    removeOld();
    Path made = Files.createTempFile(path, NEW, ""); // for its owner only
    SessionAuthority authority = SessionAuthority.writtenTo(made, groups, anyName);
    Files.move(made, file, StandardCopyOption.ATOMIC_MOVE);
    return authority;
  }

  /** A trust store with the authority in it; each copy would differ in its dates. */
  Path trustStore(Path original, X509Certificate authority) throws IOException {
    Path file = path.resolve("trust-" + digest(original, authority));
    if (Files.exists(file)) {
      Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
      return file;
    }
    Path made = Files.createTempFile(path, NEW, "");
    try {
      TrustStore.copy(original, made, authority);
      Files.move(made, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(made); // where it was not moved
    }
    return file;
  }

  private static String digest(Path original, X509Certificate authority) throws IOException {
    try {
      return digest(
          DigestUtils.sha256Hex(Files.readAllBytes(original))
              + DigestUtils.sha256Hex(authority.getEncoded()));
    } catch (CertificateEncodingException e) {
      throw new IOException("could not encode our own certificate: " + e, e);
    }
  }

  private static String digest(String text) {
    return DigestUtils.sha256Hex(text).substring(0, DIGITS);
  }

  /** Removes old folders of all projects. One that cannot be removed only takes room. */
  private void removeOld() {
    Path all = path.toAbsolutePath().getParent();
    if (all == null) {
      return;
    }
    Instant before = Instant.now().minus(KEPT);
    try (DirectoryStream<Path> projects = Files.newDirectoryStream(all, Files::isDirectory)) {
      for (Path project : projects) {
        removeOld(project, before);
      }
    } catch (IOException | DirectoryIteratorException e) {
      // Another program removes as well, or a folder is somebody else's.
    }
  }

  private static void removeOld(Path project, Instant before) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(project)) {
      for (Path file : files) {
        if (Files.getLastModifiedTime(file).toInstant().isBefore(before)) {
          Files.deleteIfExists(file);
        }
      }
    }
  }
}
