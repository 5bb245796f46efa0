package thaw.app.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import thaw.experiment.Metric;
import thaw.experiment.Sample;

class GateRunTest {
  private static final OptionalDouble SEEN = OptionalDouble.of(0.1);

  private static Sample sample(int number) {
    return new Sample("A", number, Instant.ofEpochSecond(number), Map.of(Metric.TOTAL, 12.0), null);
  }

  @Test
  void what_others_used_is_unknown_of_a_measurement_that_was_interrupted() {
    List<Sample> all = List.of(sample(1), sample(2));
    assertEquals(OptionalDouble.empty(), GateRun.meanwhile(List.of(sample(1)), all, SEEN));
    assertEquals(SEEN, GateRun.meanwhile(List.of(), all, SEEN));
  }

  @Test
  void samples_of_a_complete_run_that_went_aside_are_not_of_this_one() {
    assertEquals(SEEN, GateRun.meanwhile(List.of(sample(1)), List.of(sample(2)), SEEN));
  }
}
