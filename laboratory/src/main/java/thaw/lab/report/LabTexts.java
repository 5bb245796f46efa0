package thaw.lab.report;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import thaw.lab.engine.LessonResult;
import thaw.lab.engine.RunFacts;
import thaw.lab.result.Entry;
import thaw.lab.result.Measurement;
import thaw.lab.result.Spread;
import thaw.lab.result.Table;
import thaw.lab.result.Verdict;
import thaw.report.text.Figures;

/** What all reports of the lab say in the same words. */
final class LabTexts {
  /** Columns of the longest of {@link #word}. */
  static final int LONGEST_WORD = 11;

  private static final DateTimeFormatter MINUTE =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private LabTexts() {}

  /** A verdict, to be seen at once. */
  static String word(Verdict.Truth truth) {
    return truth.words().toUpperCase(Locale.ROOT);
  }

  /** All of a table. */
  static List<Spread> spreads(Table table) {
    return table.rows().stream()
        .flatMap(row -> row.entries().stream())
        .filter(Entry.Figure.class::isInstance)
        .map(entry -> ((Entry.Figure) entry).spread())
        .toList();
  }

  /** The most frequent first. */
  static List<Map.Entry<String, Integer>> failures(LessonResult result) {
    return result.failures().entrySet().stream()
        .sorted(
            Comparator.comparingInt((Map.Entry<String, Integer> each) -> -each.getValue())
                .thenComparing(Map.Entry.comparingByKey()))
        .toList();
  }

  static long failed(LessonResult result) {
    return result.samples().all().stream().filter(sample -> sample.failure().isPresent()).count();
  }

  static String when(RunFacts facts) {
    return MINUTE.format(facts.startedAt());
  }

  /** How many rounds there are of: an interrupted run may have gone on with more. */
  static int rounds(LessonResult result) {
    return result.samples().all().stream().mapToInt(Measurement::round).max().orElse(0);
  }

  /** {@code 3 rounds of 16 cases (--quick), seed 1}. */
  static String amount(LessonResult result) {
    return "%s of %s%s, seed %d"
        .formatted(
            Figures.counted(rounds(result), "round"),
            Figures.counted(result.samples().cases().size(), "case"),
            result.facts().quick() ? " (--quick)" : "",
            result.facts().seed());
  }

  /** The machine, without what would tell whose it is. */
  static String machine(RunFacts facts) {
    return "%s, %s, Linux %s"
        .formatted(
            facts.host().cpuModel(),
            Figures.counted(facts.host().cpus(), "CPU"),
            facts.host().kernel());
  }

  /** In one line, for a terminal. */
  static String measured(LessonResult result) {
    return when(result.facts()) + ", " + amount(result);
  }
}
