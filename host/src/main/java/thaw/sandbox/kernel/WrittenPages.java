package thaw.sandbox.kernel;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Pages that a process has for itself: of private memory, those that it has written.
 *
 * @see <a href="https://docs.kernel.org/admin-guide/mm/pagemap.html">pagemap</a>
 */
public final class WrittenPages {
  private static final long PRESENT = 1L << 63;
  private static final long OF_FILE_OR_SHARED = 1L << 61;
  private static final int MOST_AT_ONCE = 1 << 16;

  private WrittenPages() {}

  /**
   * @param pid on this host
   * @param end exclusive
   * @return addresses, rising
   */
  public static List<Long> between(long pid, long start, long end) throws IOException {
    int pageBytes = PageCache.pageBytes();
    List<Long> written = new ArrayList<>();
    try (FileChannel pagemap = FileChannel.open(Path.of("/proc", Long.toString(pid), "pagemap"))) {
      long at = start;
      while (at < end) {
        int pages = (int) Math.min(MOST_AT_ONCE, (end - at) / pageBytes);
        ByteBuffer entries = ByteBuffer.allocate(pages * Long.BYTES).order(ByteOrder.nativeOrder());
        if (pages == 0 || pagemap.read(entries, at / pageBytes * Long.BYTES) <= 0) {
          break; // it has ended
        }
        entries.flip();
        for (; entries.remaining() >= Long.BYTES; at += pageBytes) {
          if ((entries.getLong() & (PRESENT | OF_FILE_OR_SHARED)) == PRESENT) {
            written.add(at);
          }
        }
      }
    }
    return written;
  }
}
