package thaw.load.command;

import thaw.load.LoadResult;
import thaw.presentation.text.Figures;
import thaw.presentation.text.Ink;

/**
 * The shares of answered, failed and throttled requests, whatever the figures of the runs are
 * worth.
 *
 * @param failed without those that were throttled
 */
record AnsweredShare(long due, long failed, long throttled) {
  static AnsweredShare of(LoadResult run) {
    return new AnsweredShare(run.due(), run.failed() - run.throttled(), run.throttled());
  }

  Ink ink() {
    return isGood() ? Ink.FASTER : Ink.FAILURE;
  }

  /** {@code 84 % of 620 requests failed (518)}. */
  String words() {
    if (due == 0) {
      return "no request came due";
    }
    if (isGood()) {
      return "all of " + Figures.counted(due, "request") + " were answered as expected";
    }
    String of = " of " + Figures.counted(due, "request");
    String refused =
        throttled == 0
            ? ""
            : "%s%s were throttled with 429 (%s)"
                .formatted(Figures.percent((double) throttled / due), of, Figures.whole(throttled));
    return failed == 0
        ? refused
        : "%s%s%s failed (%s)"
            .formatted(
                throttled == 0 ? "" : refused + ", ",
                Figures.percent((double) failed / due),
                throttled == 0 ? of : "",
                Figures.whole(failed));
  }

  boolean isGood() {
    return failed == 0 && throttled == 0;
  }
}
