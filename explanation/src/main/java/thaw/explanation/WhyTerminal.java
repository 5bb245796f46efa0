package thaw.explanation;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import thaw.attribution.Cause;
import thaw.attribution.Explanation;
import thaw.attribution.Explanation.Subject;
import thaw.attribution.Finding;
import thaw.attribution.finding.FindingOrder;
import thaw.explanation.WhyDiff.Change;
import thaw.explanation.WhyMatrix.Row;
import thaw.presentation.text.Figures;
import thaw.presentation.text.Ink;
import thaw.presentation.text.Text;

/**
 * An explained cold start on one screen of a terminal: at most 40 lines, whatever was found.
 * Refuses to print.
 */
public final class WhyTerminal {
  /** A screen. */
  static final int MOST_LINES = 40;

  private static final int NARROWEST = 60;
  private static final int WIDEST = 100;
  private static final int ROWS = 10;
  private static final int FEWEST_ROWS = 5;
  private static final int LONGEST_NAME = 40;
  private static final int FINDINGS = 3;

  /** The lines of a finding's title and place. */
  private static final int HEAD = 2;

  /** The lines that follow the findings. */
  private static final int END = 4;

  private static final int CHANGES = 3;

  private final Explanation explanation;
  private final WhyMatrix matrix;
  private final int columns;
  private final boolean ansi;
  private final List<String> lines = new ArrayList<>();

  /** Lines of warnings beyond the first, for which rows make room. */
  private int told;

  private WhyTerminal(Explanation explanation, int columns, boolean ansi) {
    this.explanation = explanation;
    this.matrix = new WhyMatrix(explanation);
    this.columns = Math.clamp(columns, NARROWEST, WIDEST);
    this.ansi = ansi;
  }

  /**
   * Lines of at most {@code columns} columns, each ended by a line feed.
   *
   * @param older what it is compared with
   * @param report where the whole report is
   * @param columns the terminal's width; below 60 counts as 60, above 100 as 100
   * @param ansi whether the terminal understands ANSI colours
   */
  public static String render(
      Explanation explanation,
      Optional<Explanation> older,
      Path report,
      int columns,
      boolean ansi) {
    WhyTerminal terminal = new WhyTerminal(explanation, columns, ansi);
    terminal.head();
    terminal.lines.addAll(WhyTerminalBar.lines(explanation, terminal.columns, ansi));
    terminal.rows();
    older.ifPresent(before -> terminal.changes(WhyDiff.of(before, explanation)));
    terminal.findings();
    terminal.end(report);
    return String.join("\n", terminal.lines) + "\n";
  }

  private void head() {
    Subject subject = explanation.subject();
    wrapped(
        "",
        "%s: %s of %s ms%s, %s explained; %s MB, %s"
            .formatted(
                Text.cut(Text.clean(subject.function()), LONGEST_NAME),
                WhyFigures.hasRequest(explanation) ? "cold start" : "init",
                Figures.millis(explanation.ownMillis()),
                explanation.wasRestored() ? " restored from a snapshot" : "",
                Figures.explained(WhyFigures.explainedRatio(explanation)),
                subject.memoryMiB(),
                subject.jdk()),
        Ink.BOLD);
    explanation.warnings().forEach(warning -> wrapped("  ! ", warning, Ink.ALARM));
    WhyFigures.host(explanation)
        .ifPresent(host -> wrapped("  ", host, explanation.wasHostLimit() ? Ink.ALARM : Ink.DIM));
    told = Math.max(0, lines.size() - 2);
    line(
        "%s ms of CPU in all threads, %s, %s, on this machine"
            .formatted(
                Figures.millis(explanation.total().cpuMillis()),
                explanation.classes().loaded() == 1
                    ? "1 class"
                    : Figures.whole(explanation.classes().loaded()) + " classes",
                Figures.counted(subject.runs(), "profiled run")),
        Ink.DIM);
    lines.add("");
  }

  private void rows() {
    double own = explanation.ownMillis();
    List<Row> largest = matrix.largest(Math.max(FEWEST_ROWS, ROWS - told));
    WhyTerminalRows table = new WhyTerminalRows(columns, ansi);
    if (!lines.getLast().isEmpty()) {
      lines.add("");
    }
    lines.add(table.head());
    largest.forEach(row -> lines.add(table.line(row, own)));
    double unexplained = matrix.sums().getOrDefault(Cause.UNEXPLAINED, 0.0);
    lines.add(table.unexplained(unexplained, own));
  }

