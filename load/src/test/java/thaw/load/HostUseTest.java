package thaw.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class HostUseTest {
  @Test
  void a_machine_without_a_CPU_to_spare_was_the_limit_and_says_its_share() {
    HostUse before = HostUse.of("cpu  1000 50 200 4000 10 0 5 0 900 0");
    HostUse after = HostUse.of("cpu  1150 60 220 4005 15 0 5 10 990 0");
    HostUse run = after.minus(before);
    assertEquals(0.95, run.share(), 1e-9);
    assertTrue(run.wasLimit());
    assertTrue(run.words().startsWith("the host was the limit: its CPUs were busy for 95 %"));
  }

  @Test
  void a_machine_that_had_time_was_not() {
    HostUse before = HostUse.of("cpu  1000 50 200 4000 10 0 5 0 0 0");
    HostUse after = HostUse.of("cpu  1100 50 200 4100 10 0 5 0 0 0");
    assertFalse(after.minus(before).wasLimit());
  }

  @Test
  void what_is_not_known_is_no_limit() {
    assertEquals(HostUse.UNKNOWN, HostUse.of("intr 1 2 3"));
    assertFalse(HostUse.UNKNOWN.wasLimit());
  }

  @Test
  void of_this_machine_it_is_known() {
    assertFalse(HostUse.sinceBoot().all().isZero());
  }
}
