package thaw.environment;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

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

  /**
   * @param temporary the JVM's /tmp, as the host sees it
   * @param pid the JVM's pid as it sees itself
   */
  static Optional<PerfData> read(Path temporary, long pid) {
    try (DirectoryStream<Path> users = Files.newDirectoryStream(temporary, "hsperfdata_*")) {
      for (Path user : users) {
        Path file = user.resolve(Long.toString(pid));
        if (Files.isReadable(file)) {
          return parse(Files.readAllBytes(file));
        }
      }
      return Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

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
      int length = data.getInt(entry);
      boolean scalarLong = data.get(entry + 12) == 'J' && data.getInt(entry + 8) == 0;
      if (scalarLong) {
        longs.put(
            name(bytes, entry + data.getInt(entry + 4)),
            data.getLong(entry + data.getInt(entry + 16)));
      }
      entry += length;
    }
    return Optional.of(new PerfData(longs));
  }

  private static String name(byte[] bytes, int start) {
    int end = start;
    while (bytes[end] != 0) {
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
