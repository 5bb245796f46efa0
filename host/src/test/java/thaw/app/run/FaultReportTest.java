package thaw.app.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FaultReportTest {
  private final List<String> lines = new ArrayList<>();

  @Test
  void what_the_machine_lacks_is_told_once_and_then_counted() {
    try (FaultReport report = new FaultReport(lines::add)) {
      for (int i = 0; i < 78; i++) {
        report.add(new IllegalStateException("x", new IOException("No space left on device")));
      }
    }
    assertEquals(4, lines.size(), lines::toString);
    assertEquals(
        "thaw: a request failed by a fault of this machine: x: No space left on device",
        lines.get(0));
    assertTrue(lines.get(1).startsWith("Remedy: free space"), lines.get(1));
    assertTrue(lines.get(2).startsWith("thaw: 10 requests have failed by this"), lines.get(2));
    assertTrue(lines.get(3).startsWith("thaw: 78 requests have failed by this"), lines.get(3));
  }

  @Test
  void each_fault_of_our_own_has_its_stack_trace() {
    try (FaultReport report = new FaultReport(lines::add)) {
      report.add(new IllegalStateException("a"));
      report.add(new IllegalStateException("b"));
    }
    assertEquals(2, lines.size());
    assertTrue(lines.get(0).contains("FaultReportTest.each_fault"), lines.get(0));
  }
}
