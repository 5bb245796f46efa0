package thaw.report.bench;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.experiment.ExperimentResult;
import thaw.experiment.VariantResult;
import thaw.experiment.Warning;
import thaw.presentation.text.Text;
import thaw.report.Results;

class TerminalReportTest {
  /** To renew a golden file: run {@link Gallery} and read what changed before copying it. */
  @ParameterizedTest
  @ValueSource(
      strings = {"three-samples", "no-cpu-limit", "long-names", "all-failed", "only-failures"})
  void a_report_looks_as_it_did_when_somebody_last_looked(String name) throws IOException {
    ExperimentResult result = Objects.requireNonNull(Gallery.results().get(name));
    assertEquals(golden(name + ".txt"), TerminalReport.render(result, 100, false));
  }

  @ParameterizedTest(name = "{0} columns")
  @ValueSource(ints = {60, 72, 80, 99, 100, 120, 200})
  void no_line_is_wider_than_the_terminal(int columns) {
    Gallery.results()
        .forEach((name, result) ->
            TerminalReport.render(result, columns, false)
                .lines()
                .forEach(line ->
                    assertTrue(
                        Text.width(line) <= columns,
                        name + ": " + Text.width(line) + ": " + line)));
  }

  @Test
  void in_120_columns_every_column_of_the_table_is_there() {
    String heads = "classes";
    Gallery.results()
        .forEach((name, result) ->
            assertTrue(TerminalReport.render(result, 120, false).contains(heads), name));
  }

  @Test
  void the_table_has_cpu_time_where_a_warning_advises_to_compare_by_it() {
    ExperimentResult idle =
        new ExperimentResult(
            "any",
            Results.GOOD_HOST,
            List.of(),
            Results.petstore(3, Results.GOOD_HOST, 1).variants(),
            List.of());
    assertFalse(TerminalReport.render(idle, 100, false).contains(" CPU  ".strip() + "  memory"));
    ExperimentResult busy = idle.warned(List.of(new Warning("busy", "", "", true, false)));
    assertTrue(TerminalReport.render(busy, 100, false).contains(" CPU "));
  }

  @Test
  void colours_change_nothing_but_colours() {
    Gallery.results()
        .values()
        .forEach(result ->
            assertEquals(
                TerminalReport.render(result, 100, false),
                TerminalReport.render(result, 100, true).replaceAll("\u001b\\[[0-9;]*m", "")));
  }

  @Test
  void missing_guarantees_stand_above_the_table_and_mark_the_times() {
    String report = TerminalReport.render(Results.petstore(5, Results.POOR_HOST, 8), 100, false);
    int guarantees = report.indexOf("MISSING GUARANTEES");
    assertTrue(guarantees > 0 && guarantees < report.indexOf("guice-sdk1"));
    assertTrue(report.contains("init*"));
    String good = TerminalReport.render(Results.petstore(5, Results.GOOD_HOST, 8), 100, false);
    assertFalse(good.contains("MISSING") || good.contains("init*"));
  }

  @Test
  void a_budget_has_a_line_for_each_limit_and_what_its_verdicts_mean() {
    String report = TerminalReport.render(Gallery.results().get("budget"), 100, false);
    List<String> lines =
        report.substring(report.indexOf("budget <b>/budget.yaml")).lines().toList();
    assertEquals(
        """
        budget <b>/budget.yaml

        variant                            limited     limit  measured         interval samples      verdict
        guice-sdk1                   coldStart p50 20,000 ms 17,000 ms 15,300 to 18,700      10           OK
        guice-sdk2                        init p50  5,300 ms  5,302 ms   4,772 to 5,832       5    too close
        guice-sdk2                      billed p90 12,500 ms 12,000 ms      10,800 to ?      10      too few
        """
            .lines()
            .toList(),
        lines.subList(0, 6));
    assertTrue(report.endsWith("\n1 of 5 limits over, 3 undecided.\n"), report);
    assertTrue(report.contains("that of 5 holds the true median with 94 %"), report);
  }

  @Test
  void what_comes_from_users_cannot_steer_the_terminal() {
    VariantResult hostile = Results.allFailed("\u001b[2Jboo\rboo\u202eevil\nline", 1);
    ExperimentResult result =
        new ExperimentResult(
            "title\u0007",
            Results.GOOD_HOST,
            List.of(),
            List.of(hostile),
            List.of(new Warning("\u001b]0;x", "\u009b1m", "\u0000")));
    TerminalReport.render(result, 100, false)
        .codePoints()
        .forEach(character ->
            assertTrue(
                character == '\n'
                    || (Character.getType(character) != Character.CONTROL
                        && Character.getType(character) != Character.FORMAT),
                () -> "U+" + Integer.toHexString(character)));
  }

  @Test
  void failures_that_differ_in_the_request_only_are_counted_together() {
    String report = TerminalReport.render(Gallery.results().get("all-failed"), 100, false);
    assertAll(
        () -> assertTrue(report.contains("30 of 30  too-small-128")),
        () -> assertEquals(2, report.split("Runtime.ExitError", -1).length));
  }

  private static String golden(String name) throws IOException {
    try (InputStream in = TerminalReportTest.class.getResourceAsStream("/thaw/report/" + name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
