package thaw.lab.classloading;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Writes a jar, the manifest first; the same entries always give the same bytes. */
final class JarWriter implements AutoCloseable {
  private static final LocalDateTime TIME = LocalDateTime.of(2026, 1, 1, 0, 0);
  private static final String MANIFEST = "Manifest-Version: 1.0\r\n%s\r\n";

  private final ZipOutputStream zip;

  JarWriter(Path jar) throws IOException {
    this(jar, "");
  }

  /**
   * @param attributes of the manifest, each ending its line
   */
  JarWriter(Path jar, String attributes) throws IOException {
    zip = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(jar), 1 << 16));
    deflated(
        "META-INF/MANIFEST.MF",
        String.format(MANIFEST, attributes).getBytes(StandardCharsets.UTF_8));
  }

  void add(String name, byte[] content, boolean deflated) throws IOException {
    if (deflated) {
      deflated(name, content);
    } else {
      stored(name, content);
    }
  }

  private void deflated(String name, byte[] content) throws IOException {
    write(new ZipEntry(name), content);
  }

  /** Adds an entry without compression. */
  void stored(String name, byte[] content) throws IOException {
    ZipEntry entry = new ZipEntry(name);
    CRC32 sum = new CRC32();
    sum.update(content);
    entry.setMethod(ZipEntry.STORED);
    entry.setSize(content.length);
    entry.setCrc(sum.getValue());
    write(entry, content);
  }

  private void write(ZipEntry entry, byte[] content) throws IOException {
    entry.setTimeLocal(TIME);
    zip.putNextEntry(entry);
    zip.write(content);
    zip.closeEntry();
  }

  @Override
  public void close() throws IOException {
    zip.close();
  }
}
