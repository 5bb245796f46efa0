package thaw.fix;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import thaw.stats.Quantiles;
import thaw.stats.ShiftInterval;

/** Cold starts of one draft. */
final class DraftSamples {
  private final List<Workshop.Measured> good = new ArrayList<>();
  private Optional<String> failure = Optional.empty();
  private int failures;

  void add(Workshop.Measured measured) {
    if (measured.failure().isPresent()) {
      failure = measured.failure();
      failures++;
    } else {
      good.add(measured);
    }
  }

  /** Returns how many starts there were, with those that failed. */
  int asked() {
    return good.size() + failures;
  }

  int count() {
    return good.size();
  }

  Optional<String> failure() {
    return failure;
  }

  double median() {
    return Quantiles.of(values(Workshop.Measured::totalMillis)).median();
  }

  FixResult.Figures figures() {
    return new FixResult.Figures(
        median(), Quantiles.of(values(Workshop.Measured::cpuMillis)).median(), count());
  }

  /** Returns the figures with what they gain over another draft of the same run. */
  FixResult.Figures figuresOver(DraftSamples base) {
    return new FixResult.Figures(
        median(),
        Quantiles.of(values(Workshop.Measured::cpuMillis)).median(),
        count(),
        Optional.of(base.gainOf(this)),
        Optional.of(base.cpuGainOf(this)));
  }

  /** Returns the gain of the other draft over this one, in milliseconds of wall time. */
  ShiftInterval gainOf(DraftSamples other) {
    return gain(other, Workshop.Measured::totalMillis);
  }

  /** Returns the gain of the other draft over this one, in milliseconds of CPU time. */
  ShiftInterval cpuGainOf(DraftSamples other) {
    return gain(other, Workshop.Measured::cpuMillis);
  }

  private ShiftInterval gain(DraftSamples other, ToDoubleFunction<Workshop.Measured> figure) {
    return ShiftInterval.of(values(figure), other.values(figure));
  }

  private double[] values(ToDoubleFunction<Workshop.Measured> figure) {
    return good.stream().mapToDouble(figure).toArray();
  }
}
