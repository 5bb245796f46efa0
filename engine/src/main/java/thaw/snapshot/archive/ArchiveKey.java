package thaw.snapshot.archive;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.apache.commons.codec.digest.DigestUtils;
import thaw.files.NativeSha256;
import thaw.sandbox.jdk.Jdk;

/**
 * Tells when reuse of an archive is sound: same JDK files, same class path by content and by name,
 * same options that shape the archive.
 *
 * <p>The contents must be in the key: JDK 25.0.3 does not notice that a jar on the class path
 * changed, and silently runs the old classes from its AOT cache (JDK-8377932).
 *
 * @param format what kind of archive it is
 * @param digest hexadecimal
 */
public record ArchiveKey(ArchiveFormat format, String digest) {
  static {
    NativeSha256.install();
  }

  /**
   * @param jdk which JDK writes and uses it
   * @param classPath the files as the host sees them
   * @param shape further facts that the archive depends on: the class path as the JVM sees it, the
   *     options of the training run, the training program's digest
   */
  public static ArchiveKey of(
      ArchiveFormat format, Jdk jdk, List<Path> classPath, List<String> shape) throws IOException {
    MessageDigest digest = DigestUtils.getSha256Digest();
    text(digest, format.name());
    text(digest, jdk.fingerprint());
    shape.forEach(fact -> text(digest, fact));
    for (Path entry : classPath) {
      text(digest, entry.getFileName().toString());
      try (InputStream content = Files.newInputStream(entry)) {
        DigestUtils.updateDigest(digest, content);
      }
    }
    return new ArchiveKey(format, HexFormat.of().formatHex(digest.digest(), 0, 16));
  }

  private static void text(MessageDigest digest, String text) {
    digest.update(text.getBytes(StandardCharsets.UTF_8));
    digest.update((byte) 0);
  }
}
