package thaw.pool.managed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.environment.ResourceUse;
import thaw.pool.ThrottleReason;

class MemberTest {
  /** Percent of CPUs and memory as looks at environments found them. */
  @ParameterizedTest
  @CsvSource({
    "0, 9.7, ", // a JVM that waits
    "89.9, 97.9, ",
    "90, 20, ENVIRONMENT_CPU",
    "100.3, 20, ENVIRONMENT_CPU", // a look that came late
    "187, 20, ENVIRONMENT_CPU", // without cgroups nothing limits it
    "12, 98, ENVIRONMENT_MEMORY",
    "97, 99, ENVIRONMENT_CPU"
  })
  void an_environment_that_uses_too_much_takes_no_further_request(
      double cpu, double memory, ThrottleReason reason) {
    assertEquals(
        reason, Member.scarce(new ResourceUse(cpu, memory), ThrottlePoints.DEFAULT), "by default");
  }

  /** Memory in MB. A full heap is all but 240 MB of it, and a JVM has some 150 MB beside that. */
  @ParameterizedTest
  @ValueSource(ints = {2048, 4096, 8192, 16_384, 32_768})
  void a_full_heap_leaves_room_for_further_requests(int mebibytes) {
    ThrottlePoints points = ThrottlePoints.DEFAULT.in(mebibytes);
    double full = 100.0 * (mebibytes - 240 + 150) / mebibytes;
    assertNull(Member.scarce(new ResourceUse(0, full), points));
    assertEquals(
        ThrottleReason.ENVIRONMENT_MEMORY, Member.scarce(new ResourceUse(0, 99.9), points));
  }

  @Test
  void a_lower_point_is_that_of_each_size() {
    ThrottlePoints half = new ThrottlePoints(0, 50);
    assertEquals(half, half.in(8192));
  }

  @Test
  void points_of_zero_are_never_reached() {
    assertNull(Member.scarce(new ResourceUse(400, 100), ThrottlePoints.NEVER));
    assertEquals(
        ThrottleReason.ENVIRONMENT_MEMORY,
        Member.scarce(new ResourceUse(400, 100), new ThrottlePoints(0, 50)));
  }
}
