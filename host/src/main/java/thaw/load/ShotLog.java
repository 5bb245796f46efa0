package thaw.load;

import java.util.Arrays;
import java.util.Optional;

/**
 * When single requests were due and how long they took, by their number; failed ones are not in it.
 * Of one thread at a time.
 */
final class ShotLog {
  /** 16 bytes each. */
  static final int MOST = 4_000_000;

  private static final int FIRST_ROOM = 1024;
  private static final double NANOS_PER_MILLI = 1e6;

  private final int most;
  private long[] due = new long[0];
  private long[] response = new long[0];

  /**
   * @param most requests with higher numbers are not kept
   */
  ShotLog(int most) {
    this.most = most;
  }

  void answered(long number, long dueNanos, long responseNanos) {
    if (number >= most) {
      return;
    }
    int index = (int) number;
    if (index >= due.length) {
      int room = Math.min(most, Math.max(FIRST_ROOM, Math.max(index + 1, 2 * due.length)));
      due = Arrays.copyOf(due, room);
      response = Arrays.copyOf(response, room);
    }
    due[index] = dueNanos;
    response[index] = Math.max(1, responseNanos); // 0: not there
  }

  Optional<ColdStart> find(long number, ColdStart.Kind kind) {
    if (number < 0 || number >= due.length || response[(int) number] == 0) {
      return Optional.empty();
    }
    return Optional.of(
        new ColdStart(
            kind, due[(int) number] / NANOS_PER_MILLI, response[(int) number] / NANOS_PER_MILLI));
  }
}
