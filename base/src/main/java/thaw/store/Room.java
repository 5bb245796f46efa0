package thaw.store;

import java.io.File;
import java.nio.file.Path;

/**
 * The room that a disk must have left before more is kept: also what is to be removed is first
 * written to the log, and the log to the database. Without that a queue that has filled its disk
 * could never shrink again.
 *
 * @param folder of the database
 */
record Room(Path folder) {
  private static final long RESERVE_BYTES = 1 << 20;

  /** The part that is reserved of a disk that is hardly larger than the reserve. */
  private static final int RESERVED_PART = 8;

  /**
   * @param freeBytes within the database, which does not grow before they are used
   */
  boolean isFor(long addedBytes, long freeBytes) {
    File disk = folder.toFile();
    long usable = disk.getUsableSpace();
    long reserve = Math.min(RESERVE_BYTES, disk.getTotalSpace() / RESERVED_PART);
    long log = folder.resolve(DataFolder.DATABASE + "-wal").toFile().length();
    return usable + freeBytes >= log + 2 * addedBytes + reserve
        && usable >= addedBytes + reserve / 2;
  }
}
