package thaw.deployment;

import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.CRC32C;
import java.util.zip.ZipException;

/** CRC-32C (RFC 3720) of files and of parts of them, as the bootstrap of a package computes it. */
final class Checksums {
  private static final int BUFFER = 1 << 16;
  private static final int LAST_RECORD = 22;
  private static final int LONGEST_COMMENT = 0xFFFF;
  private static final int SIGNATURE = 0x06054b50;
  private static final int OFFSET = 16;
  private static final int HEAD = 4096;

  private Checksums() {}

  static String of(byte[] bytes) {
    CRC32C sum = new CRC32C();
    sum.update(bytes);
    return text(sum);
  }

  static String of(Path file) throws IOException {
    CRC32C sum = new CRC32C();
    try (InputStream in = Files.newInputStream(file)) {
      byte[] buffer = new byte[BUFFER];
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        sum.update(buffer, 0, read);
      }
    }
    return text(sum);
  }

  /** Returns the checksum of the file's first page. */
  static String ofHead(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return of(in.readNBytes(HEAD));
    }
  }

  /**
   * Returns the checksum of a jar's central directory up to its end: names, sizes and CRC-32 of all
   * entries.
   */
  static String ofDirectory(Path jar) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(jar.toFile(), "r")) {
      byte[] tail = new byte[(int) Math.min(file.length(), LAST_RECORD + LONGEST_COMMENT)];
      file.seek(file.length() - tail.length);
      file.readFully(tail);
      ByteBuffer records = ByteBuffer.wrap(tail).order(ByteOrder.LITTLE_ENDIAN);
      for (int at = tail.length - LAST_RECORD; at >= 0; at--) {
        if (records.getInt(at) == SIGNATURE) {
          long offset = Integer.toUnsignedLong(records.getInt(at + OFFSET));
          byte[] directory = new byte[Math.toIntExact(Math.max(0, file.length() - offset))];
          file.seek(offset);
          file.readFully(directory);
          return of(directory);
        }
      }
    }
    throw new ZipException(jar + " is not a jar");
  }

  private static String text(CRC32C sum) {
    return String.format(Locale.ROOT, "%08x", sum.getValue());
  }
}
