package thaw.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class RecentUseTest {
  private static final long MILLI = 1_000_000;

  private final RecentUse recent = new RecentUse(2, 1000);

  private void look(long millis, long cpuMillis, long memory) {
    recent.add(new UseLook(millis * MILLI, cpuMillis * MILLI, memory));
  }

  @Test
  void no_use_of_cpus_is_known_before_a_second_has_passed() {
    look(0, 0, 500);
    look(500, 1000, 500);
    assertEquals(new ResourceUse(0, 50), recent.use());
    look(1000, 2000, 500);
    assertEquals(new ResourceUse(100, 50), recent.use());
  }

  @Test
  void use_of_cpus_is_that_of_the_last_second_and_memory_that_of_the_last_look() {
    look(0, 0, 900);
    look(500, 1000, 900);
    look(1000, 2000, 900);
    look(1500, 2000, 200);
    assertEquals(new ResourceUse(50, 20), recent.use(), "1000 ms of two CPUs since 500 ms");
    look(2000, 2000, 100);
    assertEquals(new ResourceUse(0, 10), recent.use());
  }

  @Test
  void a_look_that_comes_late_tells_the_use_since_the_one_before() {
    look(0, 0, 0);
    look(5000, 5000, 0);
    assertEquals(50, recent.use().cpuPercent());
    look(5100, 5100, 0);
    assertEquals(50, recent.use().cpuPercent(), "since the start: the last look is too young");
  }

  @Test
  void what_was_before_a_restart_does_not_count() {
    look(0, 0, 900);
    look(1000, 2000, 900);
    recent.restart();
    assertEquals(ResourceUse.NONE, recent.use());
    look(1100, 2100, 300);
    assertEquals(new ResourceUse(0, 30), recent.use());
  }
}
