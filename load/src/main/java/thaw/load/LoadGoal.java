package thaw.load;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import thaw.problem.UserMistake;

/**
 * A goal that a run must reach: a quantile of the response time below a limit, or a share of
 * failures.
 *
 * @param share which quantile, 0..1; of a goal for failures it is not used
 * @param limit in milliseconds, or the largest share of failures, 0..1
 */
public record LoadGoal(Kind kind, double share, double limit) {
  /** Tells what a goal is about. */
  public enum Kind {
    /** Response time of requests that were answered as expected. */
    RESPONSE,
    /** Requests that were not. */
    FAILED
  }

  private static final Pattern RESPONSE =
      Pattern.compile("p([0-9]+(?:\\.[0-9]+)?)\\s*<=?\\s*([0-9.]+)\\s*(us|ms|s)");
  private static final Pattern FAILED = Pattern.compile("failed\\s*<=?\\s*([0-9.]+)\\s*%");

  /**
   * @param text {@code p99<50ms}, {@code p99.9<1s}, {@code failed<1%}
   */
  public static LoadGoal of(String text) {
    String stripped = text.strip().toLowerCase(Locale.ROOT);
    Matcher response = RESPONSE.matcher(stripped);
    Matcher failed = FAILED.matcher(stripped);
    try {
      if (response.matches() && Double.parseDouble(response.group(1)) <= 100) {
        double unit =
            switch (response.group(3)) {
              case "us" -> 1e-3;
              case "ms" -> 1;
              default -> 1e3;
            };
        return new LoadGoal(
            Kind.RESPONSE,
            new BigDecimal(response.group(1)).movePointLeft(2).doubleValue(),
            Double.parseDouble(response.group(2)) * unit);
      }
      if (failed.matches() && Double.parseDouble(failed.group(1)) <= 100) {
        return new LoadGoal(Kind.FAILED, 0, Double.parseDouble(failed.group(1)) / 100);
      }
    } catch (NumberFormatException e) {
      // the same remedy
    }
    throw new UserMistake(text + " is not a goal", "use for example p99<50ms or failed<1%");
  }

  /** Returns whether the run has reached it; one without any answer has not. */
  public boolean holds(LoadResult result) {
    return switch (kind) {
      case RESPONSE -> !result.response().isEmpty() && actual(result) <= limit;
      case FAILED -> result.due() > 0 && actual(result) <= limit;
    };
  }

  /** Returns what the run has, in the unit of {@link #limit}. */
  double actual(LoadResult result) {
    return switch (kind) {
      case RESPONSE -> result.response().isEmpty() ? Double.NaN : result.response().at(share);
      case FAILED -> result.due() == 0 ? Double.NaN : (double) result.failed() / result.due();
    };
  }

  /** {@code p99 <= 50 ms}. */
  @Override
  public String toString() {
    return switch (kind) {
      case RESPONSE -> "p" + number(100 * share) + " <= " + number(limit) + " ms";
      case FAILED -> "failed <= " + number(100 * limit) + " %";
    };
  }

  private static String number(double value) {
    double rounded = Math.round(value * 1e4) / 1e4;
    return rounded == Math.rint(rounded) ? "" + (long) rounded : "" + rounded;
  }
}
