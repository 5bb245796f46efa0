package thaw.explanation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.fix.Considered;
import thaw.fix.FixResult;
import thaw.fix.Proof;
import thaw.fix.Step;
import thaw.fix.Verdict;
import thaw.presentation.text.Text;
import thaw.stats.ShiftInterval;

class FixTerminalTest {
  private static List<String> lines(String example) {
    FixHtml.Page page = Objects.requireNonNull(FixExamples.all().get(example));
    return FixTerminal.render(page.subject(), page.result()).lines().toList();
  }

  @Test
  void what_was_not_offered_has_a_line_with_the_fact_that_stood_in_the_way() {
    List<String> lines = lines("gains");
    int head = lines.indexOf("not offered, though a finding names it");
    assertEquals(
        List.of(
            "client-settings-http  up to 123 ms (slow-http-client): because pom.xml:61 has dynamodb, whose",
            "                      exclusions are managed"),
        lines.subList(head + 1, head + 3));
  }

  @Test
  void a_fact_that_stood_in_the_way_of_several_is_told_once() {
    FixHtml.Page page = Objects.requireNonNull(FixExamples.all().get("gains"));
    FixResult result =
        page.result()
            .withConsidered(
                List.of(
                    notOffered("static-NAME", 40, "app.jar is built already"),
                    notOffered("spring-aot", 30, "pom.xml has the packaging war"),
                    notOffered("prime-CLIENT", 20, "app.jar is built already")));
    List<String> lines = FixTerminal.render(page.subject(), result).lines().toList();
    int head = lines.indexOf("not offered, though a finding names it");
    assertEquals(
        List.of(
            "2 of them because app.jar is built already:",
            "  static-NAME   up to 40 ms (f)",
            "  prime-CLIENT  up to 20 ms (f)",
            "spring-aot    up to 30 ms (f): because pom.xml has the packaging war"),
        lines.subList(head + 1, head + 5));
    assertEquals(
        List.of("app.jar is built already", "pom.xml has the packaging war", "as for static-NAME"),
        result.considered().stream().map(shown(page, result)::why).toList());
    FixResult tried =
        result.withConsidered(
            Stream.of("c1-only", "tls-groups")
                .map(id ->
                    new Considered(
                        "f", "", 9, id, Considered.Outcome.NOT_KEPT, Optional.empty(), "no gain"))
                .toList());
    assertEquals(
        List.of("no gain", "no gain"),
        tried.considered().stream().map(shown(page, tried)::why).toList(),
        "each was measured by itself");
  }

  private static FixHtml.Page shown(FixHtml.Page page, FixResult result) {
    return new FixHtml.Page(
        page.subject(), result, page.before(), page.deployed(), page.after(), page.apply());
  }

  private static Considered notOffered(String remedy, double millis, String reason) {
    return new Considered(
        "f", "", millis, remedy, Considered.Outcome.NOT_OFFERED, Optional.empty(), reason);
  }

  @Test
  void what_is_left_for_people_stands_below_its_place_and_its_code_is_on_the_page() {
    List<String> lines = lines("gains");
    int begin =
        lines.indexOf("by hand, 4 of 4 findings about the 371 ms that are left as it is deployed");
    assertTrue(begin > 0, lines.toString());
    assertEquals(
        List.of(
            "up to 85 ms  at com.example.petstore.PetModule.configure, line 12",
            "  Dependency injection at run time (Guice took 85 ms): Use Dagger: the code is in"
                + " fix.html",
            "up to 22 ms",
            "  AWS's client (30 samples): --runtime",
            "less than 1 ms",
            "  Two clients (1 sample): one",
            "gain not known here  at variables of F",
            "  An agent"),
        lines.subList(begin + 1, lines.indexOf("the way on, one of these") - 1));
  }

  @Test
  void a_line_for_each_way_says_what_is_the_best_so_far_or_confirmed() {
    FixResult result = Objects.requireNonNull(FixExamples.all().get("gains")).result();
    assertEquals(
        List.of(
            "confirmed as it is deployed: 604 ms -> 371 ms (0.61x)",
            "confirmed in a package: 604 ms -> 137 ms (0.23x)"),
        FixTerminal.best(result));
    assertEquals(
        "best so far, by the trials of each step, in a package: 604 ms -> 137 ms (0.23x)",
        FixTerminal.best(result.withProof(Proof.TRIALS)).getLast());
    String cut = FixTerminal.best(result.withProof(Proof.CUT_RUN)).getLast();
    assertTrue(cut.startsWith("last run, cut short, in a package: "), cut);
  }

