package thaw.platform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import thaw.fixture.SideBySide;
import thaw.platform.async.QueueBench;

/** By the CPU time of its JVM, of which other programs take nothing. */
@SideBySide
class QueueLoadTest {
  private static final int EVENTS = 100_000;
  private static final int PART = 10_000;

  @Test
  void a_hundred_thousand_waiting_events_neither_slow_acceptance_nor_hold_up_others()
      throws Exception {
    try (QueueBench bench = QueueBench.inMemory();
        ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      bench.answers.put("Busy", invocation -> QueueBench.throttled());
      List<Long> nanos = new ArrayList<>();
      for (int start = 0; start < EVENTS; start += PART) {
        long begin = cpuNanos();
        List<Future<?>> answers = new ArrayList<>();
        for (int i = start; i < start + PART; i++) {
          String id = "id-" + i;
          answers.add(callers.submit(() -> bench.accept("Busy", id, "{}")));
        }
        for (Future<?> answer : answers) {
          answer.get();
        }
        nanos.add(cpuNanos() - begin);
        bench.settle();
      }
      assertEquals(EVENTS, bench.queue().size("Busy"));
      assertTrue(nanos.getLast() < 3 * nanos.get(1), "ns of CPU time by part: " + nanos);

      bench.accept("Free", "free", "{}");
      bench.settle();
      assertEquals(0, bench.queue().size("Free"));
      assertTrue(bench.attempts.size() < 100, "attempts: " + bench.attempts.size());
      bench.runFor(Duration.ofMinutes(1));
      assertTrue(bench.attempts.size() < 500, "attempts: " + bench.attempts.size());
    }
  }

  private static long cpuNanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }
}
