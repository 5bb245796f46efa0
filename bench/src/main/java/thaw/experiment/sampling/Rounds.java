package thaw.experiment.sampling;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Rounds in each of which every subject comes once, in an order that the seed shuffles: what
 * disturbs the machine for a while disturbs all subjects alike, and none always follows another.
 *
 * @param <S> what is measured
 * @param seed of the order
 */
public record Rounds<S>(List<S> subjects, int count, long seed) {
  public Rounds {
    subjects = List.copyOf(subjects);
  }

  /**
   * One sample to take.
   *
   * @param round from 1
   */
  public record Step<S>(S subject, int round) {}

  /** All of them, in their order. */
  public List<Step<S>> steps() {
    List<Step<S>> steps = new ArrayList<>();
    // One generator for all rounds: those of neighbouring seeds begin alike.
    Random random = new Random(seed);
    for (int round = 1; round <= count; round++) {
      List<S> order = new ArrayList<>(subjects);
      Collections.shuffle(order, random);
      for (S subject : order) {
        steps.add(new Step<>(subject, round));
      }
    }
    return steps;
  }
}
