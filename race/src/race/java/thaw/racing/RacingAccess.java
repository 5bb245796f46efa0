package thaw.racing;

/** One access of a place: by which thread, when by its clock, and from where. */
final class RacingAccess {
  final int thread;
  final long time;
  final boolean writes;
  final Throwable stack;

  RacingAccess(int thread, long time, boolean writes) {
    this.thread = thread;
    this.time = time;
    this.writes = writes;
    this.stack = new Throwable();
  }

  /** Returns whether it happened before what a thread with this clock does next. */
  boolean isBefore(VectorClock clock) {
    return time <= clock.of(thread);
  }
}
