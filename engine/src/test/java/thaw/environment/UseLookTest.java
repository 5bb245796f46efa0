package thaw.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class UseLookTest {
  @Test
  void use_is_the_share_of_all_its_cpus_between_two_looks() {
    UseLook first = new UseLook(1_000, 500, 0);
    UseLook later = new UseLook(2_000, 2_000, 0);
    assertEquals(75, later.cpuPercent(first, 2));
    assertEquals(150, later.cpuPercent(first, 1));
    assertEquals(0, first.cpuPercent(first, 2), "no time has passed");
  }
}
