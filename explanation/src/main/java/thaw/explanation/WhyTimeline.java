package thaw.explanation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import thaw.attribution.Cause;
import thaw.attribution.Explanation;
import thaw.attribution.Explanation.CauseShare;
import thaw.attribution.Explanation.Phase;
import thaw.attribution.Explanation.Span;
import thaw.presentation.page.Axis;
import thaw.presentation.page.ChartRow;
import thaw.presentation.page.ChartRow.Figure;
import thaw.presentation.page.ChartRow.Mark;
import thaw.presentation.text.Figures;

/** The waterfall of {@code why.html}: phases by kind of cause, then what happened when. */
final class WhyTimeline {
  /** The most rows of a lane; more would push everything else off the page. */
  static final int MOST_ROWS = 10;

  private static final String PHASE_LANE = "phase";
  private static final String METHOD_LANE = "method";
  private static final int PHASE_HEIGHT = 34;
  private static final int SPAN_HEIGHT = 20;

  /**
   * The spans of one sort.
   *
   * @param all how many spans there are; the longest are rows, in the order of their begin
   */
  record Lane(String name, int all, List<ChartRow> rows) {
    /** Methods are what a reader can change; the rest is there at a click. */
    boolean isOpen() {
      return name.equals(METHOD_LANE);
    }

    String title() {
      return switch (name) {
        case METHOD_LANE -> "Methods";
        case "wait" -> "Waits";
        case "GC" -> "Collections";
        default -> name;
      };
    }

    /** {@code the longest 10 of 23}, or nothing where all are rows. */
    String limit() {
      return rows.size() < all
          ? ", the longest " + Figures.whole(rows.size()) + " of " + Figures.whole(all)
          : "";
    }
  }

  /**
   * A lane of two timelines.
   *
   * @param after absent where there is no second timeline
   */
  record Pair(Lane before, Optional<Lane> after) {
    String counts() {
      return Figures.whole(before.all())
          + after.map(lane -> " before, " + Figures.whole(lane.all()) + " after").orElse("");
    }
  }

  /** Lanes that the first or the second has. */
  static List<Pair> pairs(WhyTimeline before, Optional<WhyTimeline> after) {
    Set<String> names = new LinkedHashSet<>();
    before.lanes().forEach(lane -> names.add(lane.name()));
    after.ifPresent(timeline -> timeline.lanes().forEach(lane -> names.add(lane.name())));
    return names.stream()
        .map(name -> new Pair(before.lane(name), after.map(timeline -> timeline.lane(name))))
        .toList();
  }

  private Lane lane(String name) {
    return lanes().stream()
        .filter(lane -> lane.name().equals(name))
        .findFirst()
        .orElse(new Lane(name, 0, List.of()));
  }

  private final Explanation explanation;
  private final double end;
  private final Axis axis;
  private final Map<String, Double> starts = new LinkedHashMap<>();
  private final OwnClock clock;
  private final MethodProfile methods;

  /**
   * @param until where the axis ends, if the explanation ends before
   * @param withoutHost whether what other programs took is left out
   */
  private WhyTimeline(Explanation explanation, double until, boolean withoutHost) {
    this.explanation = explanation;
    double last = 0;
    for (Span span : explanation.timeline()) {
      if (span.lane().equals(PHASE_LANE)) {
        starts.putIfAbsent(span.name(), span.startMillis());
      }
      last = Math.max(last, span.startMillis() + span.millis());
    }
    double after = 0;
    for (Phase phase : explanation.phases()) {
      starts.putIfAbsent(phase.name().label(), after);
      after = starts.getOrDefault(phase.name().label(), after) + phase.wallMillis();
      last = Math.max(last, after);
    }
    this.clock = withoutHost ? OwnClock.of(explanation, starts) : OwnClock.OF_THE_WALL;
    this.end = Math.max(until, clock.at(last));
    this.axis = Axis.fromZero(end);
    this.methods = MethodProfile.of(explanation);
  }

  /** All of it; what other programs on the host took is hatched. */
  static WhyTimeline whole(Explanation explanation) {
    return new WhyTimeline(explanation, 0, false);
  }

  /** Returns the timeline without the time that other programs took of the CPUs. */
  static WhyTimeline withoutHost(Explanation explanation) {
    return new WhyTimeline(explanation, 0, true);
  }

