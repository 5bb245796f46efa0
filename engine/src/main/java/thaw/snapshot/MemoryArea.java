package thaw.snapshot;

import java.util.ArrayList;
import java.util.List;

/**
 * One mapping of a dumped process, CRIU's {@code vma_entry}: whether its pages may come from a file
 * instead, and how it is split into mappings of that file and the rest.
 *
 * @param message as it stands in the image
 * @param end exclusive
 * @see <a
 *     href="https://github.com/checkpoint-restore/criu/blob/v4.2/images/vma.proto">vma.proto</a>
 *     and {@code criu/include/image.h} for the bits of {@code status}
 */
record MemoryArea(WireMessage message, long start, long end, long flags, long status, long advice) {
  private static final int START = 1;
  private static final int END = 2;
  private static final int PGOFF = 3; // in bytes
  private static final int SHMID = 4; // the file's id, for a mapping of a file
  private static final int PROT = 5;
  private static final int FLAGS = 6;
  private static final int STATUS = 7;
  private static final int MADV = 9;
  private static final int FDFLAGS = 10;

  private static final long PROT_WRITE = 2;
  private static final long MAP_ANONYMOUS = 0x20;
  private static final long MAP_GROWSDOWN = 0x100;
  private static final long MAP_LOCKED = 0x2000;
  private static final long MAP_HUGETLB = 0x40000;

  private static final long REGULAR = 1;
  private static final long HEAP = 1 << 5;
  private static final long FILE_PRIVATE = 1 << 6;
  private static final long FILE_SHARED = 1 << 7;
  private static final long ANON_PRIVATE = 1 << 9;
  private static final long GUARD = 1 << 16;

  /** A file cannot be wiped on fork: restore would end with EINVAL. */
  private static final long WIPE_ON_FORK = 1 << 18;

  /** O_RDONLY | O_LARGEFILE, as CRIU notes a private mapping's file. */
  private static final long READ_ONLY = 0x8000;

  /** Anonymous gaps up to this become zeros in the file: fewer mappings, no bytes on disk. */
  private static final int LARGEST_MERGED_GAP_PAGES = 16;

  /**
   * A mapping of the memory file.
   *
   * @param pages what the dump holds of it; the rest is zeros
   */
  record Run(long start, long end, List<PageMap.Extent> pages) {}

  static MemoryArea of(WireMessage message) throws WireMessage.Malformed {
    return new MemoryArea(
        message,
        message.required(START),
        message.required(END),
        message.required(FLAGS),
        message.required(STATUS),
        message.number(MADV).orElse(0));
  }

  /** Part of another area that must not be touched: reads and writes of it fault. */
  boolean isGuard() {
    return (status & GUARD) != 0;
  }

  /** Returns whether it refers to a file of {@code files.img}, by {@link #fileId}. */
  boolean isOfFile() {
    return (status & (FILE_PRIVATE | FILE_SHARED)) != 0;
  }

  /** Returns the offset of a mapping of a file, in bytes. */
  long offset() throws WireMessage.Malformed {
    return message.required(PGOFF);
  }

  boolean isWritable() throws WireMessage.Malformed {
    return (message.required(PROT) & PROT_WRITE) != 0;
  }

  long fileId() throws WireMessage.Malformed {
    return message.required(SHMID);
  }

  /**
   * Private memory of the ordinary kind. A status bit that is not known here (stack, vdso, vvar,
   * shared memory, plugins' and what newer CRIUs bring) means no.
   */
  boolean canBeMapped() {
    long kind = status & ~HEAP;
    return (kind == (REGULAR | ANON_PRIVATE) || kind == (REGULAR | FILE_PRIVATE))
        && (flags & (MAP_GROWSDOWN | MAP_HUGETLB | MAP_LOCKED)) == 0
        && (advice & WIPE_ON_FORK) == 0;
  }

  /** Joins neighbouring pages; a file's own pages must keep showing between them. */
  List<Run> runs(List<PageMap.Extent> pages, int pageBytes) {
    long largestGap = isAnonymous() ? (long) LARGEST_MERGED_GAP_PAGES * pageBytes : 0;
    List<Run> runs = new ArrayList<>();
    List<PageMap.Extent> joined = new ArrayList<>();
    for (PageMap.Extent extent : pages) {
      if (!joined.isEmpty() && extent.start() - joined.getLast().end() > largestGap) {
        runs.add(run(joined));
        joined.clear();
      }
      joined.add(extent);
    }
    if (!joined.isEmpty()) {
      runs.add(run(joined));
    }
    return runs;
  }

  private static Run run(List<PageMap.Extent> joined) {
    return new Run(joined.getFirst().start(), joined.getLast().end(), List.copyOf(joined));
  }

  private boolean isAnonymous() {
    return (status & ANON_PRIVATE) != 0;
  }

  /** The part that stays what it is. */
  WireMessage part(long from, long to) throws WireMessage.Malformed {
    WireMessage part = message.with(START, from).with(END, to);
    return isAnonymous() ? part : part.with(PGOFF, message.required(PGOFF) + from - start);
  }

  /** The part that becomes a private mapping of a file. */
  WireMessage mapped(Run run, long fileId, long offset) {
    return message
        .with(START, run.start)
        .with(END, run.end)
        .with(PGOFF, offset)
        .with(SHMID, fileId)
        .with(FLAGS, flags & ~MAP_ANONYMOUS)
        .with(STATUS, status & ~(ANON_PRIVATE | HEAP) | FILE_PRIVATE)
        .with(FDFLAGS, READ_ONLY);
  }
}
