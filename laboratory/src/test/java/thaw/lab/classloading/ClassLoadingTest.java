package thaw.lab.classloading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import thaw.lab.result.Case;
import thaw.lab.result.Chart;
import thaw.lab.result.Conclusions;
import thaw.lab.result.Measurement;
import thaw.lab.result.Measurements;
import thaw.lab.result.Table;
import thaw.lab.result.Verdict;
import thaw.lab.result.Verdict.Judgement;

class ClassLoadingTest {
  private static final String JDK = "Acme 25";
  private static final int ROUNDS = 7;

  private final List<Case> cases = new ArrayList<>();
  private final List<Measurement> samples = new ArrayList<>();

  @Test
  void figures_like_the_published_ones_hold() {
    took(ClassSource.JARS, 200);
    took(ClassSource.STORED_JAR, 184);
    took(ClassSource.FOLDER, 186);
    took(ClassSource.ONE_JAR, 196);
    took(ClassSource.APP_CDS, 92);
    took(ClassSource.AOT_CACHE, 68);
    took(ClassSource.FEW_UNUSED, 198);
    took(ClassSource.UNUSED_CLASSES, 199);
    took(ClassSource.NESTED, 300);

    assertEquals(Judgement.HOLDS, judgement("One uncompressed jar"));
    assertEquals(Judgement.HOLDS, judgement("A folder"));
    assertEquals(Judgement.HOLDS, judgement("To merge"));
    assertEquals(Judgement.HOLDS, judgement("An archive"));
    assertEquals(Judgement.HOLDS, judgement("An AOT cache"));
    assertEquals(
        Judgement.HOLDS, judgement("Jars on the class path that nobody loads from cost nothing"));
    assertEquals(
        Judgement.NO_LONGER, judgement("Jars on the class path that nobody loads from cost a lot"));
    assertEquals(Judgement.NO_LONGER, judgement("A larger package"));
    assertEquals(Judgement.HOLDS, judgement("Loading classes from jars in a jar"));
  }

  @Test
  void the_opposite_of_each_does_not() {
    took(ClassSource.JARS, 200);
    took(ClassSource.STORED_JAR, 210);
    took(ClassSource.FOLDER, 220);
    took(ClassSource.ONE_JAR, 150);
    took(ClassSource.APP_CDS, 120);
    took(ClassSource.AOT_CACHE, 100);
    took(ClassSource.FEW_UNUSED, 200);
    took(ClassSource.UNUSED_CLASSES, 170);
    took(ClassSource.NESTED, 180);

    assertEquals(Judgement.NO_LONGER, judgement("One uncompressed jar"));
    assertEquals(Judgement.NO_LONGER, judgement("A folder"));
    assertEquals(Judgement.NO_LONGER, judgement("To merge"));
    assertEquals(Judgement.NO_LONGER, judgement("An archive"));
    assertEquals(Judgement.NO_LONGER, judgement("An AOT cache"));
    assertEquals(
        Judgement.NO_LONGER,
        judgement("Jars on the class path that nobody loads from cost nothing"));
    assertEquals(
        Judgement.HOLDS, judgement("Jars on the class path that nobody loads from cost a lot"));
    assertEquals(Judgement.HOLDS, judgement("A larger package"));
    assertEquals(Judgement.NO_LONGER, judgement("Loading classes from jars in a jar"));
  }

  @Test
  void how_long_a_start_takes_is_decided_by_its_time_and_cpu_time_is_told_beside_it() {
    tookTimes(ClassSource.JARS, 200, 200);
    tookTimes(ClassSource.NESTED, 190, 300);
    tookTimes(ClassSource.ONE_JAR, 200, 200);
    tookTimes(ClassSource.FEW_UNUSED, 300, 200);
    tookTimes(ClassSource.UNUSED_CLASSES, 300, 200);

    assertEquals(Judgement.HOLDS, judgement("Loading classes from jars in a jar"));
    assertEquals(
        Judgement.NO_LONGER, judgement("Jars on the class path that nobody loads from cost a lot"));
    assertEquals(
        Judgement.NO_LONGER,
        judgement("Jars on the class path that nobody loads from cost nothing"));
    assertEquals(Judgement.NO_LONGER, judgement("A larger package"));
    String nested = answer("Loading classes from jars in a jar").evidence();
    assertTrue(nested.contains(": 1.50 times ("), nested);
    assertTrue(nested.contains("; the main thread's CPU time: 0.95 times ("), nested);
  }

  private void tookTimes(ClassSource source, double cpuMillis, double totalMillis) {
    cases.add(subject(source));
    for (int round = 1; round <= ROUNDS; round++) {
      sampled(source, round, cpuMillis, totalMillis);
    }
  }

  @Test
  void two_rounds_decide_nothing() {
    took(ClassSource.JARS, 2, 200);
    took(ClassSource.NESTED, 2, 400);

    assertEquals(Judgement.UNDECIDED, judgement("Loading classes from jars in a jar"));
  }

