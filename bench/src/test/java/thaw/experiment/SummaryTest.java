package thaw.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.RuntimeProgram;
import thaw.environment.launch.Snapshot;
import thaw.function.FunctionDefinitionBuilder;
import thaw.function.HostArchitecture;
import thaw.function.packaging.DeploymentPackage;
import thaw.snapshot.CriuCommand;
import thaw.snapshot.CriuVersion;

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
  void a_package_that_brings_an_archive_of_its_classes_starts_from_it(@TempDir Path code)
      throws IOException {
    Plan plan = plan(EnvironmentSpec.LATEST);
    EnvironmentSpec spec =
        plan.variants()
            .getFirst()
            .spec()
            .withCode(new DeploymentPackage(code, "", 1))
            .withProgram(new RuntimeProgram.Bootstrap("provided.al2023"));
    assertFalse(isArchived(spec));
    Files.createDirectory(code.resolve("thaw"));
    Files.createFile(code.resolve("thaw/classes.aot"));
    assertTrue(isArchived(spec));
  }

  private static boolean isArchived(EnvironmentSpec spec) {
    Plan plan =
        new Plan(
            "F", List.of(new Variant("A", "a", spec, new byte[0])), 1, 1, Plan.PageCacheState.WARM);
    return Summary.of(plan, List.of(), HOST, List.of()).variants().getFirst().isArchived();
  }

  @Test
  void an_event_that_is_served_without_a_snapshot_is_not_to_blame_for_what_a_restore_breaks() {
    EnvironmentSpec spec = ResultFileTest.plan(1, 512).variants().getFirst().spec();
    CriuCommand criu =
        new CriuCommand(List.of("criu"), Path.of("criu"), new CriuVersion(4, 1, "4.1"), false);
    EnvironmentSpec restored =
        spec.withVersion("1").restoredFrom(new Snapshot(criu, Path.of("taken"), "", true, false));
    assertTrue(
        remedy(spec, 200, restored, 500).startsWith("without a snapshot it serves the same event"));
    assertTrue(remedy(spec, 404, restored, 404).startsWith("give an event that it can serve"));
    assertTrue(remedy(spec, 500, spec, 500).startsWith("give an event that it can serve"));
  }

  @Test
  void a_function_that_its_template_wants_on_another_machine_is_a_warning() {
    Plan plan = plan(EnvironmentSpec.LATEST);
    Variant variant = plan.variants().getFirst();
    EnvironmentSpec spec = variant.spec();
    EnvironmentSpec foreign =
        spec.withFunction(spec.function().withOtherArchitecture(Optional.of("riscv")));
    Plan elsewhere =
        new Plan(
            "F",
            List.of(new Variant("A", "a", foreign, new byte[0])),
            1,
            1,
            Plan.PageCacheState.WARM);
    assertEquals(
        List.of(
            "The template says riscv, and this machine is %1$s: figures are of %1$s, and on Lambda's riscv they are others: Architectures of %2$s"
                .formatted(HostArchitecture.NAME, spec.function().logicalId())),
        warnings(elsewhere));
  }

  @Test
  void what_a_function_says_of_its_error_stands_beside_the_count() {
    Plan plan = plan(EnvironmentSpec.LATEST);
    Variant variant = plan.variants().getFirst();
    String function = variant.spec().function().logicalId();
    List<Sample> samples =
        List.of(new Sample(variant.name(), 1, Instant.EPOCH, Map.of(Metric.INIT, 1.0), 502, null));
    Plan.Given given =
        new Plan.Given("", List.of(), 0)
            .because(Map.of(function, new ErrorReason(502, "its log: no table")));
    List<Warning> warnings = answered(plan.with(given), samples, 502);
    assertEquals(
        List.of("1 of 1 samples; its log: no table"),
        warnings.stream().map(Warning::evidence).toList());
    assertEquals("1 of 1 samples", warnings.getFirst().publicEvidence());
  }

  private static List<Warning> answered(Plan plan, List<Sample> samples, int status) {
    return Summary.of(plan, samples, HOST, List.of()).warnings().stream()
        .filter(warning -> warning.message().endsWith(" answered " + status))
        .toList();
  }

  @Test
  void a_reason_of_another_status_or_of_one_of_several_functions_is_left_out() {
    EnvironmentSpec spec = plan(EnvironmentSpec.LATEST).variants().getFirst().spec();
    EnvironmentSpec other =
        spec.withFunction(
            FunctionDefinitionBuilder.builder(spec.function()).logicalId("Other").build());
    Plan plan =
        new Plan(
                "F",
                List.of(
                    new Variant("A", "a", spec, new byte[0]),
                    new Variant("B", "b", other, new byte[0])),
                1,
                1,
                Plan.PageCacheState.WARM)
            .with(
                new Plan.Given("", List.of(), 0)
                    .because(
                        Map.of(
                            spec.function().logicalId(), new ErrorReason(500, "its log: full"))));
    Sample first = new Sample("A", 1, Instant.EPOCH, Map.of(Metric.INIT, 1.0), 500, null);
    Sample second = new Sample("B", 1, Instant.EPOCH, Map.of(Metric.INIT, 1.0), 500, null);
    Sample missing = new Sample("A", 1, Instant.EPOCH, Map.of(Metric.INIT, 1.0), 404, null);
    assertEquals(
        "2 of 2 samples", answered(plan, List.of(first, second), 500).getFirst().evidence());
    assertEquals("1 of 1 samples", answered(plan, List.of(missing), 404).getFirst().evidence());
    assertEquals(
        "1 of 1 samples; its log: full", answered(plan, List.of(first), 500).getFirst().evidence());
  }

  private static String remedy(EnvironmentSpec one, int first, EnvironmentSpec other, int second) {
    Plan plan =
        new Plan(
            "F",
            List.of(
                new Variant("A", "a", one, new byte[0]), new Variant("B", "b", other, new byte[0])),
            1,
            1,
            Plan.PageCacheState.WARM);
    List<Sample> samples =
        List.of(
            new Sample("A", 1, Instant.EPOCH, Map.of(Metric.INIT, 1.0), first, null),
            new Sample("B", 1, Instant.EPOCH, Map.of(Metric.RESTORE, 1.0), second, null));
    return Summary.of(plan, samples, HOST, List.of()).warnings().stream()
        .filter(warning -> warning.message().contains(" answered "))
        .map(Warning::remedy)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void what_is_not_published_needs_no_snapshot() {
    assertEquals(List.of(), warnings(plan(EnvironmentSpec.LATEST)));
  }
}
