package thaw.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Whether the generator itself was good enough for its figures to say something of the target. */
final class Validity {
  /** Of the schedule's requests, the least share that must have been sent. */
  static final double LEAST_SENT = 0.999;

  /** The generator may be late by this at p99, in milliseconds ... */
  static final double MOST_LAG_MILLIS = 1;

  /** ... or by this share of the target's p99, where that is more. */
  static final double MOST_LAG_SHARE = 0.1;

  /** Of one CPU: a thread that needs more has no room for a burst. */
  static final double MOST_BUSY = 0.9;

  private Validity() {}

  static List<String> reasons(LoadResult result) {
    List<String> reasons = new ArrayList<>();
    if (!result.complete()) {
      reasons.add(
          say(
              "it ended early: %,d of %,d scheduled requests came due",
              result.due(), result.scheduled()));
    } else if (result.due() < LEAST_SENT * result.scheduled()) {
      reasons.add(
          say("only %,d of %,d scheduled requests were sent", result.due(), result.scheduled()));
    }
    Distribution lag = result.lag();
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

  private static double limitMillis(Distribution response) {
    return response.isEmpty()
        ? MOST_LAG_MILLIS
        : Math.max(MOST_LAG_MILLIS, MOST_LAG_SHARE * response.at(0.99));
  }

  private static String say(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }
}
