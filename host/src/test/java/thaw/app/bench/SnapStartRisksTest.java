package thaw.app.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import thaw.attribution.Explanation;
import thaw.attribution.Finding;
import thaw.explanation.WhyExamples;
import thaw.tuning.SnapStartRisk;

class SnapStartRisksTest {
  private static List<String> told(double wholeMillis, Finding... findings) {
    Explanation profiled =
        WhyExamples.empty()
            .withTotal(new Explanation.Total(4_000, 1_000, 1))
            .withFindings(List.of(findings));
    return SnapStartRisks.ofFirstRequest(profiled, wholeMillis).stream()
        .map(SnapStartRisk::text)
        .toList();
  }

  /** The profiled restore may be another one, on a machine that is busy by now. */
  @Test
  void work_of_the_first_request_is_told_in_the_size_of_the_restores_that_were_measured() {
    Finding work = new Finding("id", "it is called", "", "a.B.c(B.java:1)", 2_000, 3_600, "");
    assertEquals(List.of("it is called: 500 to 900 ms, a.B.c(B.java:1)"), told(1_000, work));
    assertEquals(List.of("it is called: 2,000 to 3,600 ms, a.B.c(B.java:1)"), told(4_500, work));
    Finding more = new Finding("id", "it is called", "", "", 3_000, 5_000, "");
    assertEquals(List.of("it is called: 750 to 1,000 ms"), told(1_000, more));
    Finding exact = new Finding("id", "it is called", "", "", 1_200, 1_201, "");
    assertEquals(List.of("it is called: 300 ms"), told(1_000, exact));
    Finding little = new Finding("id", "it is called", "", "", 0.1, 0.3, "");
    assertEquals(List.of("it is called: less than 1 ms"), told(1_000, little));
    Finding unknown = new Finding("id", "it is called", "", "", 0, 0, "");
    assertEquals(List.of("it is called: gain not known here"), told(1_000, unknown));
  }
}
