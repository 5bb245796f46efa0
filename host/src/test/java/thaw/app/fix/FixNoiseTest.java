package thaw.app.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import thaw.experiment.NoiseWatch;
import thaw.experiment.Warning;

class FixNoiseTest {
  private static final List<Warning> BUSY =
      List.of(
          new Warning(
              "other programs used the CPU", "1.2 of 2 CPUs", NoiseWatch.BY_CPU_TIME, true, false),
          new Warning("the hypervisor took CPU time", "9 %", "measure elsewhere", true, false));

  @Test
  void cpu_time_is_no_advice_for_starts_of_another_memory_size() {
    assertEquals(
        List.of(
            "other programs used the CPU (1.2 of 2 CPUs; load 3.5): close them, or compare variants"
                + " by CPU time and not by wall time",
            "the hypervisor took CPU time (9 %; load 3.5): measure elsewhere"),
        FixNoise.sentences(BUSY, 3.5, false));
    assertEquals(
        List.of(
            "other programs used the CPU (1.2 of 2 CPUs; load 3.5): close them; CPU time does not"
                + " tell what another memory size gains",
            "the hypervisor took CPU time (9 %; load 3.5): measure elsewhere"),
        FixNoise.sentences(BUSY, 3.5, true));
  }
}
