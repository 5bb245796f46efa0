package thaw.report.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import thaw.experiment.Comparison;
import thaw.experiment.Distribution;
import thaw.experiment.ExperimentResult;
import thaw.experiment.Metric;
import thaw.experiment.VariantResult;
import thaw.presentation.text.Figures;
import thaw.stats.MedianInterval;
import thaw.stats.RankTest;

/**
 * The notes that a reader needs to read the figures right; only those that apply to this result.
 */
final class Footnotes {
  static final String CPU_UNLIMITED = "*";
  static final String RESTORED = "r";
  static final String INTERVAL = "±";
  static final String MAY_BE_CHANCE = "?";

  private static final Set<String> USUAL_STARTS = Set.of("plain", "restored");

  private final ExperimentResult result;

  private Footnotes(ExperimentResult result) {
    this.result = result;
  }

  record Note(String mark, String text) {}

  static List<Note> of(ExperimentResult result) {
    Footnotes footnotes = new Footnotes(result);
    List<Note> notes = new ArrayList<>();
    if (Guarantees.cpuUnlimited(result.host())) {
      notes.add(
          new Note(
              CPU_UNLIMITED,
              "no CPU limit here: times of the whole machine, not of a memory size on Lambda"));
    }
    if (footnotes.counts().isEmpty()) {
      return notes;
    }
    if (Beginnings.anyRestored(result.variants())) {
      notes.add(
          new Note(
              RESTORED, "restored from a snapshot of the initialised function, in place of init"));
    }
    notes.addAll(footnotes.starts());
    notes.add(new Note(INTERVAL, footnotes.interval()));
    if (result.variants().stream().anyMatch(Footnotes::mayBeChance)) {
      notes.add(new Note(MAY_BE_CHANCE, footnotes.chance()));
    }
    return notes;
  }

  /**
   * Returns notes on starts that are neither plain nor restored from mapped memory, in their own
   * words.
   */
  private List<Note> starts() {
    Map<String, List<String>> names = new TreeMap<>();
    for (VariantResult variant : result.variants()) {
      names.computeIfAbsent(variant.start(), _ -> new ArrayList<>()).add(variant.name());
    }
    names.keySet().removeAll(USUAL_STARTS);
    List<Note> notes = new ArrayList<>();
    names.forEach(
        (start, whose) -> notes.add(new Note(" ", start + ": " + String.join(", ", whose))));
    return notes;
  }

  /** Returns the numbers of samples of the variants' totals, ascending. */
  private TreeSet<Integer> counts() {
    return result.variants().stream()
        .flatMap(variant -> variant.distributions().values().stream())
        .map(Distribution::count)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private String interval() {
    String tooFew =
        counts().stream()
            .filter(count -> MedianInterval.coverage(count) < MedianInterval.CONFIDENCE)
            .map(count ->
                "%s of %s"
                    .formatted(
                        Figures.percent(MedianInterval.coverage(count)),
                        Figures.counted(count, "sample")))
            .collect(Collectors.joining(", "));
    boolean isEach = MedianInterval.coverage(counts().getLast()) < MedianInterval.CONFIDENCE;
    String interval =
        isEach
            ? ""
            : Figures.percent(MedianInterval.CONFIDENCE)
                + " interval of the median, its farther end";
    String range = "the whole range, which holds the median with " + tooFew;
    return tooFew.isEmpty() ? interval : isEach ? range : interval + "; of few samples " + range;
  }

  private String chance() {
    int most = counts().getLast();
    return RankTest.smallestPValue(most, most) < ComparisonVerdict.SIGNIFICANCE
        ? "may be chance: p >= %s in the Mann-Whitney U test"
            .formatted(ComparisonVerdict.SIGNIFICANCE)
        : "may be chance: so few samples prove no difference, take 4 or more";
  }

  private static boolean mayBeChance(VariantResult variant) {
    Comparison comparison = variant.againstBaseline();
    return comparison != null
        && variant.distributions().containsKey(Metric.TOTAL)
        && ComparisonVerdict.of(comparison) == ComparisonVerdict.MAY_BE_CHANCE;
  }
}
