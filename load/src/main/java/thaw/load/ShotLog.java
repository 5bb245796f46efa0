package thaw.load;

import java.util.Optional;

/**
 * Keeps when single requests were due and how long they took, by their number; failed ones are not
 * in it. It belongs to one thread at a time.
 */
public final class ShotLog {
  /** 16 bytes each. */
  static final int MOST = 4_000_000;

  /** Grown page by page: to copy what is there would stop the run for milliseconds. */
  private static final int PAGE = 1 << 14;

  private static final double NANOS_PER_MILLI = 1e6;

  private final int most;
  private final long[][] due;
  private final long[][] response;

  /**
   * @param most requests with higher numbers are not kept
   */
  public ShotLog(int most) {
    this.most = most;
    this.due = new long[(most + PAGE - 1) / PAGE][];
    this.response = new long[due.length][];
  }

  void answered(long number, long dueNanos, long responseNanos) {
    if (number >= most) {
      return;
    }
    int page = (int) (number / PAGE);
    int index = (int) (number % PAGE);
    if (due[page] == null) {
      due[page] = new long[PAGE];
      response[page] = new long[PAGE];
    }
    due[page][index] = dueNanos;
    response[page][index] = Math.max(1, responseNanos); // 0: not there
  }

  Optional<ColdRequest> find(long number, ColdRequest.Kind kind) {
    if (number < 0 || number >= most) {
      return Optional.empty();
    }
    int page = (int) (number / PAGE);
    int index = (int) (number % PAGE);
    if (response[page] == null || response[page][index] == 0) {
      return Optional.empty();
    }
    return Optional.of(
        new ColdRequest(
            kind, due[page][index] / NANOS_PER_MILLI, response[page][index] / NANOS_PER_MILLI));
  }
}
