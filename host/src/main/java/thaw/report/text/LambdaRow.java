package thaw.report.text;

import java.util.stream.Stream;
import thaw.model.LambdaEstimate;
import thaw.model.LambdaModel;
import thaw.model.ModelPhase;

/**
 * A time that was measured here, and what AWS Lambda is expected to show of the same.
 *
 * @param name of what it is a time
 */
public record LambdaRow(
    String name, ModelPhase phase, double localMillis, LambdaEstimate expected) {
  /** None of a phase of which the model tells nothing, or without a time. */
  public static Stream<LambdaRow> of(
      String name, ModelPhase phase, double localMillis, LambdaModel model) {
    return localMillis > 0
        ? model.expected(phase, localMillis).stream()
            .map(told -> new LambdaRow(name, phase, localMillis, told))
        : Stream.of();
  }

  /** {@code 540 ms (340 to 860)}. */
  public String words() {
    return "%s ms (%s to %s)"
        .formatted(
            Figures.millis(expected.millis()),
            Figures.millis(expected.low()),
            Figures.millis(expected.high()));
  }
}
