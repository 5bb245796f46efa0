package thaw.store;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The check of a write-ahead log that was left behind: SQLite takes a log up to the first frame
 * whose checksum is wrong for the whole log, and says nothing of what follows. Refuses to know what
 * is in the pages.
 *
 * <pre>
 *   header   magic(4)  version(4)  page size(4)  sequence(4)  salt(8)  checksum(8)
 *   frame    page number(4)  size of the database if it is a commit, else 0 (4)  salt(8)
 *            checksum(8)  page
 * </pre>
 *
 * A frame with another salt is of an earlier use of the file. Checksums go on from frame to frame.
 *
 * @see <a href="https://sqlite.org/fileformat2.html#walformat">sqlite.org/fileformat2</a>
 */
final class LogCheck {
  private static final int HEADER_BYTES = 32;
  private static final int FRAME_HEADER_BYTES = 24;
  private static final int LARGEST_PAGE = 65_536;
  private static final int MAGIC = 0x377F0682;

  private final InputStream log;
  private int sum;
  private int weighted;

  private LogCheck(InputStream log) {
    this.log = log;
  }

  /**
   * Returns the number of commits in the log behind damage, as far as can be told.
   *
   * @param file of a database that nobody has open; need not be there
   */
  static long lostCommits(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return 0;
    }
    try (InputStream log = new BufferedInputStream(Files.newInputStream(file), LARGEST_PAGE)) {
      return new LogCheck(log).lost();
    }
  }

  private long lost() throws IOException {
    byte[] start = new byte[HEADER_BYTES];
    if (log.readNBytes(start, 0, HEADER_BYTES) < HEADER_BYTES) {
      return 0;
    }
    ByteBuffer header = ByteBuffer.wrap(start);
    int magic = header.getInt(0);
    int pageBytes = header.getInt(8);
    long salt = header.getLong(16);
    boolean isPage =
        pageBytes >= 512 && pageBytes <= LARGEST_PAGE && Integer.bitCount(pageBytes) == 1;
    if ((magic & ~1) != MAGIC || !isPage) {
      return log.read() < 0 ? 0 : 1; // something is there, and how much nobody can tell
    }
    ByteOrder order = (magic & 1) == 0 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
    add(header.order(order), 0, HEADER_BYTES - 8);
    boolean damaged = !isSum(header);
    boolean unread = damaged && log.available() > 0;
    long lost = 0;
    ByteBuffer frame = ByteBuffer.allocate(FRAME_HEADER_BYTES + pageBytes);
    while (log.readNBytes(frame.array(), 0, frame.capacity()) == frame.capacity()) {
      if (!damaged) {
        add(frame.order(order), 0, 8);
        add(frame, FRAME_HEADER_BYTES, pageBytes);
        damaged = !isSum(frame) || frame.getLong(8) != salt; // which is not in the checksum
      }
      frame.order(ByteOrder.BIG_ENDIAN);
      if (damaged && frame.getLong(8) == salt && frame.getInt(4) != 0) {
        lost++;
      }
    }
    return unread ? Math.max(lost, 1) : lost; // when it is the salt here that is damaged
  }

  private void add(ByteBuffer words, int from, int length) {
    for (int i = from; i < from + length; i += 8) {
      sum += words.getInt(i) + weighted;
      weighted += words.getInt(i + 4) + sum;
    }
  }

  /** The fields themselves are big-endian always, and in a header and a frame they come last. */
  private boolean isSum(ByteBuffer header) {
    int end = header.capacity() == HEADER_BYTES ? HEADER_BYTES : FRAME_HEADER_BYTES;
    header.order(ByteOrder.BIG_ENDIAN);
    return header.getInt(end - 8) == sum && header.getInt(end - 4) == weighted;
  }
}
