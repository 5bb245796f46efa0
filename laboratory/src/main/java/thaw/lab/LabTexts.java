package thaw.lab;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;
import thaw.lab.engine.LessonResult;
import thaw.lab.engine.RunFacts;
import thaw.lab.result.Entry;
import thaw.lab.result.Measurement;
import thaw.lab.result.Spread;
import thaw.lab.result.Table;
import thaw.lab.result.Verdict;
import thaw.presentation.text.Figures;

/** Sentences that all reports of the lab share. */
final class LabTexts {

  private LabTexts() {}

  /**
   * Returns the number of verdicts of each kind: {@code 9 answers to what was published: 4 hold,
   * ...}.
   *
   * @param shown of a number and the words behind it
   */
  static String counted(List<LessonResult> results, BinaryOperator<String> shown) {
    Map<Verdict.Judgement, Integer> counts =
        Verdict.counts(
            results.stream()
                .flatMap(result -> result.conclusions().verdicts().stream())
                .flatMap(verdict -> verdict.answers().stream()));
    long all = counts.values().stream().mapToLong(Integer::longValue).sum();
    if (all == 0) {
      return "No answer to what was published";
    }
    return Figures.counted(all, "answer")
        + " to what was published: "
        + counts.entrySet().stream()
            .map(each ->
                shown.apply(Figures.whole(each.getValue()), each.getKey().words(each.getValue())))
            .collect(Collectors.joining(", "));
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
    return Figures.minute(facts.startedAt());
  }

  /**
   * Returns the number of rounds, which can be larger than asked for when an interrupted run went
   * on with more.
   */
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

  /** Returns in one line when and how much was measured, for a terminal or a page. */
  static String measured(LessonResult result) {
    return when(result.facts()) + ", " + amount(result);
  }
}
