package thaw.report.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import thaw.report.Results;

class SampleCourseTest {
  @Test
  void a_machine_that_becomes_slower_is_told() {
    String drift = new SampleCourse(ratios(20, 0.01)).drift();
    assertTrue(drift.startsWith("The second half of the measurement was 9.6 % slower"), drift);
    assertTrue(
        new SampleCourse(ratios(20, 0.01).reversed()).drift().contains("8.7 % faster than"), drift);
  }

  @Test
  void samples_without_a_drift_prove_none() {
    List<Double> ratios =
        IntStream.range(0, 20).mapToObj(i -> i % 2 == 0 ? 1.01 + i / 1e6 : 0.99 + i / 1e6).toList();
    assertTrue(new SampleCourse(ratios).drift().startsWith("No drift is proved"));
    assertEquals(
        "These are too few samples to prove a drift.", new SampleCourse(ratios(6, 0.5)).drift());
  }

  @Test
  void each_sample_counts_as_a_share_of_its_variants_median_in_the_order_of_time() {
    SampleCourse course = SampleCourse.of(Results.petstore(3, Results.GOOD_HOST, 1).variants());
    assertEquals(30, course.ratios().size());
    assertEquals(10, course.ratios().stream().filter(ratio -> ratio == 1).count());
    assertTrue(course.isShown());
  }

  @Test
  void failed_samples_are_no_part_of_it() {
    assertFalse(SampleCourse.of(List.of(Results.allFailed("Broken", 5))).isShown());
  }

  private static List<Double> ratios(int count, double step) {
    return IntStream.range(0, count).mapToObj(i -> 1 + i * step).toList();
  }
}
