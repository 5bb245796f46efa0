package thaw.report;

import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import thaw.attribution.Cause;
import thaw.attribution.Explanation;
import thaw.attribution.Explanation.Subject;

/**
 * An explained cold start as one HTML file that needs no network, as {@link HtmlReport} is one of
 * an experiment.
 *
 * <p>Waterfall, causes, findings and comparison are there without any script; the flame graph and
 * the long tables are drawn by the page's own script from the data that it carries.
 */
public final class WhyHtml {
  private static final DateTimeFormatter MINUTE =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

  /** Kinds of causes that the headline names. */
  private static final int LARGEST_KINDS = 3;

  private WhyHtml() {}

  /**
   * Replaces the file in one step, and creates its folder.
   *
   * @param older what the explanation is compared with
   */
  public static void write(Explanation explanation, Optional<Explanation> older, Path file) {
    AtomicFile.write(file, page(explanation, older));
  }

  static String page(Explanation explanation, Optional<Explanation> older) {
    Template template = Template.ofResource("why.html");
    Map<String, String> fillings = new HashMap<>(PagePolicy.fillings(template));
    fillings.put("title", Html.text(explanation.subject().function()));
    fillings.put("recorded", recorded(explanation));
    fillings.put("headline", headline(explanation));
    fillings.put("legend", legend());
    fillings.put("timeline", WhyTimeline.of(explanation));
    fillings.put("causes", WhyCauses.of(explanation));
    fillings.putAll(WhySections.fillings(explanation));
    fillings.put(
        "changes", older.map(before -> WhyChanges.of(WhyDiff.of(before, explanation))).orElse(""));
    fillings.put("changes-link", older.isEmpty() ? "" : "<a href=\"#changes\">Comparison</a>\n");
    fillings.put("data", WhyData.of(explanation));
    return template.fill(fillings);
  }

  private static String recorded(Explanation explanation) {
    Subject subject = explanation.subject();
    return Html.text(
        "Cold start of %s at %s MB on %s, recorded %s, %s merged."
            .formatted(
                subject.handler(),
                subject.memoryMiB(),
                subject.jdk(),
                MINUTE.format(subject.recordedAt()),
                Figures.counted(subject.runs(), "explained run")));
  }

  private static String headline(Explanation explanation) {
    double wall = explanation.total().wallMillis();
    String largest =
        new WhyMatrix(explanation)
            .kinds().entrySet().stream()
                .filter(kind -> kind.getValue() > 0 && kind.getKey() != Cause.Kind.UNEXPLAINED)
                .map(kind ->
                    Map.entry(kind.getKey(), kind.getValue() - hostMillis(kind, explanation)))
                .sorted(Map.Entry.<Cause.Kind, Double>comparingByValue().reversed())
                .limit(LARGEST_KINDS)
                .map(kind ->
                    "%s %s ms (%s)"
                        .formatted(
                            KindText.label(kind.getKey()),
                            Figures.millis(kind.getValue()),
                            wall > 0 ? Figures.percent(kind.getValue() / wall) : Figures.MISSING))
                .collect(Collectors.joining(", "));
    return "<b>%s ms</b> from start to response%s, <b>%s</b> of it explained; %s ms of CPU.%s"
        .formatted(
            Figures.millis(WhyFigures.ownMillis(explanation)),
            WhyFigures.host(explanation).map(host -> ", " + host).orElse(""),
            Figures.explained(explanation.total().explainedRatio()),
            Figures.millis(explanation.total().cpuMillis()),
            largest.isEmpty() ? "" : " Most: " + Html.text(largest) + ".")
        .replace(" ms", "\u00a0ms")
        .replace(" %", "\u00a0%");
  }

  /** What is told apart where the host was the limit. */
  private static double hostMillis(Map.Entry<Cause.Kind, Double> kind, Explanation explanation) {
    return kind.getKey() == Cause.HOST_CONTENTION.kind() && explanation.wasHostLimit()
        ? explanation.hostMillis()
        : 0;
  }

  static String legend() {
    StringBuilder legend = new StringBuilder();
    for (Cause.Kind kind : Cause.Kind.values()) {
      legend.append(
          """
          <span><svg width="14" height="14" aria-hidden="true">\
          <rect class="%s" width="14" height="14"/></svg>%s</span>
          """
              .formatted(KindText.style(kind), Html.text(KindText.label(kind))));
    }
    return legend.toString();
  }
}
