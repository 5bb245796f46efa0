package thaw.sandbox.kernel;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.stream.LongStream;

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
   * @param most to look for; with this many it ends
   * @return addresses, rising
   * @throws IOException also when the process has ended, so that it has no memory any more
   */
  public static long[] between(long pid, long start, long end, int most) throws IOException {
    int pageBytes = PageCache.pageBytes();
    LongStream.Builder written = LongStream.builder();
    int found = 0;
    try (FileChannel pagemap = FileChannel.open(Path.of("/proc", Long.toString(pid), "pagemap"))) {
      long at = start;
      while (at < end && found < most) {
        int pages = (int) Math.min(MOST_AT_ONCE, (end - at) / pageBytes);
        ByteBuffer entries = ByteBuffer.allocate(pages * Long.BYTES).order(ByteOrder.nativeOrder());
        if (pagemap.read(entries, at / pageBytes * Long.BYTES) < Long.BYTES) {
          throw new IOException("no memory at " + Long.toHexString(at) + ": has it ended?");
        }
        entries.flip();
        for (; entries.remaining() >= Long.BYTES && found < most; at += pageBytes) {
          if ((entries.getLong() & (PRESENT | OF_FILE_OR_SHARED)) == PRESENT) {
            written.add(at);
            found++;
          }
        }
      }
    }
    return written.build().toArray();
  }
}