  private void changes(WhyDiff diff) {
    Change total = diff.total();
    section(
        "compared with %s: %s -> %s ms (%s)"
            .formatted(
                diff.before().subject().recordedAt(),
                Figures.millis(total.before()),
                Figures.millis(total.after()),
                Figures.change(total.difference())));
    List<Change> clear = diff.causes().stream().filter(Change::clear).limit(CHANGES).toList();
    for (Change change : clear) {
      String text =
          "%s  %s: %s -> %s ms"
              .formatted(
                  Text.padLeft(Figures.change(change.difference()), 8),
                  change.name(),
                  Figures.millis(change.before()),
                  Figures.millis(change.after()));
      Ink ink = change.difference() < 0 ? Ink.FASTER : Ink.SLOWER;
      lines.add(ink.on(Text.cut(text, columns), ansi));
    }
    if (clear.isEmpty()) {
      line("  no cause differs by more than 10 %, which may be noise", Ink.PLAIN);
    }
    line(
        "  classes: %s added, %s gone"
            .formatted(Figures.whole(diff.added().size()), Figures.whole(diff.gone().size())),
        Ink.DIM);
  }

  private void findings() {
    List<Finding> findings = explanation.findings();
    if (findings.isEmpty()) {
      section("no finding");
      return;
    }
    List<Finding> best = findings.subList(0, Math.min(FINDINGS, findings.size()));
    section(
        (findings.size() > FINDINGS
                ? "best %s of %s findings".formatted(FINDINGS, findings.size())
                : Figures.counted(findings.size(), "finding"))
            + (WhyFigures.overlap(best, explanation)
                ? "; what they save overlaps and does not add up"
                : ""));
    int most = Math.max(1, (MOST_LINES - lines.size() - END) / FINDINGS - HEAD);
    Set<String> places = new HashSet<>();
    for (Finding finding : best) {
      String gain = saves(finding);
      int room = columns - Text.width(gain) - 2;
      String title = Text.cut(Text.clean(finding.title()), room);
      lines.add(Ink.BOLD.on(Text.padRight(title, room), ansi) + "  " + Ink.FASTER.on(gain, ansi));
      boolean isAgain = !places.add(finding.place()) && FindingOrder.isInCode(finding);
      String place = WhyFigures.where(finding) + (isAgain ? ", as above" : "");
      remedy(finding, most - below(finding, place, most));
    }
  }

  /**
   * Its place, and what {@code thaw fix} has for it, where it fits on the same line.
   *
   * @param place in words
   * @param room for further lines, one of which is the remedy's
   * @return how many of these were taken
   */
  private int below(Finding finding, String place, int room) {
    String fixes = WhyFigures.fixes(explanation, finding);
    String both = joined(place, fixes);
    String all = joined(both, WhyFigures.lowIf(finding));
    if (Text.width(Text.clean(all)) + 2 <= columns) {
      both = all;
    }
    boolean fits = Text.width(Text.clean(both)) + 2 <= columns;
    if (fits || room < 2) {
      line("  " + (fits ? both : place), Ink.DIM);
      return 0;
    }
    line("  " + place, Ink.DIM);
    line("  " + fixes, Ink.DIM);
    return 1;
  }

  private static String joined(String one, String other) {
    return one + (other.isEmpty() ? "" : "; ") + other;
  }

  /** Adds as much of the remedy's text as there is room for; code is in the report. */
  private void remedy(Finding finding, int most) {
    List<String> wrapped = Text.wrap("  ", Text.clean(Text.withoutCode(finding.remedy())), columns);
    lines.addAll(wrapped.subList(0, Math.min(most, wrapped.size())));
    if (wrapped.size() > most) {
      lines.add(Text.cut(lines.removeLast() + " …", columns));
    }
  }

  /** {@code saves 12-34 ms}, or that nobody knows. */
  static String saves(Finding finding) {
    return finding.hasFigure() ? "saves " + gain(finding) : "gain not known here";
  }

  /** An interval, or one figure where both ends read the same. */
  static String gain(Finding finding) {
    String low = Figures.millis(finding.lowMillis());
    String high = Figures.millis(finding.highMillis());
    return (low.equals(high) ? "about " + low : low + "-" + high) + " ms";
  }

  private void end(Path report) {
    lines.add("");
    if (!explanation.remarks().isEmpty()) {
      String notes = Figures.counted(explanation.remarks().size(), "note");
      line(notes + " on what could not be seen and what the probe cost, in the report", Ink.DIM);
    }
    lines.addAll(Text.wrap("report: ", report.toString(), columns));
  }

  private void section(String title) {
    lines.add("");
    line(title, Ink.BOLD);
  }

  /** Adds a text on as many lines as it takes. */
  private void wrapped(String first, String text, Ink ink) {
    Text.wrap(first, Text.clean(text), columns).forEach(each -> lines.add(ink.on(each, ansi)));
  }

  /** Adds a text on one line, and cuts it where it does not fit. */
  private void line(String text, Ink ink) {
    String indent = text.startsWith("  ") ? "  " : "";
    lines.add(ink.on(Text.cut(indent + Text.clean(text), columns), ansi));
  }
}
