package thaw.files;

import java.time.LocalDateTime;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;

/** Entries of zips that are stored without compression: the same bytes on every machine. */
public final class StoredEntry {
  /** The earliest time that a zip can hold. */
  private static final LocalDateTime ZIP_EPOCH = LocalDateTime.of(1980, 1, 1, 0, 0);

  private StoredEntry() {}

  /** One that is dated 1980-01-01. */
  public static ZipEntry of(String name, byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    ZipEntry entry = new ZipEntry(name);
    entry.setSize(bytes.length);
    entry.setCompressedSize(bytes.length);
    entry.setCrc(crc.getValue());
    entry.setTimeLocal(ZIP_EPOCH);
    return entry;
  }
}
