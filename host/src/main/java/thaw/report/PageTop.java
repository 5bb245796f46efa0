package thaw.report;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import thaw.experiment.Comparison;
import thaw.experiment.Distribution;
import thaw.experiment.ExperimentResult;
import thaw.experiment.Host;
import thaw.experiment.Metric;
import thaw.experiment.Sample;
import thaw.experiment.VariantResult;
import thaw.experiment.Warning;

/** What the page says first: what was found, and what this host could not guarantee. */
final class PageTop {
  private static final DateTimeFormatter MINUTE =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final ExperimentResult result;

  PageTop(ExperimentResult result) {
    this.result = result;
  }

  Map<String, String> fillings() {
    return Map.of(
        "title", Html.text(result.title()),
        "measured", measured(),
        "headline", headline(),
        "missing-guarantees", missingGuarantees(),
        "notices", notices());
  }

  /** What was measured, where and when. */
  private String measured() {
    IntSummaryStatistics samples =
        result.variants().stream().mapToInt(v -> v.samples().size()).summaryStatistics();
    String each =
        samples.getMin() == samples.getMax()
            ? Figures.counted(samples.getMin(), "sample") + " each"
            : "%s to %s each"
                .formatted(
                    Figures.whole(samples.getMin()), Figures.counted(samples.getMax(), "sample"));
    StringBuilder text = new StringBuilder("Cold starts of ");
    text.append(Figures.counted(result.variants().size(), "variant"));
    text.append(", ").append(result.variants().isEmpty() ? "no samples" : each);
    result.variants().stream()
        .flatMap(variant -> variant.samples().stream())
        .map(Sample::startedAt)
        .min(Comparator.naturalOrder())
        .ifPresent((Instant first) -> text.append(", from ").append(MINUTE.format(first)));
    Host host = result.host();
    text.append(" on ").append(host.cpuModel());
    text.append(", ").append(Figures.counted(host.cpus(), "CPU")).append('.');
    return "<p class=\"measured\">" + Html.text(text.toString()) + "</p>\n";
  }

  /** The answer in one sentence; none where there is only one variant to speak of. */
  private String headline() {
    List<VariantResult> ranked =
        result.variants().stream()
            .filter(variant -> variant.distributions().containsKey(Metric.TOTAL))
            .sorted(Comparator.comparingDouble(variant -> total(variant).p50()))
            .toList();
    if (ranked.isEmpty()) {
      return "<p class=\"headline\">No variant has a sample that did not fail.</p>\n";
    }
    VariantResult best = ranked.getFirst();
    String figure = Figures.shown(Metric.TOTAL, total(best).p50()) + " ms";
    String first =
        "<b>%s</b> takes <b>%s</b> from start to response (median)"
            .formatted(Html.text(best.name()), figure);
    return "<p class=\"headline\">"
        + (ranked.size() == 1 ? first : "Fastest: " + first)
        + Html.text(compared(best, ranked))
        + ".</p>\n";
  }

  /** Where the fastest is the baseline itself, what it is compared with is the slowest. */
  private String compared(VariantResult best, List<VariantResult> ranked) {
    VariantResult baseline = result.variants().getFirst();
    Comparison comparison = best.againstBaseline();
    if (ranked.size() == 1) {
      return "";
    }
    if (best == baseline) {
      return timesFaster(best, ranked.getLast());
    }
    if (comparison == null || !baseline.distributions().containsKey(Metric.TOTAL)) {
      return "";
    }
    int decimals = comparison.medianRatio() < 0.0995 ? 3 : 2;
    return ", %s of the baseline %s (%s ms)%s"
        .formatted(
            Figures.ratio(comparison.medianRatio(), decimals).replace("x", " times that"),
            baseline.name(),
            Figures.shown(Metric.TOTAL, total(baseline).p50()),
            chance(comparison));
  }

  private static String timesFaster(VariantResult best, VariantResult slowest) {
    Comparison comparison = slowest.againstBaseline();
    return comparison == null
        ? ""
        : ", and the slowest, %s, %s that (%s ms)%s"
            .formatted(
                slowest.name(),
                Figures.ratio(comparison.medianRatio(), 2).replace("x", " times"),
                Figures.shown(Metric.TOTAL, total(slowest).p50()),
                chance(comparison));
  }

  private static String chance(Comparison comparison) {
    return Verdict.of(comparison) == Verdict.MAY_BE_CHANCE
        ? "; by the rank test this may be chance (p = %s)"
            .formatted(Figures.pValue(comparison.pValue()))
        : "";
  }

  private static Distribution total(VariantResult variant) {
    Distribution total = variant.distributions().get(Metric.TOTAL);
    if (total == null) {
      throw new IllegalStateException("no total: " + variant.name());
    }
    return total;
  }

  /** Prominent, at the top; nothing when nothing is missing. */
  private String missingGuarantees() {
    if (result.host().missingGuarantees().isEmpty()) {
      return "";
    }
    String unlimited =
        Guarantees.cpuUnlimited(result.host())
            ? "<p>Times marked <b>*</b> are those of the whole machine, not of a memory size on"
                + " Lambda. Compare variants with one another, not with Lambda.</p>\n"
            : "";
    return """
    <section class="missing" aria-labelledby="missing-title">
    <h2 id="missing-title">Missing guarantees</h2>
    <p>Lambda does the following, and this host cannot:</p>
    %s%s</section>
    """
        .formatted(Html.list(result.host().missingGuarantees()), unlimited);
  }

  /** Short, with links to the sections that say more. */
  private String notices() {
    StringBuilder notices = new StringBuilder();
    if (result.budget().isPresent() && result.budget().get().isOver()) {
      notices.append("<li><a href=\"#budget\">Over budget</a>: ");
      notices.append(Html.text(BudgetRows.sum(result.budget().get()))).append("</li>\n");
    }
    for (Warning warning : result.warnings()) {
      notices.append("<li><a href=\"#warnings\">Warning</a>: ");
      notices.append(Html.text(warning.message())).append("</li>\n");
    }
    long failures = result.variants().stream().mapToLong(VariantResult::failures).sum();
    if (failures > 0) {
      long samples = result.variants().stream().mapToLong(v -> v.samples().size()).sum();
      notices.append("<li><a href=\"#failures\">Failures</a>: ");
      notices.append(Figures.whole(failures)).append(" of ");
      notices.append(Html.text(Figures.counted(samples, "sample")));
      notices.append("; they are in no figure</li>\n");
    }
    return notices.isEmpty() ? "" : "<ul class=\"notices\">\n" + notices + "</ul>\n";
  }
}
