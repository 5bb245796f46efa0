package thaw.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import thaw.environment.launch.EnvironmentSpec;

class SummaryTest {
  private static final Host HOST = new Host("Linux", "CPU", 2, 1024, "cgroup v2", List.of());

  private static Plan plan(String version) {
    Plan plan = ResultFileTest.plan(1, 512);
    Variant variant = plan.variants().getFirst();
    EnvironmentSpec spec = variant.spec().withVersion(version);
    return new Plan(
        plan.title(),
        List.of(new Variant("A", "a", spec, new byte[0])),
        1,
        1,
        Plan.PageCacheState.WARM);
  }

  private static List<String> warnings(Plan plan) {
    Sample sample =
        new Sample(
            "A",
            1,
            Instant.parse("2026-01-02T03:04:05Z"),
            Map.of(Metric.INIT, 100.0, Metric.TOTAL, 120.0),
            null);
    return Summary.of(plan, List.of(sample), HOST, List.of()).warnings().stream()
        .map(warning -> warning.message() + ": " + warning.evidence())
        .toList();
  }

  @Test
  void a_version_that_starts_without_its_snapshot_is_a_warning() {
    assertEquals(
        List.of("A has SnapStart and was not restored from a snapshot: it started: plain"),
        warnings(plan("1")));
  }

  @Test
  void what_is_not_published_needs_no_snapshot() {
    assertEquals(List.of(), warnings(plan(EnvironmentSpec.LATEST)));
  }
}
