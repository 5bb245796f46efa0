package thaw.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import thaw.experiment.NoiseWatch.Snapshot;

class NoiseWatchTest {
  private static final double DELTA = 1e-9;

  /** Ten seconds, of which the machine was busy, and this program, so long. */
  private static Snapshot later(double busy, double stolen, double own) {
    return new Snapshot(20_000, 7_000 + busy, 100 + stolen, 3_000 + own, 0);
  }

  private static double others(Snapshot later) {
    return new Snapshot(10_000, 7_000, 100, 3_000, 0).others(later);
  }

  @Test
  void others_are_all_that_was_busy_but_this_program() {
    assertEquals(0.5, others(later(8_000, 0, 3_000)), DELTA);
  }

  @Test
  void time_that_the_hypervisor_took_is_of_others_too() {
    assertEquals(0.8, others(later(8_000, 3_000, 3_000)), DELTA);
  }

  @Test
  void counters_that_run_a_little_apart_make_no_negative_load() {
    assertEquals(0.3, others(later(2_990, 3_000, 3_000)), DELTA);
  }
}
