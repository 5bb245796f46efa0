package thaw.sandbox;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PerformanceEventsTest {
  @Test
  void the_privilege_counts_more_than_the_setting() {
    assertTrue(PerformanceEvents.of(4, true).available());
    assertTrue(PerformanceEvents.of(1, false).available());
    assertFalse(PerformanceEvents.of(2, false).available());
  }

  @Test
  void what_is_lost_depends_on_the_setting() {
    assertTrue(PerformanceEvents.of(2, false).cost().contains("page faults"));
    assertTrue(PerformanceEvents.of(3, false).cost().contains("timer"));
  }

  @Test
  void a_rate_that_the_kernel_has_lowered_is_told_with_its_remedy() {
    Capability held = PerformanceEvents.held(2500);

    assertFalse(held.available());
    assertTrue(held.detail().contains("2500"), held.detail());
    assertTrue(held.remedy().contains("perf_event_max_sample_rate=100000"), held.remedy());
  }
}
