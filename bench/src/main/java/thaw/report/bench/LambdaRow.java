package thaw.report.bench;

import thaw.model.LambdaEstimate;
import thaw.model.ModelPhase;
import thaw.model.Statistic;

/**
 * A time that was measured here, and what AWS Lambda is expected to show of the same.
 *
 * @param name of what it is a time
 * @param statistic what that time is of several starts
 */
record LambdaRow(
    String name,
    ModelPhase phase,
    Statistic statistic,
    double localMillis,
    LambdaEstimate expected) {
  /** The phase, with what is not the usual median. */
  String label() {
    return phase.label() + (statistic == Statistic.MEDIAN ? "" : ", " + statistic.label());
  }
}
