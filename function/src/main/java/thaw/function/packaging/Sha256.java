package thaw.function.packaging;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import org.apache.commons.codec.digest.DigestUtils;
import thaw.files.NativeSha256;

/** The SHA-256 of a deployment package, with the number of bytes that it covers. */
public record Sha256(String hex, long bytes) {
  static {
    NativeSha256.install();
  }

  /** Something that writes the bytes that are to be digested. */
  @FunctionalInterface
  public interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  public static Sha256 of(Path file) throws IOException {
    return copying(file, OutputStream.nullOutputStream());
  }

  /** Digests exactly the bytes that it copies, even when the file changes meanwhile. */
  static Sha256 copying(Path file, OutputStream copy) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return of(in::transferTo, copy);
    }
  }

  public static Sha256 of(Content content) throws IOException {
    return of(content, OutputStream.nullOutputStream());
  }

  private static Sha256 of(Content content, OutputStream copy) throws IOException {
    MessageDigest digest = DigestUtils.getSha256Digest();
    CountingStream counting = new CountingStream(new DigestOutputStream(copy, digest));
    content.writeTo(counting);
    counting.flush();
    return new Sha256(HexFormat.of().formatHex(digest.digest()), counting.count);
  }

  /** Returns the digest in the form of {@code CodeSha256}. */
  public String base64() {
    return Base64.getEncoder().encodeToString(HexFormat.of().parseHex(hex));
  }

  private static final class CountingStream extends OutputStream {
    private final OutputStream out;
    private long count;

    CountingStream(OutputStream out) {
      this.out = out;
    }

    @Override
    public void write(int b) throws IOException {
      out.write(b);
      count++;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      out.write(bytes, offset, length);
      count += length;
    }

    @Override
    public void flush() throws IOException {
      out.flush();
    }
  }
}
