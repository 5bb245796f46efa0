package thaw.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CpuUseTest {
  @Test
  void it_is_the_share_of_all_its_cpus_between_two_looks() {
    CpuUse.Look first = new CpuUse.Look(1_000, 500);
    assertEquals(75, new CpuUse(first, new CpuUse.Look(2_000, 2_000)).percent(2));
    assertEquals(150, new CpuUse(first, new CpuUse.Look(2_000, 2_000)).percent(1));
    assertEquals(0, new CpuUse(first, first).percent(2), "no time has passed");
  }
}
