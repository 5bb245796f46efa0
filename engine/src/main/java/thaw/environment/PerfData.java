package thaw.environment;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import thaw.sandbox.UntrustedFile;
import thaw.sandbox.UntrustedFolder;

/**
 * The counters that HotSpot keeps in a file in {@code /tmp/hsperfdata_USER/PID}, read while the JVM
 * runs.
 *
 * <pre>
 * header: 0xcafec0c0 (4, big endian)  byte order (1: little)  major minor accessible
 *         used (4)  overflow (4)  time stamp (8)  offset of first entry (4)  entries (4)
 * entry:  length (4)  name offset (4)  vector length (4)  type flags units variability (1 each)
 *         data offset (4)
 * </pre>
 *
 * @param longs the counters of type long by name
 */
record PerfData(Map<String, Long> longs) {
  private static final int MAGIC = 0xcafec0c0;
  private static final int HEADER_BYTES = 32;
  private static final int ENTRY_BYTES = 20;
  private static final String FOLDER = "hsperfdata_";

  /** HotSpot's default for the size of the file is 32 KiB. */
  private static final int MOST_BYTES = 4 << 20;

  /**
   * @param temporary the JVM's /tmp, in which a function can put a file of that name as well
   * @param pid the JVM's pid as it sees itself
   */
  static Optional<PerfData> read(UntrustedFolder temporary, long pid) {
    try {
      for (String user : temporary.names(name -> name.startsWith(FOLDER))) {
        String name = user + "/" + pid;
        try (UntrustedFile file = temporary.open(name, MOST_BYTES)) {
          return parse(file.read());
        } catch (IOException e) {
          // That of another user, or nothing that a JVM writes.
        }
      }
      return Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Returns the counters in a file's bytes; empty when they are nothing that a JVM writes. */
  static Optional<PerfData> parse(byte[] bytes) {
    if (bytes.length < HEADER_BYTES || ByteBuffer.wrap(bytes).getInt() != MAGIC) {
      return Optional.empty();
    }
    ByteBuffer data = ByteBuffer.wrap(bytes);
    data.order(bytes[4] == 1 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
    Map<String, Long> longs = new TreeMap<>();
    int entry = data.getInt(24);
    int count = data.getInt(28);
    for (int i = 0; i < count; i++) {
      if (!isWithin(bytes, entry, ENTRY_BYTES)) {
        return Optional.empty();
      }
      int length = data.getInt(entry);
      if (length < ENTRY_BYTES || !isWithin(bytes, entry, length)) {
        return Optional.empty();
      }
      boolean scalarLong = data.get(entry + 12) == 'J' && data.getInt(entry + 8) == 0;
      if (scalarLong) {
        int name = data.getInt(entry + 4);
        int value = data.getInt(entry + 16);
        if (name < 0 || name > length || value < 0 || value > length - Long.BYTES) {
          return Optional.empty();
        }
        longs.put(name(bytes, entry + name, entry + length), data.getLong(entry + value));
      }
      entry += length;
    }
    return Optional.of(new PerfData(longs));
  }

  private static boolean isWithin(byte[] bytes, int start, int length) {
    return start >= 0 && start <= bytes.length - length;
  }

  private static String name(byte[] bytes, int start, int most) {
    int end = start;
    while (end < most && bytes[end] != 0) {
      end++;
    }
    return new String(bytes, start, end - start, StandardCharsets.ISO_8859_1);
  }

  /** Classes loaded from class files and from archives. */
  long loadedClasses() {
    return longs.getOrDefault("java.cls.loadedClasses", 0L)
        + longs.getOrDefault("java.cls.sharedLoadedClasses", 0L);
  }
}
