package thaw.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import thaw.attribution.Cause;
import thaw.attribution.Explanation;
import thaw.attribution.Explanation.CauseShare;
import thaw.attribution.Explanation.Phase;
import thaw.attribution.Explanation.Span;
import thaw.experiment.Metric;

/** The waterfall of {@code why.html}: phases by kind of cause, then what happened when. */
final class WhyTimeline {
  /** Of a lane: more would push everything else off the page. */
  static final int MOST_ROWS = 10;

  private static final String PHASE_LANE = "phase";
  private static final int PHASE_HEIGHT = 34;
  private static final int SPAN_HEIGHT = 20;

  private final Explanation explanation;
  private final double end;
  private final Axis axis;
  private final Map<String, Double> starts = new LinkedHashMap<>();

  /**
   * @param until where the axis ends, if the explanation ends before
   */
  private WhyTimeline(Explanation explanation, double until) {
    this.explanation = explanation;
    double end = until;
    for (Span span : explanation.timeline()) {
      if (span.lane().equals(PHASE_LANE)) {
        starts.putIfAbsent(span.name(), span.startMillis());
      }
      end = Math.max(end, span.startMillis() + span.millis());
    }
    double after = 0;
    for (Phase phase : explanation.phases()) {
      starts.putIfAbsent(phase.name().label(), after);
      after = starts.getOrDefault(phase.name().label(), after) + phase.wallMillis();
      end = Math.max(end, after);
    }
    this.end = end;
    this.axis = Axis.fromZero(end);
  }

  static String of(Explanation explanation) {
    WhyTimeline timeline = new WhyTimeline(explanation, 0);
    return timeline.phases() + timeline.lanes() + timeline.axis();
  }

  /** When the last thing that it knows of ended. */
  static double end(Explanation explanation) {
    return new WhyTimeline(explanation, 0).end;
  }

  /** Of several on one axis: the phases alone. */
  static String phases(Explanation explanation, double end) {
    WhyTimeline timeline = new WhyTimeline(explanation, end);
    return timeline.phases() + timeline.axis();
  }

  /** Likewise: what happened when. */
  static String lanes(Explanation explanation, double end) {
    WhyTimeline timeline = new WhyTimeline(explanation, end);
    return timeline.lanes() + timeline.axis();
  }

  private String phases() {
    return explanation.phases().stream().map(this::phase).collect(Collectors.joining());
  }

  private String lanes() {
    StringBuilder html = new StringBuilder();
    lanes(explanation.timeline()).forEach((lane, spans) -> html.append(lane(lane, spans)));
    return html.toString();
  }

  private String axis() {
    return ChartFrame.axis(axis, Metric.TOTAL);
  }

  private String phase(Phase phase) {
    double at = starts.getOrDefault(phase.name().label(), 0.0);
    StringBuilder bar = new StringBuilder();
    List<String> lines = new ArrayList<>();
    lines.add(phase.name().label());
    lines.add(
        "%s ms, %s ms of CPU, %s explained"
            .formatted(
                Figures.millis(phase.wallMillis()),
                Figures.millis(phase.cpuMillis()),
                Figures.explained(phase.explainedRatio())));
    for (Map.Entry<Cause.Kind, Double> kind : kinds(phase).entrySet()) {
      double until = at + kind.getValue();
      bar.append(Html.box(KindText.style(kind.getKey()), axis.share(at), axis.share(until), 6, 28));
      at = until;
      lines.add(KindText.label(kind.getKey()) + ": " + Figures.millis(kind.getValue()) + " ms");
    }
    String[] tip = lines.toArray(String[]::new);
    return ChartFrame.row(
        phase.name().label(),
        String.join("; ", tip),
        Html.tip(tip),
        axis,
        PHASE_HEIGHT,
        bar.toString(),
        "<b>%s</b> ms <small>%s explained</small>"
            .formatted(
                Figures.millis(phase.wallMillis()), Figures.explained(phase.explainedRatio())));
  }

  private static Map<Cause.Kind, Double> kinds(Phase phase) {
    Map<Cause.Kind, Double> kinds = new LinkedHashMap<>();
    for (Cause.Kind kind : Cause.Kind.values()) {
      double millis =
          phase.causes().stream()
              .filter(share -> share.cause().kind() == kind)
              .mapToDouble(CauseShare::millis)
              .sum();
      if (millis > 0) {
        kinds.put(kind, millis);
      }
    }
    return kinds;
  }

  /** The lane with the longest span first. */
  private static Map<String, List<Span>> lanes(List<Span> timeline) {
    return timeline.stream()
        .filter(span -> !span.lane().equals(PHASE_LANE))
        .sorted(Comparator.comparingDouble(Span::millis).reversed())
        .collect(Collectors.groupingBy(Span::lane, LinkedHashMap::new, Collectors.toList()));
  }

  /** The longest spans of a lane, in the order of their begin. */
  private String lane(String lane, List<Span> spans) {
    List<Span> shown =
        spans.stream()
            .limit(MOST_ROWS)
            .sorted(Comparator.comparingDouble(Span::startMillis))
            .toList();
    StringBuilder html = new StringBuilder();
    html.append("<h3 class=\"lane\">").append(Html.text(lane));
    if (shown.size() < spans.size()) {
      html.append(" <small>the longest ")
          .append(shown.size())
          .append(" of ")
          .append(Figures.whole(spans.size()))
          .append("</small>");
    }
    html.append("</h3>\n");
    shown.forEach(span -> html.append(span(span)));
    return html.toString();
  }

  private String span(Span span) {
    double end = span.startMillis() + span.millis();
    String[] tip = {
      span.name(),
      Figures.millis(span.millis()) + " ms",
      "from %s to %s ms".formatted(Figures.millis(span.startMillis()), Figures.millis(end))
    };
    return ChartFrame.row(
        span.name(),
        String.join("; ", tip),
        Html.tip(tip),
        axis,
        SPAN_HEIGHT,
        Html.box("span", axis.share(span.startMillis()), axis.share(end), 4, 16),
        "<b>%s</b> ms".formatted(Figures.millis(span.millis())));
  }
}