  @Test
  void a_ratio_on_both_sides_of_the_limit_decides_nothing() {
    took(ClassSource.JARS, 200);
    cases.add(subject(ClassSource.STORED_JAR));
    for (int round = 1; round <= ROUNDS; round++) {
      sampled(ClassSource.STORED_JAR, round, round % 2 == 0 ? 150 : 250);
    }

    assertEquals(Judgement.UNDECIDED, judgement("One uncompressed jar"));
  }

  @Test
  void a_machine_that_gets_slower_and_slower_does_not_hide_a_ratio() {
    cases.add(subject(ClassSource.JARS));
    cases.add(subject(ClassSource.STORED_JAR));
    for (int round = 1; round <= ROUNDS; round++) {
      sampled(ClassSource.JARS, round, 100 * round);
      sampled(ClassSource.STORED_JAR, round, 92 * round);
    }

    assertEquals(Judgement.HOLDS, judgement("One uncompressed jar"));
  }

  @Test
  void what_was_not_measured_decides_nothing_and_is_named() {
    took(ClassSource.JARS, 200);
    cases.add(subject(ClassSource.NESTED));
    samples.add(
        new Measurement(subject(ClassSource.NESTED), 1, Map.of(), Optional.of("ended with 1")));

    Verdict.ForJdk answer = answer("Loading classes from jars in a jar");

    assertEquals(Judgement.UNDECIDED, answer.judgement());
    assertTrue(answer.evidence().startsWith("20 nested jars ended with 1, "), answer.evidence());
  }

  @Test
  void tables_show_each_place_beside_what_it_is_compared_with() {
    took(ClassSource.ONE_JAR, 200);
    took(ClassSource.JARS, 200);
    took(ClassSource.MANY_UNUSED, 230);

    List<Table> tables = conclusions().tables();

    assertEquals(2, tables.size());
    assertEquals(List.of("1 jar", "20 jars"), names(tables.get(0)));
    assertEquals(List.of("1 jar", "100 unused jars before"), names(tables.get(1)));
  }

  @Test
  void charts_have_bars_of_all_places_and_lines_from_no_unused_jar_on() {
    took(ClassSource.ONE_JAR, 200);
    took(ClassSource.FEW_UNUSED, 210);
    took(ClassSource.MANY_UNUSED, 230);

    List<Chart> charts = conclusions().charts();

    Chart.Bars bars = (Chart.Bars) charts.get(0);
    assertEquals(List.of("1 jar"), bars.categories());
    Chart.Lines lines = (Chart.Lines) charts.get(1);
    assertEquals(1, lines.lines().size());
    assertEquals(
        List.of(0.0, 20.0, 100.0),
        lines.lines().getFirst().points().stream().map(Chart.Point::x).toList());
  }

  @Test
  void nothing_measured_gives_nothing_and_fails_nowhere() {
    Conclusions conclusions = conclusions();

    assertTrue(conclusions.tables().isEmpty());
    assertTrue(conclusions.charts().isEmpty());
    assertTrue(conclusions.verdicts().stream().allMatch(verdict -> verdict.answers().isEmpty()));
  }

  @Test
  void each_source_is_found_by_its_name_and_quick_ones_have_what_verdicts_compare() {
    ClassSource.all().forEach(source -> assertEquals(source, ClassSource.named(source.words())));
    ClassSource.all().filter(ClassSource::quick).forEach(source -> took(source, 100));

    assertFalse(
        conclusions().verdicts().stream()
            .anyMatch(verdict -> verdict.answers().getFirst().evidence().contains("not measured")));
  }

  private void took(ClassSource source, double cpuMillis) {
    took(source, ROUNDS, cpuMillis);
  }

  private void took(ClassSource source, int rounds, double cpuMillis) {
    cases.add(subject(source));
    for (int round = 1; round <= rounds; round++) {
      sampled(source, round, cpuMillis + (round % 3 - 1) / 4.0);
    }
  }

  private void sampled(ClassSource source, int round, double cpuMillis) {
    sampled(source, round, cpuMillis, cpuMillis);
  }

  private void sampled(ClassSource source, int round, double cpuMillis, double totalMillis) {
    samples.add(
        new Measurement(
            subject(source),
            round,
            Map.of(
                "class_us", cpuMillis,
                "start_ms", 40.0,
                "total_ms", totalMillis,
                "main_cpu_ms", cpuMillis,
                "cpu_ms", cpuMillis * 1.3),
            Optional.empty()));
  }

  private static Case subject(ClassSource source) {
    return ClassLoading.subject(JDK, source);
  }

  private Conclusions conclusions() {
    return new ClassLoading().conclude(new Measurements(cases, samples));
  }

  private Judgement judgement(String claim) {
    return answer(claim).judgement();
  }

  private Verdict.ForJdk answer(String claim) {
    return conclusions().verdicts().stream()
        .filter(verdict -> verdict.claim().startsWith(claim))
        .findFirst()
        .orElseThrow()
        .answers()
        .getFirst();
  }

  private static List<String> names(Table table) {
    return table.rows().stream().map(Table.Row::name).toList();
  }
}
