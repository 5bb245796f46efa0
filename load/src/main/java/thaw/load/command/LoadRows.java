package thaw.load.command;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import thaw.load.LatencyDistribution;
import thaw.load.LoadResult;
import thaw.presentation.text.Figures;

/**
 * The parts of a request's time that have quantiles, in the order in which they are shown. Empty
 * distributions are left out, except for the response time, whose absence is a finding.
 *
 * @param name for people
 * @param headline whether it is what a user waits for
 */
record LoadRows(String name, LatencyDistribution distribution, boolean headline) {
  /** The quantiles that are the columns of every table. */
  static final List<Double> SHARES = List.of(0.5, 0.9, 0.99, 0.999);

  static List<LoadRows> of(LoadResult run) {
    List<LoadRows> rows = new ArrayList<>();
    rows.add(new LoadRows("response", run.response(), true));
    LatencyDistribution cold = run.coldResponse();
    if (!cold.isEmpty()) {
      rows.add(new LoadRows("without cold starts", run.warmResponse(), false));
      rows.add(new LoadRows("cold starts", cold, false));
    }
    rows.add(new LoadRows("service", run.service(), false));
    rows.add(new LoadRows("send lag", run.send(), false));
    rows.add(new LoadRows("generator's own lag", run.lag(), false));
    rows.add(new LoadRows("failed requests", run.failedResponse(), false));
    rows.removeIf(row -> !row.headline && row.distribution.isEmpty());
    return rows;
  }

  /** A figure in milliseconds, and whether so few requests have it that it is their maximum. */
  record Cell(String text, boolean weak) {}

  /** Returns the figures of a row: least, quantiles, most, mean and deviation. */
  List<Cell> cells() {
    if (distribution.isEmpty()) {
      return Collections.nCopies(SHARES.size() + 4, new Cell(Figures.MISSING, true));
    }
    List<Cell> cells = new ArrayList<>();
    cells.add(cell(distribution.minMillis(), false));
    for (double share : SHARES) {
      cells.add(cell(distribution.at(share), LoadFigures.onlyTheLargest(distribution, share)));
    }
    cells.add(cell(distribution.maxMillis(), false));
    cells.add(cell(distribution.meanMillis(), false));
    cells.add(cell(distribution.deviationMillis(), false));
    return cells;
  }

  private static Cell cell(double millis, boolean weak) {
    return new Cell(LoadFigures.millis(millis), weak);
  }

  /** The explanation of each row, for people. */
  static final List<String> MEANINGS =
      List.of(
          "response: from when a request was due by the schedule to its whole answer, so that a"
              + " server that stands still delays none of the measured requests and hides none",
          "service: from its first byte to its whole answer",
          "send lag: from when it was due to its first byte, with any wait for a free connection",
          "generator's own lag: how late the generator came to it, no fault of what is loaded");
}
