package thaw.racing;

/**
 * The known accesses to a place in memory: its last write, and each thread's last read since. The
 * rules are those of FastTrack (Flanagan and Freund, PLDI 2009), with whole clocks for the reads.
 */
final class Cell {
  private final RacingAccess[] reads;
  private RacingAccess write;

  private long reached;

  Cell(int threads) {
    reads = new RacingAccess[threads];
  }

  /** Returns whether several threads have reached it, this one aside, and it was written. */
  boolean isShared(int initialiser) {
    return write != null && Long.bitCount(reached & ~(1L << initialiser)) > 1;
  }

  /** Notes an access; returns an earlier one that nothing orders before it, or null. */
  RacingAccess note(RacingAccess now, VectorClock clock) {
    reached |= 1L << now.thread;
    RacingAccess other = write != null && isRace(write, now, clock) ? write : null;
    if (!now.writes) {
      reads[now.thread] = now;
      return other;
    }
    for (int i = 0; i < reads.length && other == null; i++) {
      if (reads[i] != null && isRace(reads[i], now, clock)) {
        other = reads[i];
      }
    }
    write = now;
    return other;
  }

  private static boolean isRace(RacingAccess earlier, RacingAccess now, VectorClock clock) {
    return earlier.thread != now.thread && !earlier.isBefore(clock);
  }
}
