package thaw.explanation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.attribution.Explanation;
import thaw.attribution.Finding;
import thaw.attribution.PhaseName;
import thaw.function.HostArchitecture;
import thaw.presentation.text.Figures;
import thaw.presentation.text.Text;

class WhyTerminalTest {
  private static final List<String> NAMES = List.copyOf(WhyGallery.explanations().keySet());

  /** To renew a golden file: run {@link WhyGallery} and read what changed before copying it. */
  @ParameterizedTest
  @ValueSource(strings = {"compared", "empty", "hostile"})
  void a_summary_looks_as_it_did_when_somebody_last_looked(String name) throws Exception {
    try (InputStream golden =
        WhyTerminalTest.class.getResourceAsStream("/thaw/explanation/why-" + name + ".txt")) {
      String expected =
          new String(Objects.requireNonNull(golden).readAllBytes(), StandardCharsets.UTF_8);
      assertEquals(expected, WhyGallery.text(name, 100, false));
    }
  }

  @Test
  void a_restored_start_and_a_machine_of_another_kind_are_told_at_the_top() {
    Explanation plain = WhyExamples.petstore();
    assertFalse(summary(plain).getFirst().contains("snapshot"), summary(plain).getFirst());
    List<Explanation.Phase> phases = new ArrayList<>(plain.phases());
    Explanation.Phase first = phases.getFirst();
    phases.set(
        0,
        new Explanation.Phase(
            PhaseName.RESTORE,
            first.wallMillis(),
            first.cpuMillis(),
            first.explainedRatio(),
            first.causes()));
    String foreign = HostArchitecture.foreign("riscv");
    Explanation restored = plain.withPhases(phases).withNotes(List.of(foreign));
    String head = String.join(" ", summary(restored).subList(0, 4)).replaceAll(" +", " ");
    assertTrue(head.contains(" ms restored from a snapshot, "), head);
    assertTrue(head.contains("! " + foreign), head);
    String page = WhyGallery.page(restored, Optional.empty());
    String top = page.substring(page.indexOf("<h1>"), page.indexOf("<nav"));
    assertTrue(top.contains("restored from a snapshot (SnapStart)"), top);
    assertTrue(top.contains("The template says riscv"), top);
    assertEquals(List.of(foreign), restored.warnings());
  }

  @Test
  void what_the_host_took_is_no_part_of_the_headlines_figure_and_stands_below_it() {
    List<String> starved = summary(WhyExamples.starved());
    Explanation idle = WhyExamples.petstore();
    double own = idle.total().wallMillis() - idle.hostMillis();
    assertTrue(
        starved.getFirst().contains(": cold start of " + Figures.millis(own) + " ms, "),
        starved.getFirst());
    assertTrue(
        starved
            .get(1)
            .matches("  plus [\\d,]+ ms, 6[78] % of the whole, because the host was the limit: .*"),
        starved.get(1));
    assertTrue(
        WhyGallery.page(WhyExamples.starved(), Optional.empty())
            .contains("because the host was the limit"));
  }

  @Test
  void headline_bar_and_shares_are_of_the_functions_own_start_however_little_others_took() {
    Explanation explanation = WhyExamples.petstore();
    assertTrue(explanation.hostMillis() > 0 && !explanation.wasHostLimit());
    List<String> lines = summary(explanation);
    double own = explanation.total().wallMillis() - explanation.hostMillis();
    assertTrue(lines.getFirst().contains(" " + Figures.millis(own) + " ms"), lines.getFirst());
    double bar =
        explanation.phases().stream()
            .filter(phase -> WhyMatrix.counts(phase.name()))
            .mapToDouble(WhyFigures::ownMillis)
            .sum();
    assertEquals(own, bar, 1e-6);
    assertTrue(lines.stream().noneMatch(line -> line.contains("host contention")), "in a row");
    double shares =
        WhyCauses.of(explanation).rows().stream()
            .filter(row -> !row.share().equals(Figures.MISSING))
            .mapToDouble(row -> Double.parseDouble(row.value()))
            .sum();
    assertEquals(own, shares, 0.1);
  }

  @Test
  void that_the_function_answers_an_error_is_told_before_all_figures() {
    Explanation refused =
        WhyExamples.petstore().refusing("F answers 400 to its event: give another with --event.");
    assertEquals(
        "  ! An error is explained: F answers 400 to its event: give another with --event.",
        summary(refused).get(1));
    assertEquals(summary(WhyExamples.petstore()).getLast(), summary(refused).getLast());
    String page = WhyGallery.page(refused, Optional.empty());
    String top = page.substring(page.indexOf("<h1>"), page.indexOf("<nav"));
    assertTrue(top.contains("An error is explained: F answers 400"), top);
  }

  @Test
  void runs_that_differ_are_a_warning_below_the_headline_and_no_note() {
    String unsteady =
        "The baseline runs differ by 43 % in init: the machine is busy; repeat on an idle one.";
    Explanation idle = WhyExamples.petstore();
    List<String> lines =
        summary(idle.withNotes(List.of("Sizes are those of baseline runs.", unsteady)));
    int at = lines.indexOf("  ! " + unsteady);
    assertTrue(at == 1 || at == 2, lines.toString());
    assertTrue(lines.stream().anyMatch(line -> line.startsWith("1 note on ")), lines.toString());
    String page = WhyGallery.page(idle.withNotes(List.of(unsteady)), Optional.empty());
    assertTrue(page.indexOf(unsteady) < page.indexOf("<main>"), "not on top");
  }

