package thaw.fix;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import thaw.stats.Quantiles;
import thaw.stats.ShiftInterval;

/** Cold starts of one draft. */
final class DraftSamples {
  /**
   * One of them.
   *
   * @param turn in which it was, beside those of other drafts
   */
  private record Sample(int turn, Workshop.Measured measured) {}

  private final List<Sample> all = new ArrayList<>();
  private final List<Workshop.Measured> good = new ArrayList<>();
  private Optional<String> failure = Optional.empty();

  void add(int turn, Workshop.Measured measured) {
    all.add(new Sample(turn, measured));
    if (measured.failure().isPresent()) {
      failure = measured.failure();
    } else {
      good.add(measured);
    }
  }

  /** Returns how many starts there were, with those that failed. */
  int asked() {
    return all.size();
  }

  /**
   * Returns the starts that were in turn with those of another draft: what the machine did besides
   * at another time is no difference of the two.
   */
  DraftSamples inTurnsOf(DraftSamples other) {
    Set<Integer> turns = new HashSet<>();
    other.all.forEach(each -> turns.add(each.turn()));
    DraftSamples both = new DraftSamples();
    all.stream()
        .filter(each -> turns.contains(each.turn()))
        .forEach(each -> both.add(each.turn(), each.measured()));
    return both;
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
