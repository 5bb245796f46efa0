package thaw.report.why;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import thaw.attribution.Cause;
import thaw.attribution.Explanation;
import thaw.attribution.Explanation.CauseShare;
import thaw.attribution.Explanation.Phase;
import thaw.attribution.Explanation.Span;
import thaw.report.page.Axis;
import thaw.report.page.ChartRow;
import thaw.report.page.ChartRow.Figure;
import thaw.report.page.ChartRow.Mark;
import thaw.report.text.Figures;

/** The waterfall of {@code why.html}: phases by kind of cause, then what happened when. */
public final class WhyTimeline {
  /** Of a lane: more would push everything else off the page. */
  static final int MOST_ROWS = 10;

  private static final String PHASE_LANE = "phase";
  private static final String METHOD_LANE = "method";
  private static final int PHASE_HEIGHT = 34;
  private static final int SPAN_HEIGHT = 20;

  /**
   * What happened of one sort.
   *
   * @param all how many spans there are; the longest are rows, in the order of their begin
   */
  record Lane(String name, int all, List<ChartRow> rows) {
    /** Methods are what a reader can change; the rest is there at a click. */
    boolean isOpen() {
      return name.equals(METHOD_LANE);
    }
  }

  private final Explanation explanation;
  private final double end;
  private final Axis axis;
  private final Map<String, Double> starts = new LinkedHashMap<>();
  private final MethodKinds methods;

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
    this.methods = MethodKinds.of(explanation);
  }

  public static WhyTimeline of(Explanation explanation) {
    return new WhyTimeline(explanation, 0);
  }

  /** With an axis that several share, because one of them lasts that long. */
  public static WhyTimeline of(Explanation explanation, double until) {
    return new WhyTimeline(explanation, until);
  }

  /** When the last thing that it knows of ended. */
  public double end() {
    return end;
  }

  Axis axis() {
    return axis;
  }

  /** Whether any bar has a part that other programs on the host took. */
  boolean hostTook() {
    return explanation.hostMillis() > 0;
  }

  List<ChartRow> phases() {
    return explanation.phases().stream().map(this::phase).toList();
  }

  /** The lane with the longest span first. */
  List<Lane> lanes() {
    Map<String, List<Span>> lanes =
        explanation.timeline().stream()
            .filter(span -> !span.lane().equals(PHASE_LANE))
            .sorted(Comparator.comparingDouble(Span::millis).reversed())
            .collect(Collectors.groupingBy(Span::lane, LinkedHashMap::new, Collectors.toList()));
    List<Lane> shown = new ArrayList<>();
    lanes.forEach((name, spans) ->
        shown.add(
            new Lane(
                name,
                spans.size(),
                spans.stream()
                    .limit(MOST_ROWS)
                    .sorted(Comparator.comparingDouble(Span::startMillis))
                    .map(this::span)
                    .toList())));
    return shown;
  }

  private ChartRow phase(Phase phase) {
    double at = starts.getOrDefault(phase.name().label(), 0.0);
    Stream.Builder<Mark> bar = Stream.builder();
    List<String> lines = new ArrayList<>();
    lines.add(phase.name().label());
    lines.add(
        "%s ms, %s ms of CPU, %s explained"
            .formatted(
                Figures.millis(phase.wallMillis()),
                Figures.millis(phase.cpuMillis()),
                Figures.explained(phase.explainedRatio())));
    for (Map.Entry<Cause.Kind, Double> kind : kinds(phase).entrySet()) {
      double host = kind.getKey() == Cause.HOST_CONTENTION.kind() ? host(phase) : 0;
      double until = at + Math.max(0, kind.getValue() - host);
      bar.add(Mark.box(KindText.style(kind.getKey()), axis.share(at), axis.share(until), 6, 28));
      at = until;
      lines.add(KindText.label(kind.getKey()) + ": " + Figures.millis(kind.getValue()) + " ms");
    }
    double host = host(phase);
    if (host > 0) {
      String style = KindText.style(Cause.HOST_CONTENTION.kind());
      bar.add(Mark.box(style + " by-host", axis.share(at), axis.share(at + host), 6, 28));
      bar.add(Mark.box("hatch by-host", axis.share(at), axis.share(at + host), 6, 28));
      lines.add(
          "of that, because other programs had the CPU: %s ms".formatted(Figures.millis(host)));
    }
    return ChartRow.of(
        phase.name().label(),
        lines,
        axis,
        PHASE_HEIGHT,
        bar.build(),
        new Figure(
            Figures.millis(phase.wallMillis()),
            "ms",
            Figures.explained(phase.explainedRatio()) + " explained"));
  }

  private static double host(Phase phase) {
    return phase.causes().stream()
        .filter(share -> share.cause() == Cause.HOST_CONTENTION)
        .mapToDouble(CauseShare::millis)
        .sum();
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

  private ChartRow span(Span span) {
    double end = span.startMillis() + span.millis();
    List<String> lines = new ArrayList<>();
    lines.add(span.name());
    lines.add(Figures.millis(span.millis()) + " ms");
    lines.add(
        "from %s to %s ms".formatted(Figures.millis(span.startMillis()), Figures.millis(end)));
    Stream.Builder<Mark> bar = Stream.builder();
    bar.add(Mark.box("span", axis.share(span.startMillis()), axis.share(end), 4, 16));
    if (span.lane().equals(METHOD_LANE)) {
      double at = span.startMillis();
      for (Map.Entry<Cause.Kind, Double> kind : methods.shares(span.name()).entrySet()) {
        double until = at + kind.getValue() * span.millis();
        bar.add(Mark.box(KindText.style(kind.getKey()), axis.share(at), axis.share(until), 4, 16));
        at = until;
        lines.add(KindText.label(kind.getKey()) + ": " + Figures.percent(kind.getValue()));
      }
    }
    return ChartRow.of(
        span.name(),
        lines,
        axis,
        SPAN_HEIGHT,
        bar.build(),
        new Figure(Figures.millis(span.millis()), "ms", ""));
  }
}
