package thaw.explanation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import thaw.presentation.text.Figures;
import thaw.presentation.text.Ink;
import thaw.presentation.text.TerminalLines;
import thaw.presentation.text.TerminalTable;
import thaw.presentation.text.TerminalTable.Cell;
import thaw.presentation.text.TerminalTable.Column;
import thaw.presentation.text.Text;
import thaw.timeline.StretchKind;
import thaw.timeline.Timeline;
import thaw.timeline.Timeline.Invocation;
import thaw.timeline.Timeline.OperationLine;
import thaw.timeline.Timeline.Stretch;
import thaw.timeline.Timeline.Total;

/** A durable execution on a terminal: its time line, where the time went, and what was found. */
public final class ExecutionTerminal {
  private static final int MOST_ROWS = 12;
  private static final int NAME_COLUMNS = 26;
  private static final int FIGURE_COLUMNS = 14;

  private final Timeline timeline;
  private final TerminalLines lines;

  private ExecutionTerminal(Timeline timeline, int columns, boolean ansi) {
    this.timeline = timeline;
    this.lines = new TerminalLines(columns, ansi);
  }

  /**
   * @param columns the terminal's width
   * @param ansi whether the terminal understands ANSI colours
   */
  public static String render(Timeline timeline, int columns, boolean ansi) {
    ExecutionTerminal terminal = new ExecutionTerminal(timeline, columns, ansi);
    terminal.head();
    terminal.line();
    terminal.totals();
    terminal.invocations();
    terminal.operations();
    terminal.findings();
    terminal.lines.add("");
    terminal.lines.wrapped("", ExecutionText.cost(timeline), Ink.DIM);
    timeline.notes().forEach(note -> terminal.lines.wrapped("note: ", note, Ink.DIM));
    return terminal.lines.text();
  }

  private void head() {
    lines.wrapped(
        "",
        Text.clean(
            "%s of %s: %s"
                .formatted(
                    timeline.name(),
                    ExecutionText.version(timeline),
                    ExecutionText.headline(timeline))),
        Ink.BOLD);
    lines.wrapped(
        "", ExecutionText.counts(timeline) + "; begun " + ExecutionText.begun(timeline), Ink.PLAIN);
  }

  /** Each invocation to the scale of the longest; what is between them only as figures. */
  private void line() {
    List<ExecutionText.Part> parts = ExecutionText.parts(timeline);
    if (parts.isEmpty()) {
      return;
    }
    lines.section("time line");
    double longest = ExecutionText.longestMillis(parts);
    List<ExecutionText.Part> shown = some(parts);
    for (ExecutionText.Part part : shown) {
      if (part.invocation() > 0) {
        lines.add(row("invocation " + part.invocation(), part, bar(part, longest)));
      } else {
        part.stretches().forEach(this::between);
      }
    }
    if (shown.size() < parts.size()) {
      lines.add(Ink.DIM.on("  the longest of " + parts.size() + " parts are shown", lines.ansi()));
    }
    legend();
  }

  /** The longest ones, in their order. */
  private static List<ExecutionText.Part> some(List<ExecutionText.Part> parts) {
    if (parts.size() <= 2 * MOST_ROWS) {
      return parts;
    }
    double least =
        parts.stream()
            .map(ExecutionText.Part::millis)
            .sorted(Comparator.reverseOrder())
            .skip(2L * MOST_ROWS - 1)
            .findFirst()
            .orElse(0.0);
    return parts.stream().filter(part -> part.millis() >= least).limit(2L * MOST_ROWS).toList();
  }

  private void between(Stretch stretch) {
    String name = Text.clean(ExecutionText.waited(timeline, stretch));
    String took = ExecutionText.took(stretch.millis());
    lines.add(
        Ink.DIM.on(
            "  " + Text.cut(name, lines.columns() - 4 - Text.width(took)) + "  " + took,
            lines.ansi()));
  }

  private String row(String name, ExecutionText.Part part, String bar) {
    return Text.padRight(name, NAME_COLUMNS - FIGURE_COLUMNS)
        + "  "
        + Text.padLeft(ExecutionText.took(part.millis()), FIGURE_COLUMNS - 2)
        + "  "
        + bar;
  }

  private String bar(ExecutionText.Part part, double longest) {
    int width = lines.columns() - NAME_COLUMNS - 4;
    StringBuilder bar = new StringBuilder();
    double begin = part.fromMillis();
    int drawn = 0;
    for (Stretch each : part.stretches()) {
      int end = (int) Math.round((each.toMillis() - begin) / longest * width);
      if (end > drawn) {
        bar.append(ink(each.kind()).on(block(each.kind()).repeat(end - drawn), lines.ansi()));
        drawn = end;
      }
    }
    return drawn == 0 ? block(longest(part)) : bar.toString();
  }

  private static StretchKind longest(ExecutionText.Part part) {
    return part.stretches().stream()
        .max(Comparator.comparingDouble(Stretch::millis))
        .orElseThrow()
        .kind();
  }

  private void legend() {
    List<StretchKind> kinds =
        timeline.stretches().stream()
            .filter(each -> each.invocation() > 0)
            .map(Stretch::kind)
            .distinct()
            .sorted()
            .toList();
    StringBuilder legend = new StringBuilder();
    int taken = 0;
    for (StretchKind kind : kinds) {
      String text = block(kind) + " " + kind.label();
      if (taken > 0 && taken + 3 + Text.width(text) > lines.columns()) {
        lines.add(legend.toString());
        legend.setLength(0);
        taken = 0;
      }
      legend.append(taken == 0 ? "" : "   ");
      legend.append(ink(kind).on(block(kind), lines.ansi())).append(' ').append(kind.label());
      taken += (taken == 0 ? 0 : 3) + Text.width(text);
    }
    if (taken > 0) {
      lines.add(legend.toString());
    }
  }

