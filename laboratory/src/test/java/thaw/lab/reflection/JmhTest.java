package thaw.lab.reflection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import thaw.lab.result.SampleFailure;

class JmhTest {
  private static final String RESULT =
      """
      {"jmhVersion": "1.37", "mode": "avgt", "primaryMetric": {"score": 7.29, "scoreUnit": "%s",
       "scorePercentiles": {"0.0": 6.74, "50.0": 7.21, "100.0": 7.92},
       "rawData": [[7.92, 6.74, 7.21]]}, "secondaryMetrics": {}}\
      """;

  @Test
  void the_median_of_the_iterations_counts() throws SampleFailure {
    assertEquals(7.21, Jmh.median("[" + RESULT.formatted("ns/op") + "]"));
  }

  @Test
  void a_figure_that_is_not_there_or_in_another_unit_fails_the_sample() {
    String one = RESULT.formatted("ns/op");
    assertThrows(SampleFailure.class, () -> Jmh.median("[]"));
    assertThrows(SampleFailure.class, () -> Jmh.median("[" + one + "," + one + "]"));
    assertThrows(SampleFailure.class, () -> Jmh.median("[" + RESULT.formatted("ops/s") + "]"));
    assertThrows(SampleFailure.class, () -> Jmh.median("[{"));
  }
}
