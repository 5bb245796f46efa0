package thaw.explanation;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import thaw.presentation.page.Axis;
import thaw.presentation.page.ChartRow;
import thaw.presentation.page.ChartRow.Figure;
import thaw.presentation.page.ChartRow.Mark;
import thaw.presentation.page.PageFrame;
import thaw.presentation.page.PageOutput;
import thaw.presentation.text.AtomicFile;
import thaw.presentation.text.Figures;
import thaw.timeline.StretchKind;
import thaw.timeline.Timeline;
import thaw.timeline.Timeline.Stretch;

/**
 * A durable execution as one HTML file that needs no network.
 *
 * @param rows of the time line: invocations to the scale of the longest, and what is between them
 * @param left how many rows are not shown, as there are too many
 * @param kinds that the legend tells
 */
public record ExecutionHtml(
    Timeline timeline, List<Row> rows, int left, Axis axis, List<StretchKind> kinds) {
  /** More rows would push everything else off the page. */
  private static final int MOST_ROWS = 200;

  private static final int HEIGHT = 26;

  private static final PageFrame FRAME =
      PageFrame.of("page.css explanation/execution.css", "tips.js");

  /**
   * A row of the time line.
   *
   * @param gap what is said in place of a drawing; empty of an invocation
   */
  public record Row(String gap, String took, List<ChartRow> chart) {}

  /** Replaces the file in one step, and creates its folder. */
  public static void write(Timeline timeline, Path file) {
    AtomicFile.write(file, page(timeline));
  }

  public static String page(Timeline timeline) {
    ExecutionHtml page = of(timeline);
    return PageOutput.text(
        out -> JteexecutionGenerated.render(out, PageOutput.NO_INTERCEPTOR, FRAME, page));
  }

  /** Returns the page's policy as a header, where no other page may show it within itself. */
  public static String policy() {
    return FRAME.allowing("frame-ancestors 'none'").policy();
  }

  private static ExecutionHtml of(Timeline timeline) {
    List<ExecutionText.Part> parts = ExecutionText.parts(timeline);
    Axis axis = Axis.fromZero(ExecutionText.longestMillis(parts));
    List<Row> rows = new ArrayList<>();
    for (ExecutionText.Part part : parts) {
      if (part.invocation() > 0) {
        rows.add(
            new Row(
                "", ExecutionText.took(part.millis()), List.of(invocation(timeline, part, axis))));
      } else {
        for (Stretch stretch : part.stretches()) {
          rows.add(
              new Row(
                  ExecutionText.waited(timeline, stretch),
                  ExecutionText.took(stretch.millis()),
                  List.of()));
        }
      }
    }
    List<Row> shown = rows.subList(0, Math.min(MOST_ROWS, rows.size()));
    return new ExecutionHtml(
        timeline,
        List.copyOf(shown),
        rows.size() - shown.size(),
        axis,
        timeline.stretches().stream()
            .filter(each -> each.invocation() > 0)
            .map(Stretch::kind)
            .distinct()
            .sorted()
            .toList());
  }

  private static ChartRow invocation(Timeline timeline, ExecutionText.Part part, Axis axis) {
    Timeline.Invocation invocation = timeline.invocations().get(part.invocation() - 1);
    Stream.Builder<Mark> bar = Stream.builder();
    List<String> lines = new ArrayList<>();
    lines.add("invocation " + invocation.number());
    lines.add(
        "%s ms, from %s on"
            .formatted(Figures.millis(part.millis()), ExecutionText.took(invocation.fromMillis())));
    for (Stretch each : part.stretches()) {
      double from = each.fromMillis() - part.fromMillis();
      bar.add(
          Mark.box(
              ExecutionText.style(each.kind()),
              axis.share(from),
              axis.share(from + each.millis()),
              4,
              22));
    }
    for (StretchKind kind : StretchKind.values()) {
      double millis =
          part.stretches().stream()
              .filter(each -> each.kind() == kind)
              .mapToDouble(Stretch::millis)
              .sum();
      if (millis > 0) {
        lines.add(kind.label() + ": " + Figures.millis(millis) + " ms");
      }
    }
    return ChartRow.of(
        invocation.number() + (invocation.start().isEmpty() ? "" : ", " + invocation.start()),
        lines,
        axis,
        HEIGHT,
        bar.build(),
        new Figure(Figures.millis(part.millis()), "ms", invocation.outcome()));
  }
}
