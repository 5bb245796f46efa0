package thaw.pool.managed;

import java.time.Duration;

/**
 * Decides when an environment ends though requests still come: when fewer would have been enough
 * for a while. They end one at a time, as AWS scales in gradually. Enough are those that leave room
 * for twice the requests, which is the headroom that AWS keeps; by the use of CPUs, those that the
 * provider's target asks for, or twice the use where it names none. Nobody ends while requests are
 * refused.
 *
 * <p>It has one owner, which calls {@link #look} now and then.
 */
final class ScalingIn {
  private static final int HEADROOM = 2;

  private final Duration patience;
  private boolean waits;
  private long sinceNanos;

  /**
   * The load that was seen since the look before.
   *
   * @param environments how many there are
   * @param full those of them whose memory is full, which take one request at a time
   * @param requests how many they had at a time, at most
   * @param atOnce how many one of them takes at a time
   * @param cpuPercent which part of their vCPUs they used on average
   * @param refused whether any request was refused
   */
  record Seen(
      int environments, int full, int requests, int atOnce, double cpuPercent, boolean refused) {
    int needed(EnvironmentRange wanted) {
      int room = HEADROOM * requests;
      int byRequests =
          room <= full ? room : full + (int) Math.ceil((double) (room - full) / atOnce);
      double fullPercent = wanted.cpuTarget().orElse(100.0 / HEADROOM);
      int byCpu = (int) Math.ceil(environments * cpuPercent / fullPercent);
      return Math.max(wanted.least(), Math.max(byRequests, byCpu));
    }
  }

  /**
   * @param patience for so long fewer must have been enough before one ends
   */
  ScalingIn(Duration patience) {
    this.patience = patience;
  }

  /**
   * Forgets that fewer would have been enough for a while: when there is no environment any more,
   * what was seen says nothing of those that come.
   */
  void forget() {
    waits = false;
  }

  /** Returns whether one is to end now. */
  boolean look(long nanos, Seen seen, EnvironmentRange wanted) {
    if (seen.refused() || seen.environments() <= seen.needed(wanted)) {
      forget();
      return false;
    }
    if (!waits) {
      waits = true;
      sinceNanos = nanos;
      return false;
    }
    if (nanos - sinceNanos < patience.toNanos()) {
      return false;
    }
    sinceNanos = nanos;
    return true;
  }
}
