package thaw.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostGaugeTest {
  @TempDir Path proc;

  private void host(long user, long idle, long stolen) throws IOException {
    Files.writeString(
        proc.resolve("stat"),
        "cpu  " + user + " 0 0 " + idle + " 0 0 0 " + stolen + " 0 0\ncpu0 1\n");
    Files.writeString(
        proc.resolve("meminfo"), "MemTotal: 4096 kB\nMemFree: 1 kB\nMemAvailable: 1024 kB\n");
  }

  private static boolean look(HostGauge gauge, long seconds) {
    return gauge.look(TimeUnit.SECONDS.toNanos(seconds), seconds * 1_000, seconds);
  }

  @Test
  void a_sample_is_the_share_of_cpu_time_since_the_one_before() throws IOException {
    HostGauge gauge = new HostGauge(proc);
    host(100, 100, 0);
    assertFalse(look(gauge, 1)); // nothing to compare with
    host(160, 120, 20); // of 100 ticks, programs had 60 and the hypervisor took 20
    assertTrue(look(gauge, 2));
    assertEquals(List.of(new HostGauge.Sample(2_000, 0.8, 3, 4, 2)), gauge.since(0));
    assertEquals(List.of(), gauge.since(2));
  }

  @Test
  void it_looks_once_a_second_and_takes_no_gap_for_a_sample() throws IOException {
    HostGauge gauge = new HostGauge(proc);
    host(100, 100, 0);
    look(gauge, 1);
    host(200, 200, 0);
    assertFalse(gauge.look(TimeUnit.MILLISECONDS.toNanos(1_500), 1_500, 2));
    assertFalse(look(gauge, 60));
    host(300, 200, 0);
    assertTrue(look(gauge, 61));
    assertEquals(1.0, gauge.since(0).getFirst().cpuShare());
  }

  @Test
  void where_the_kernel_does_not_tell_there_are_no_samples() {
    HostGauge gauge = new HostGauge(proc.resolve("none"));
    look(gauge, 1);
    assertFalse(look(gauge, 2));
  }
}