  private static String block(StretchKind kind) {
    return switch (kind) {
      case INIT, RESTORE -> "█";
      case REPLAY, STATE -> "▓";
      case OWN -> "▒";
      case CHECKPOINT -> "▚";
      case QUEUE, ENDING -> "░";
      case WAIT, RETRY, CALLBACK, CHAINED, PAUSE -> "·";
      case UNNAMED -> "?";
    };
  }

  private static Ink ink(StretchKind kind) {
    return switch (kind) {
      case INIT, RESTORE -> Ink.INIT;
      case REPLAY, STATE -> Ink.SLOWER;
      case OWN -> Ink.HANDLER;
      case CHECKPOINT -> Ink.FASTER;
      case QUEUE, ENDING, WAIT, RETRY, CALLBACK, CHAINED, PAUSE -> Ink.PLAIN;
      case UNNAMED -> Ink.FAILURE;
    };
  }

  private void totals() {
    List<Total> totals = timeline.totals();
    if (totals.isEmpty()) {
      return;
    }
    lines.add("");
    table(
        "where the time went",
        totals,
        total -> total.kind().label(),
        List.of(
            new Of<>("", "took", 0, total -> ExecutionText.took(total.millis())),
            new Of<>("", "share", 0, total -> ExecutionText.share(total.share())),
            new Of<>("of time", "active", 0, total -> ExecutionText.share(total.activeShare())),
            new Of<>("", "stretches", 1, total -> Figures.whole(total.stretches())),
            new Of<>("USD for", "a million", 0, total -> ExecutionText.usdOfMillion(total.usd()))));
  }

  private void invocations() {
    List<Invocation> all = timeline.invocations();
    if (all.isEmpty()) {
      return;
    }
    List<Invocation> shown = all.subList(0, Math.min(MOST_ROWS, all.size()));
    lines.add("");
    table(
        "invocation",
        shown,
        each -> each.number() + (each.start().isEmpty() ? "" : ", " + each.start()),
        List.of(
            new Of<>("", "ms", 0, each -> Figures.millis(each.millis())),
            new Of<>("init or", "restore", 0, each -> Figures.millis(each.initMillis())),
            new Of<>("", "replay", 0, each -> Figures.millis(each.replayMillis())),
            new Of<>("own", "work", 0, each -> Figures.millis(each.ownMillis())),
            new Of<>(
                "check-",
                "points",
                0,
                each -> each.checkpoints() + ", " + Figures.millis(each.checkpointMillis())),
            new Of<>("operations", "known", 1, each -> Figures.whole(each.operationsBefore())),
            new Of<>("", "new", 1, each -> Figures.whole(each.operationsNew())),
            new Of<>("event", "KB", 2, each -> ExecutionText.kibibytes(each.eventBytes())),
            new Of<>("USD for", "a million", 1, each -> ExecutionText.usdOfMillion(each.usd())),
            new Of<>("", "end", 3, each -> Text.cut(Text.clean(each.outcome()), 20))));
    more(shown.size(), all.size());
  }

  private void operations() {
    List<OperationLine> all = timeline.operations();
    if (all.isEmpty()) {
      return;
    }
    List<OperationLine> shown = all.subList(0, Math.min(MOST_ROWS, all.size()));
    lines.add("");
    table(
        "operation",
        shown,
        each -> "  ".repeat(Math.min(4, each.depth())) + Text.clean(each.label()),
        List.of(
            new Of<>("", "kind", 1, ExecutionText::type),
            new Of<>("", "status", 0, each -> each.status().toLowerCase(Locale.ROOT)),
            new Of<>("", "from", 2, each -> ExecutionText.took(each.fromMillis())),
            new Of<>("", "took", 0, ExecutionText::took),
            new Of<>("", "attempts", 3, each -> each.attempts() == 0 ? "" : "" + each.attempts()),
            new Of<>("payload", "KB", 2, each -> ExecutionText.kibibytes(each.payloadBytes()))));
    more(shown.size(), all.size());
  }

  private void more(int shown, int all) {
    if (shown < all) {
      lines.add(
          Ink.DIM.on(
              Figures.whole(all - shown) + " more are on the page and in the JSON", lines.ansi()));
    }
  }

  /** A column of a table, which is made for each row. */
  private record Of<T>(String above, String below, int rank, Function<T, String> figure) {}

  private <T> void table(String head, List<T> rows, Function<T, String> name, List<Of<T>> columns) {
    List<Column> made = new ArrayList<>();
    for (Of<T> column : columns) {
      made.add(
          new Column(
              column.above(),
              column.below(),
              column.rank(),
              rows.stream().map(row -> new Cell(column.figure().apply(row), Ink.PLAIN)).toList()));
    }
    lines.addAll(
        TerminalTable.fit(head, rows.stream().map(name).toList(), made, lines.columns())
            .lines(lines.ansi()));
  }

  private void findings() {
    if (timeline.findings().isEmpty()) {
      return;
    }
    lines.section("findings");
    for (Timeline.Finding finding : timeline.findings()) {
      Optional<String> saves = ExecutionText.saves(finding);
      lines.wrapped(
          "", Text.clean(finding.title() + saves.map(each -> "; " + each).orElse("")), Ink.BOLD);
      lines.wrapped("  ", Text.clean(finding.evidence()), Ink.PLAIN);
      lines.wrapped("  ", Text.clean(finding.remedy()), Ink.PLAIN);
    }
  }
}