  /**
   * Returns the timeline without what other programs took.
   *
   * @param until where the axis ends that several share, because one of them lasts that long
   */
  static WhyTimeline of(Explanation explanation, double until) {
    return new WhyTimeline(explanation, until, true);
  }

  /**
   * Returns where the axis ends, in ms: where the last thing that the explanation knows of ended,
   * or later where several share the axis.
   */
  double end() {
    return end;
  }

  Axis axis() {
    return axis;
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
            new Lane(name, spans.size(), rows(name, spans.stream().limit(MOST_ROWS).toList()))));
    return shown;
  }

  private List<ChartRow> rows(String lane, List<Span> spans) {
    return lane.equals(METHOD_LANE)
        ? methods.nested(spans).stream()
            .map(each -> span(each.span()).indented(each.depth()))
            .toList()
        : spans.stream()
            .sorted(Comparator.comparingDouble(Span::startMillis))
            .map(this::span)
            .toList();
  }

  private ChartRow phase(Phase phase) {
    double at = clock.at(starts.getOrDefault(phase.name().label(), 0.0));
    double took = OwnClock.hostMillis(phase);
    double host = clock.leavesOut() ? 0 : took;
    double wall = clock.leavesOut() ? WhyFigures.ownMillis(phase) : phase.wallMillis();
    String explained =
        Figures.explained(
            clock.leavesOut() ? WhyFigures.explainedRatio(phase) : phase.explainedRatio());
    Stream.Builder<Mark> bar = Stream.builder();
    List<String> lines = new ArrayList<>();
    lines.add(phase.name().label());
    lines.add(
        "%s ms, %s ms of CPU, %s explained"
            .formatted(Figures.millis(wall), Figures.millis(phase.cpuMillis()), explained));
    for (Map.Entry<Cause.Kind, Double> kind : kinds(phase).entrySet()) {
      double others = kind.getKey() == Cause.HOST_CONTENTION.kind() ? took : 0;
      double own = Math.max(0, kind.getValue() - others);
      double until = at + own;
      bar.add(Mark.box(KindText.style(kind.getKey()), axis.share(at), axis.share(until), 6, 28));
      at = until;
      if (own > 0) {
        lines.add(KindText.label(kind.getKey()) + ": " + Figures.millis(own) + " ms");
      }
    }
    if (host > 0) {
      String style = KindText.style(Cause.HOST_CONTENTION.kind());
      bar.add(Mark.box(style + " by-host", axis.share(at), axis.share(at + host), 6, 28));
      bar.add(Mark.box("hatch by-host", axis.share(at), axis.share(at + host), 6, 28));
    }
    if (took > 0) {
      lines.add(
          "other programs had the CPU: %s ms%s"
              .formatted(Figures.millis(took), clock.leavesOut() ? ", left out" : ""));
    }
    return ChartRow.of(
        phase.name().label(),
        lines,
        axis,
        PHASE_HEIGHT,
        bar.build(),
        new Figure(Figures.millis(wall), "ms", explained + " explained"));
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
    double begin = clock.at(span.startMillis());
    double end = clock.at(span.startMillis() + span.millis());
    String millis = Figures.millis(end - begin);
    List<String> lines = new ArrayList<>();
    lines.add(span.name());
    lines.add(millis + " ms");
    lines.add("from %s to %s ms".formatted(Figures.millis(begin), Figures.millis(end)));
    Stream.Builder<Mark> bar = Stream.builder();
    bar.add(Mark.box("span", axis.share(begin), axis.share(end), 4, 16));
    if (span.lane().equals(METHOD_LANE)) {
      double at = begin;
      for (Map.Entry<Cause.Kind, Double> kind : methods.shares(span.name()).entrySet()) {
        double until = at + kind.getValue() * (end - begin);
        bar.add(Mark.box(KindText.style(kind.getKey()), axis.share(at), axis.share(until), 4, 16));
        at = until;
        lines.add(KindText.label(kind.getKey()) + ": " + Figures.percent(kind.getValue()));
      }
    }
    return ChartRow.of(
        span.name(), lines, axis, SPAN_HEIGHT, bar.build(), new Figure(millis, "ms", ""));
  }
}
