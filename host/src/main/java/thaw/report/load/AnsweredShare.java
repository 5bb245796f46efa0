package thaw.report.load;

import java.util.List;
import thaw.load.LoadResult;
import thaw.report.text.Figures;
import thaw.report.text.Ink;

/** What became of the requests of runs, whatever their figures are worth. */
record AnsweredShare(long due, long failed) {
  static AnsweredShare of(LoadResult run) {
    return new AnsweredShare(run.due(), run.failed());
  }

  static AnsweredShare of(List<LoadResult> runs) {
    return new AnsweredShare(
        runs.stream().mapToLong(LoadResult::due).sum(),
        runs.stream().mapToLong(LoadResult::failed).sum());
  }

  Ink ink() {
    return failed == 0 ? Ink.FASTER : Ink.FAILURE;
  }

  /** {@code 84 % of 620 requests failed (518)}. */
  String words() {
    if (due == 0) {
      return "no request came due";
    }
    return failed == 0
        ? "all of " + Figures.counted(due, "request") + " were answered as expected"
        : "%s of %s failed (%s)"
            .formatted(
                Figures.percent((double) failed / due),
                Figures.counted(due, "request"),
                Figures.whole(failed));
  }
}
