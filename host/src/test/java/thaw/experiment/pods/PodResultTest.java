package thaw.experiment.pods;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import thaw.experiment.Comparison;
import thaw.experiment.ExperimentResult;
import thaw.experiment.Host;
import thaw.experiment.Metric;
import thaw.experiment.Sample;
import thaw.experiment.VariantResult;
import thaw.experiment.Warning;
import thaw.experiment.pods.PodClock.Step;
import thaw.problem.UserMistake;
import thaw.report.bench.TerminalReport;

/** Starts in pods: the line of a pod, what precedes it, and what all of them amount to. */
class PodResultTest {
  private static final List<PodResult.Started> VARIANTS =
      List.of(
          new PodResult.Started("Get 256 MB", "Handler, 256 MB", 256, "java25"),
          new PodResult.Started("Get 512 MB", "Handler, 512 MB", 512, "java25"));

  private static Sample sample(String name, int number, String cpuModel, double total) {
    Map<Metric, Double> values =
        Map.of(Metric.TOTAL, total, Metric.POD_READY, 700.0, Metric.POD_ANSWERED, total + 5);
    return new Sample(name, number, Instant.EPOCH, values, null)
        .withPlace(
            new Sample.Place(
                "", new Host("6.1", cpuModel, 2, 4096, "none", List.of()), "abc", "25", "plain"));
  }

  @Test
  void the_line_of_a_pod_is_found_among_others() {
    String line = PodLine.of(sample("Get", 1, "Xeon", 300));
    assertEquals(1, line.lines().count());
    Sample read = PodLine.read("START\n" + line + "\nEND", "Get 256 MB", 7).orElseThrow();
    assertEquals(sample("Get 256 MB", 7, "Xeon", 300), read);
    assertTrue(PodLine.read("START\nEND", "Get", 1).isEmpty());
    assertTrue(PodLine.read(line.substring(0, 60), "Get", 1).isEmpty());
  }

  @Test
  void a_mistake_of_the_user_is_one_in_the_pod_too() {
    UserMistake mistake =
        PodLine.mistake("warning: x\nthaw: no function has the name A\nRemedy: use one of: B\n")
            .orElseThrow();
    assertEquals("in the pod: no function has the name A", mistake.getMessage());
    assertEquals("use one of: B", mistake.remedy());
    assertTrue(PodLine.mistake("thaw: this is a bug of Thaw's\n\tat x").isEmpty());
  }

  @Test
  void phases_add_up_and_are_left_out_where_nobody_saw_them() {
    PodClock clock = new PodClock();
    for (Step step : Step.values()) {
      clock.see("a", step);
      clock.see("a", step); // as watches tell again
    }
    Sample whole = PodLine.on("n1", clock.phases("a"), sample("Get", 1, "Xeon", 300));
    double sum =
        whole.values().entrySet().stream()
            .filter(each -> each.getKey().isOfPods() && each.getKey() != Metric.POD_TOTAL)
            .mapToDouble(Map.Entry::getValue)
            .sum();
    assertEquals(sum, whole.values().get(Metric.POD_TOTAL), 1e-6);
    assertEquals("n1", whole.place().node());

    clock.see("b", Step.CREATED);
    clock.see("b", Step.STARTED);
    assertEquals(Map.of(), clock.phases("b"), "it was there before");
    Sample part = PodLine.on("n1", clock.phases("b"), sample("Get", 2, "Xeon", 300));
    assertFalse(part.values().containsKey(Metric.POD_TOTAL));
  }

  @Test
  void variants_are_split_by_the_cpu_model_of_the_node_and_compared() {
    List<Sample> samples = new ArrayList<>();
    for (int i = 1; i <= 10; i++) {
      for (PodResult.Started variant : VARIANTS) {
        samples.add(sample(variant.name(), i, i % 2 == 0 ? "Xeon" : "EPYC", 300 + i));
      }
    }
    ExperimentResult result = PodResult.of("image", VARIANTS, samples, List.of());
    assertEquals(
        List.of(
            "Get 256 MB on EPYC", "Get 256 MB on Xeon", "Get 512 MB on EPYC", "Get 512 MB on Xeon"),
        result.variants().stream().map(VariantResult::name).toList());
    assertEquals("EPYC; Xeon", result.host().cpuModel());
    Comparison comparison = result.variants().get(1).againstBaseline();
    assertTrue(comparison != null && comparison.medianRatio() > 1);

    List<Sample> alike = samples.stream().filter(each -> each.number() % 2 == 0).toList();
    assertEquals(
        List.of("Get 256 MB", "Get 512 MB"),
        PodResult.of("image", VARIANTS, alike, List.of()).variants().stream()
            .map(VariantResult::name)
            .toList());
  }

  @Test
  void what_makes_figures_less_sure_is_said() {
    Sample first = sample("Get 256 MB", 1, "Xeon", 300);
    Sample.Place place = first.place();
    Sample other =
        sample("Get 256 MB", 2, "Xeon", 300)
            .withPlace(new Sample.Place("n", place.host(), "another", place.jdk(), place.start()));
    List<String> warnings =
        PodResult.of("image", VARIANTS, List.of(first, other), List.of()).warnings().stream()
            .map(Warning::message)
            .toList();
    assertEquals("the image has changed while it was measured", warnings.getFirst());
    assertTrue(warnings.getLast().startsWith("nobody saw how some pods came to be"));
  }

  @Test
  void the_terminal_shows_phases_of_pods_and_of_nothing_else() {
    Sample start = sample("Get 256 MB", 1, "Xeon", 300);
    Map<Metric, Double> phases = new EnumMap<>(Metric.class);
    phases.put(Metric.POD_SCHEDULED, 3.0);
    phases.put(Metric.POD_CREATED, 450.0);
    phases.put(Metric.POD_STARTED, 21.0);
    Sample pod = PodLine.on("n1", phases, start);
    String shown =
        TerminalReport.render(
            PodResult.of("image", VARIANTS.subList(0, 1), List.of(pod), List.of()), 120, false);
    assertTrue(shown.contains("scheduled"), shown);
    assertTrue(shown.contains("1,479"), shown);
    Sample here = start.withPlace(null).withValues(Map.of(Metric.TOTAL, 300.0));
    assertFalse(
        TerminalReport.render(
                PodResult.of("image", VARIANTS.subList(0, 1), List.of(here), List.of()), 120, false)
            .contains("scheduled"));
  }
}
