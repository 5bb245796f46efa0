package thaw.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Whether the generator itself was good enough for its figures to say something of the target. */
final class Validity {
  /** The generator may be late by this at p99, in milliseconds ... */
  static final double MOST_LAG_MILLIS = 1;

  /** ... or by this share of the target's p99, where that is more. */
  static final double MOST_LAG_SHARE = 0.1;

  /**
   * The largest share of one CPU that a thread may use; one that needs more has no room for a
   * burst.
   */
  static final double MOST_BUSY = 0.9;

  /** The least share of requests that must have been sent, of those that could be. */
  static final double LEAST_SENT = 0.999;

  private Validity() {}

  static List<String> reasons(LoadResult result) {
    List<String> reasons = new ArrayList<>();
    if (!result.complete()) {
      reasons.add(
          say(
              "it ended early: %,d of %,d scheduled requests came due",
              result.due(), result.scheduled()));
    }
    long possible = result.due() - unconnected(result);
    if (result.sent() < LEAST_SENT * possible) {
      reasons.add(
          say(
              "only %,d of %,d requests were sent: the others waited for a free connection to the end",
              result.sent(), possible));
    }
    LatencyDistribution lag = result.lag();
    if (!lag.isEmpty()) {
      double limit = limitMillis(result.response());
      double p99 = lag.at(0.99);
      if (p99 > limit) {
        reasons.add(
            say(
                "the generator was late by %.2f ms at p99, more than %.2f ms: this machine is too"
                    + " busy",
                p99, limit));
      }
    }
    if (result.use().busiestShare() > MOST_BUSY) {
      reasons.add(
          say(
              "a thread of the generator needed %.0f %% of a CPU: the rate is more than it can send",
              100 * result.use().busiestShare()));
    }
    return reasons;
  }

  /** Requests that nobody could have sent: there was no way to the target. */
  private static long unconnected(LoadResult result) {
    return result.failures().entrySet().stream()
        .filter(each -> each.getKey().kind().isUnconnected())
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  private static double limitMillis(LatencyDistribution response) {
    return response.isEmpty()
        ? MOST_LAG_MILLIS
        : Math.max(MOST_LAG_MILLIS, MOST_LAG_SHARE * response.at(0.99));
  }

  private static String say(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }
}
