package thaw.platform.record;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.apache.commons.codec.digest.DigestUtils;
import thaw.function.packaging.OwnFiles;
import thaw.function.packaging.PackageLimit;

/**
 * Zips of functions and layers, each a file that is named by its SHA-256. A file is complete: it is
 * written under another name and renamed. Nothing is removed while functions may run: a version
 * that was deleted may still do so, and a layer that was deleted may still be in use.
 */
public final class CodeStore {
  /**
   * The most entries of a zip. The limit is not Lambda's, which has none; a zip of some MB can name
   * millions.
   */
  private static final int MOST_ENTRIES = 100_000;

  private final Path folder;

  /** Something that writes the bytes that are to be kept. */
  public interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  public CodeStore(Path folder) {
    this.folder = folder;
  }

  /**
   * Keeps an uploaded zip.
   *
   * @throws Refused when Lambda would refuse it
   */
  public PackagedCode upload(Content zip) {
    return keep(zip, true);
  }

  /** Keeps what is known to be a zip. */
  public PackagedCode keep(Content content) {
    return keep(content, false);
  }

  /** An empty file for a zip while it comes; what a kill leaves of it goes at the next start. */
  public Path incoming() {
    try {
      OwnFiles.makeClosed(folder);
      return Files.createTempFile(folder, ".incoming-", ".zip");
    } catch (IOException e) {
      throw new UncheckedIOException("could not make a file in " + folder + ": " + e, e);
    }
  }

  private PackagedCode keep(Content content, boolean check) {
    try {
      Path incoming = incoming();
      try {
        MessageDigest digest = DigestUtils.getSha256Digest();
        try (OutputStream out = new DigestOutputStream(Files.newOutputStream(incoming), digest)) {
          content.writeTo(out);
        }
        if (check) {
          requireZip(incoming);
        }
        byte[] sha256 = digest.digest();
        long bytes = Files.size(incoming);
        Files.move(
            incoming,
            folder.resolve(HexFormat.of().formatHex(sha256) + ".zip"),
            StandardCopyOption.ATOMIC_MOVE);
        return new PackagedCode(Base64.getEncoder().encodeToString(sha256), bytes);
      } finally {
        Files.deleteIfExists(incoming);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("could not keep a package in " + folder + ": " + e, e);
    }
  }

  public static Refused tooLargeUnzipped() {
    return Refused.invalid(
        "Unzipped size must be smaller than " + PackageLimit.UNZIPPED_BYTES + " bytes");
  }

  private static void requireZip(Path file) {
    try (ZipFile zip = new ZipFile(file.toFile())) {
      if (zip.stream().allMatch(ZipEntry::isDirectory)) {
        throw Refused.invalid("Uploaded file must be a non-empty zip");
      }
      if (zip.size() > MOST_ENTRIES) {
        throw Refused.invalid("Uploaded file must have at most " + MOST_ENTRIES + " entries");
      }
      // What the zip says of itself; it is held to that when it is unzipped.
      if (zip.stream()
              .mapToLong(entry -> Math.clamp(entry.getSize(), 0, PackageLimit.UNZIPPED_BYTES))
              .sum()
          >= PackageLimit.UNZIPPED_BYTES) {
        throw tooLargeUnzipped();
      }
    } catch (IOException e) {
      throw Refused.invalid(
          "Could not unzip uploaded file. Please check your file, then try to upload again.");
    }
  }

  /**
   * Removes what is not wanted any more, and what an upload that was killed has left. Only before
   * anything runs.
   *
   * @param wanted digests in hexadecimal digits
   */
  public void retain(Set<String> wanted) {
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (DirectoryStream<Path> zips = Files.newDirectoryStream(folder, "*.zip")) {
      for (Path zip : zips) {
        String name = zip.getFileName().toString();
        if (!wanted.contains(name.substring(0, name.length() - ".zip".length()))) {
          Files.delete(zip);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      throw new UncheckedIOException(
          "could not remove what is not wanted from " + folder, new IOException(e));
    }
  }

  /** The zip of that digest. */
  public Path file(PackagedCode code) {
    return folder.resolve(code.hex() + ".zip");
  }

  /**
   * @param hex 64 digits
   */
  public Optional<Path> byHex(String hex) {
    return hex.matches("[0-9a-f]{64}")
        ? Optional.of(folder.resolve(hex + ".zip")).filter(Files::isRegularFile)
        : Optional.empty();
  }
}
