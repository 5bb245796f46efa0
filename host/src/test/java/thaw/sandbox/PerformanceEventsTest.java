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
}