  @Test
  void what_is_left_for_people_fits_100_columns() {
    List<String> lines = lines("hostile");
    int begin =
        lines.indexOf(
            lines.stream().filter(line -> line.startsWith("by hand")).findFirst().orElseThrow());
    for (String line : lines.subList(begin + 1, lines.indexOf("the way on"))) {
      assertTrue(line.length() <= 100 || line.startsWith("up to "), line);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {60, 80, 100, 140, 200})
  void no_line_but_a_command_is_wider_than_the_terminal(int columns) {
    for (String name : FixExamples.all().keySet()) {
      FixHtml.Page page = FixExamples.all().get(name);
      String text = FixTerminal.render(page.subject(), page.result(), columns);
      for (String line : text.lines().toList()) {
        assertTrue(
            Text.width(line) <= columns || line.strip().startsWith("thaw "), columns + ": " + line);
      }
      for (Step step : name.equals("hostile") ? List.<Step>of() : page.result().steps()) {
        String outcome = step.outcome().words() + ": " + step.reason();
        assertTrue(text.replaceAll("\\s+", " ").contains(outcome), text);
        assertFalse(text.contains("kept: " + outcome), "two outcomes of one step");
      }
    }
  }

  @Test
  void no_line_confirms_what_the_result_calls_not_proven() {
    FixResult result = Objects.requireNonNull(FixExamples.all().get("gains")).result();
    ShiftInterval none = ShiftInterval.of(new double[] {4, 5, 6, 7}, new double[] {4, 5, 6, 7});
    ShiftInterval some = result.result().gain().orElseThrow();
    FixResult unproven = result.withResult(figures(result, none, none));
    assertEquals(
        "last run, not proven in a package: 604 ms -> 137 ms (0.23x)",
        FixTerminal.best(unproven).getLast());
    assertEquals(
        "last run, cut short, not proven in a package: 604 ms -> 137 ms (0.23x)",
        FixTerminal.best(unproven.withProof(Proof.CUT_RUN)).getLast());
    assertEquals(
        "confirmed, by CPU time only, in a package: 604 ms -> 137 ms (0.23x)",
        FixTerminal.best(result.withResult(figures(result, none, some))).getLast());
  }

  private static String headOfNothing(
      ShiftInterval gain, ShiftInterval cpuGain, Verdict verdict, String reason) {
    return ofNothing(gain, cpuGain, Optional.empty(), verdict, reason)
        .lines()
        .limit(4)
        .map(String::strip)
        .collect(Collectors.joining(" "));
  }

  private static String ofNothing(
      ShiftInterval gain,
      ShiftInterval cpuGain,
      Optional<ShiftInterval> leftOut,
      Verdict verdict,
      String reason) {
    FixHtml.Page page = Objects.requireNonNull(FixExamples.all().get("nothing"));
    Step step = page.result().steps().getFirst();
    Step told =
        new Step(step.remedy(), Optional.of(gain), Optional.of(cpuGain), leftOut, verdict, reason);
    return FixTerminal.render(page.subject(), page.result().withSteps(List.of(told)));
  }

  @Test
  void what_the_time_limit_cut_is_no_noise_and_nothing_says_that_it_does_not_gain() {
    ShiftInterval wide = new ShiftInterval(-184, -20, 96, 0.95);
    String cut =
        ofNothing(
                wide,
                wide,
                Optional.empty(),
                Verdict.CUT_SHORT,
                "no gain of 1 % was proven by 4 against 4 starts, where the time limit cut it short")
            .replaceAll("\\s+", " ");
    assertTrue(cut.contains("the time limit left too few starts to tell whether"), cut);
    assertFalse(cut.contains("too noisy"), cut);
    assertTrue(
        cut.contains(
            "not decided yet whether anything gains: this goes on with what the time limit has left: thaw fix my-app --function CreatePet --out thaw-fix --budget 5m"),
        cut);
    assertFalse(cut.contains("deploy it as it is"), cut);
  }

  @Test
  void what_a_last_run_has_taken_back_is_no_gain_of_what_was_tried() {
    ShiftInterval proven = new ShiftInterval(80, 120, 150, 0.95);
    ShiftInterval none = new ShiftInterval(-8, 1, 12, 0.95);
    String text =
        ofNothing(
                proven,
                none,
                Optional.of(none),
                Verdict.NOT_KEPT,
                "the set without it was no slower")
            .replaceAll("\\s+", " ");
    assertTrue(text.contains("nothing that was tried gains more than 12 ms (2 %"), text);
    String dropped =
        ofNothing(
                proven, proven, Optional.empty(), Verdict.NOT_KEPT, "in the package: a test fails")
            .replaceAll("\\s+", " ");
    assertFalse(dropped.contains("wall time not proven"), dropped);
  }

  @Test
  void that_nothing_gains_is_said_with_what_the_starts_could_tell() {
    ShiftInterval none = new ShiftInterval(-8, 1, 12, 0.95);
    String measured =
        headOfNothing(
            none, none, Verdict.NOT_KEPT, "no gain of 1 % was proven by 12 against 12 starts");
    assertTrue(measured.contains("nothing that was tried gains more than 12 ms (2 %"), measured);

    ShiftInterval wide = new ShiftInterval(-184, -20, 96, 0.95);
    String noisy =
        headOfNothing(
            wide,
            none,
            Verdict.TOO_NOISY,
            "no gain, too noisy to tell: gains below 140 ms could not be seen");
    assertTrue(noisy.contains("too noisy to tell whether anything"), noisy);
    assertTrue(noisy.contains("gains below 140 ms could not be seen"), noisy);
    assertTrue(noisy.contains("--budget"), noisy);

    ShiftInterval less = new ShiftInterval(80, 120, 150, 0.95);
    String byCpu = headOfNothing(wide, less, Verdict.NOT_KEPT, "no gain");
    assertTrue(byCpu.contains("CPU time 120 ms less, proven; wall time not proven"), byCpu);
  }

  @Test
  void what_only_cpu_time_has_proven_is_said_so_beside_the_figure() {
    FixHtml.Page page = Objects.requireNonNull(FixExamples.all().get("gains"));
    ShiftInterval none = new ShiftInterval(-184, 30, 96, 0.95);
    ShiftInterval less = new ShiftInterval(80, 120, 150, 0.95);
    FixResult result = page.result().withResult(figures(page.result(), none, less));
    String text = FixTerminal.render(page.subject(), result).replaceAll("\\s+", " ");
    assertTrue(text.contains("CPU time 120 ms less, proven; wall time not proven: 137 ms"), text);
  }

  private static FixResult.Figures figures(
      FixResult result, ShiftInterval gain, ShiftInterval cpuGain) {
    FixResult.Figures figures = result.result();
    return new FixResult.Figures(
        figures.totalMillis(),
        figures.cpuMillis(),
        figures.samples(),
        Optional.of(gain),
        Optional.of(cpuGain));
  }
}