  @Test
  void gains_that_are_more_than_the_whole_are_said_to_overlap() {
    Explanation explanation = WhyExamples.petstore();
    Finding half = new Finding("one", "one", "", "", 1, explanation.ownMillis() * 0.6, "remedy");
    assertTrue(
        summary(explanation.withFindings(List.of(half, half)))
            .contains("2 findings; what they save overlaps and does not add up"));
    assertTrue(summary(explanation.withFindings(List.of(half))).contains("1 finding"));
  }

  @Test
  void a_finding_says_what_thaw_fix_has_for_it_beside_its_place_or_below() {
    List<String> wide = summary(WhyExamples.petstore());
    assertTrue(
        wide.contains(
            "  at com.example.petstore.CreatePetHandler.handleRequest, line 45; thaw fix:"
                + " static-NAME"),
        wide.toString());
    assertTrue(wide.contains("  not in your code; thaw fix: class-archive"), wide.toString());
    List<String> narrow = WhyGallery.text("petstore", 60, false).lines().toList();
    assertTrue(narrow.contains("  thaw fix: static-NAME"), narrow.toString());
  }

  @Test
  void a_finding_at_the_line_of_one_above_it_says_so() {
    String place = "com.example.Pets.open(Pets.java:7)";
    List<String> lines =
        summary(
            WhyExamples.petstore()
                .withFindings(
                    List.of(
                        new Finding("one", "one", "", place, 80, 90, "remedy"),
                        new Finding("two", "two", "", "", 80, 85, "remedy"),
                        new Finding("three", "three", "", place, 10, 90, "remedy"))));
    assertEquals(
        List.of(
            "  at " + place + "; by hand, not by thaw fix",
            "  not in your code; by hand, not by thaw fix",
            "  at " + place + ", as above; by hand, not by thaw fix"),
        lines.stream().filter(line -> line.matches("  (at|not) .*")).toList());
  }

  private static List<String> summary(Explanation explanation) {
    return WhyTerminal.render(explanation, Optional.empty(), Path.of("why.html"), 100, false)
        .lines()
        .toList();
  }

  @Test
  void a_headline_that_does_not_fit_is_wrapped_and_not_cut() {
    Explanation explanation = WhyExamples.petstore();
    String end =
        "%s MB, %s".formatted(explanation.subject().memoryMiB(), explanation.subject().jdk());
    for (int columns : List.of(60, 80)) {
      String text =
          WhyTerminal.render(explanation, Optional.empty(), Path.of("why.html"), columns, false)
              .replaceAll("\\s+", " ");
      assertTrue(text.contains(end), text);
    }
  }

  @ParameterizedTest(name = "{0} columns")
  @ValueSource(ints = {60, 72, 80, 99, 100, 200})
  void it_fits_one_screen(int columns) {
    for (String name : NAMES) {
      List<String> lines = WhyGallery.text(name, columns, false).lines().toList();
      assertTrue(lines.size() <= WhyTerminal.MOST_LINES, name + ": " + lines.size() + " lines");
      for (String line : lines) {
        int width = Text.width(line);
        assertTrue(width <= Math.min(100, columns), name + ": " + width + ": " + line);
      }
    }
  }

  @Test
  void colours_change_nothing_but_colours() {
    for (String name : NAMES) {
      assertEquals(
          WhyGallery.text(name, 100, false),
          WhyGallery.text(name, 100, true).replaceAll("\u001b\\[[0-9;]*m", ""));
    }
  }

  @Test
  void what_comes_from_users_cannot_steer_the_terminal() {
    WhyGallery.text("hostile", 100, false)
        .codePoints()
        .forEach(character ->
            assertTrue(
                character == '\n'
                    || (Character.getType(character) != Character.CONTROL
                        && Character.getType(character) != Character.FORMAT),
                () -> "U+" + Integer.toHexString(character)));
  }

  @Test
  void the_ten_largest_rows_come_with_what_is_unexplained() {
    List<String> lines = WhyGallery.text("petstore", 100, false).lines().toList();
    int head =
        lines.indexOf(
            lines.stream().filter(line -> line.startsWith("phase ")).findFirst().orElseThrow());
    assertTrue(lines.get(head + 1).contains("class loading"), lines.get(head + 1));
    assertTrue(lines.get(head + 11).startsWith("all "));
    assertTrue(lines.get(head + 11).contains("unexplained"));
    assertEquals("", lines.get(head + 12));
  }

  @Test
  void explained_is_never_rounded_up() {
    assertEquals("94.9 %", Figures.explained(0.94999));
    assertEquals("95 %", Figures.explained(0.95));
    assertEquals("99.9 %", Figures.explained(0.99999));
    assertEquals("100 %", Figures.explained(1));
  }

  @Test
  void maven_coordinates_are_shortened_and_addresses_are_not() {
    assertEquals("guice 7.0.0", OwnerNames.brief(WhyExamples.GUICE));
    assertEquals(
        "jackson-databind (in aws-lambda-java-serialization 1.1.6)",
        OwnerNames.brief(WhyExamples.JACKSON));
    assertEquals("127.0.0.1:8000", OwnerNames.brief("127.0.0.1:8000"));
    assertEquals("[fe80::1]:443", OwnerNames.brief("[fe80::1]:443"));
    assertEquals("localhost:8000", OwnerNames.brief("localhost:8000"));
  }

  @Test
  void a_long_path_of_the_report_is_wrapped() {
    String text =
        WhyTerminal.render(
            WhyExamples.empty(),
            Optional.empty(),
            Path.of("/tmp/" + "a-very-long-folder-name/".repeat(6) + "why.html"),
            60,
            false);
    assertTrue(text.replaceAll("\\s", "").endsWith("why.html"), text);
    text.lines().forEach(line -> assertTrue(Text.width(line) <= 60, line));
  }
}
