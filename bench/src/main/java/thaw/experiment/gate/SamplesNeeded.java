package thaw.experiment.gate;

import java.util.Random;

/**
 * Computes how many starts a gate needs to find what it is to find, from the spread of starts that
 * there are, by drawing from them again and again and applying the rule itself, so that it holds
 * for whatever shape they have.
 *
 * @param count of each side; the most that may be taken where that is too few
 * @param power with so many, the share of increases of the limit's size that is found
 */
public record SamplesNeeded(int count, double power) {
  /**
   * The share of increases of the limit's size that a gate is to find; those of twice the size are
   * nearly always found.
   */
  static final double POWER = 0.8;

  /** The power is known to some 3 percent points. */
  private static final int DRAWS = 200;

  private static final long SEED = 20;

  /**
   * @param spread starts of one build, all greater than 0
   * @param before how many starts the other side has and will have; 0 for as many as this one
   * @param fewest that are taken in any case
   * @param most that are taken at all
   */
  public static SamplesNeeded of(
      double[] spread,
      GateRule rule,
      GateMeasure measure,
      double miss,
      int before,
      int fewest,
      int most) {
    int low = Math.min(fewest, most);
    int high = most;
    while (low < high) {
      int middle = (low + high) / 2;
      if (power(spread, rule, measure, miss, before, middle) >= POWER) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return new SamplesNeeded(low, power(spread, rule, measure, miss, before, low));
  }

  public boolean isReached() {
    return power >= POWER;
  }

  private static double power(
      double[] spread, GateRule rule, GateMeasure measure, double miss, int before, int count) {
    Random random = new Random(SEED);
    int found = 0;
    for (int i = 0; i < DRAWS; i++) {
      double[] old = drawn(spread, before == 0 ? count : before, 1, random);
      double[] grown = drawn(spread, count, rule.factor(measure), random);
      found += rule.isOver(measure, old, grown, miss) ? 1 : 0;
    }
    return (double) found / DRAWS;
  }

  private static double[] drawn(double[] from, int count, double factor, Random random) {
    double[] drawn = new double[count];
    for (int i = 0; i < count; i++) {
      drawn[i] = from[random.nextInt(from.length)] * factor;
    }
    return drawn;
  }
}
