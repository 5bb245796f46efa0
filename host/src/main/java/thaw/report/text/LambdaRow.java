package thaw.report.text;

import thaw.model.LambdaEstimate;
import thaw.model.ModelPhase;

/**
 * A time that was measured here, and what AWS Lambda is expected to show of the same.
 *
 * @param name of what it is a time
 */
public record LambdaRow(
    String name, ModelPhase phase, double localMillis, LambdaEstimate expected) {
  /** {@code 540 ms (340 to 860)}. */
  public String words() {
    return "%s ms (%s to %s)"
        .formatted(
            Figures.millis(expected.millis()),
            Figures.millis(expected.low()),
            Figures.millis(expected.high()));
  }
}
