package thaw.platform.managed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.environment.use.ResourceUse;
import thaw.platform.pool.ThrottleReason;
import thaw.platform.record.PlatformLimits.ThrottlePoints;

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

  @Test
  void points_of_zero_are_never_reached() {
    assertNull(Member.scarce(new ResourceUse(400, 100), ThrottlePoints.NEVER));
    assertEquals(
        ThrottleReason.ENVIRONMENT_MEMORY,
        Member.scarce(new ResourceUse(400, 100), new ThrottlePoints(0, 50)));
  }
}
