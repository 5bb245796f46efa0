package thaw.explanation.fix;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import thaw.fix.ByHand;
import thaw.fix.Considered;
import thaw.fix.FixResult;
import thaw.fix.Step;
import thaw.presentation.text.Figures;
import thaw.presentation.text.TerminalStream;
import thaw.presentation.text.Text;
import thaw.remedy.Prediction;
import thaw.stats.ShiftInterval;

/** Shows what {@code thaw fix} has proven, as one screen. */
public final class FixTerminal {
  private static final int MOST_BY_HAND = 5;
  private static final int COLUMNS = 100;

  private FixTerminal() {}

  public static String render(FixSubject subject, FixResult result) {
    StringBuilder out = new StringBuilder();
    subject.warnings().forEach(warning -> wrapped(out, "! ", warning));
    head(out, subject, result);
    steps(out, result);
    notOffered(out, result);
    byHand(out, result);
    out.append("\n").append(wayOn(subject, result));
    return out.toString();
  }

  /** What to do with a result, with the commands as they are typed. */
  public static String wayOn(FixSubject subject, FixResult result) {
    List<String> lines = FixHeadline.wayOn(subject, result);
    boolean isChoice = lines.stream().anyMatch(each -> each.startsWith("or "));
    StringBuilder out = new StringBuilder(line("the way on%s", isChoice ? ", one of these" : ""));
    lines.forEach(each -> out.append(line("  %s", each)));
    return out.toString();
  }

  private static void head(StringBuilder out, FixSubject subject, FixResult result) {
    FixHeadline headline = FixHeadline.of(subject, result);
    String before =
        "%s: cold start of %s ms (%d MB, %s; median of %s%s)"
            .formatted(
                subject.function(),
                Figures.whole(result.base().totalMillis()),
                subject.memoryMiB(),
                subject.jdk(),
                Figures.counted(result.base().samples(), "start"),
                result.confirmed() ? "" : ", not confirmed yet");
    wrapped(
        out, "", before + (result.gains() ? "" : ", which nothing that was tried makes shorter"));
    for (FixHeadline.Way way : headline.ways()) {
      wrapped(
          out,
          "  ",
          way.where()
              + ": "
              + way.figures().map(figures -> figures(figures, result)).orElse(way.otherwise()));
      way.command().ifPresent(command -> out.append(line("      %s", command)));
    }
    FixHeadline.foreign(subject)
        .ifPresent(words -> wrapped(out, "  ", "These figures are " + words + "."));
    headline.verdict().ifPresent(verdict -> wrapped(out, "  ", verdict));
    headline.remarks().forEach(remark -> wrapped(out, "  ", remark));
    out.append("\n");
  }

  private static String figures(FixResult.Figures figures, FixResult result) {
    return "%s ms, %s%s; CPU %s ms -> %s ms, %s%s (%s)"
        .formatted(
            Figures.whole(figures.totalMillis()),
            Figures.ratio(result.ratio(figures), 2),
            FixHeadline.gain(figures).map(gain -> ", " + gain).orElse(""),
            Figures.whole(result.base().cpuMillis()),
            Figures.whole(figures.cpuMillis()),
            Figures.ratio(FixHeadline.cpuRatio(figures, result), 2),
            FixHeadline.cpuGain(figures).map(gain -> ", " + gain).orElse(""),
            Figures.counted(figures.samples(), "start"));
  }

  private static void steps(StringBuilder out, FixResult result) {
    if (result.steps().isEmpty()) {
      return;
    }
    List<String> heads = new ArrayList<>(List.of("step", "kind", "gains in", "predicted ms"));
    heads.add("measured ms");
    boolean anyLeftOut = result.steps().stream().anyMatch(step -> step.leftOut().isPresent());
    if (anyLeftOut) {
      heads.add("cost of leaving it out, ms");
    }
    heads.add("kept");
    List<List<String>> rows = new ArrayList<>(List.of(heads));
    for (Step step : result.steps()) {
      List<String> row = new ArrayList<>();
      row.add(step.remedy().id());
      row.add(step.remedy().kind().label());
      row.add(FixHeadline.gainsIn(step, result));
      row.add(text(step.remedy().predicted()));
      row.add(step.gain().map(FixTerminal::text).orElse(Figures.MISSING));
      if (anyLeftOut) {
        row.add(step.leftOut().map(FixTerminal::text).orElse(Figures.MISSING));
      }
      row.add((step.kept() ? "yes: " : "no: ") + step.reason());
      rows.add(row);
    }
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < row.size(); i++) {
        int column = i;
        int width = rows.stream().mapToInt(each -> Text.width(each.get(column))).max().orElse(0);
        line.append(i == 0 ? "" : "  ").append(Text.padRight(row.get(i), width));
      }
      out.append(line("%s", line.toString().stripTrailing()));
    }
  }

  /** What was offered stands among the steps. */
  private static void notOffered(StringBuilder out, FixResult result) {
    List<Considered> all =
        result.considered().stream()
            .filter(each -> each.outcome() == Considered.Outcome.NOT_OFFERED)
            .toList();
    if (all.isEmpty()) {
      return;
    }
    out.append("\n").append(line("not offered, though a finding names it"));
    int width = all.stream().mapToInt(each -> Text.width(each.remedy())).max().orElse(0);
    all.forEach(each ->
        out.append(
            line(
                "%s  up to %s ms (%s): because %s",
                Text.padRight(each.remedy(), width),
                Figures.whole(each.gainMillis()),
                each.finding(),
                Text.clean(each.reason()))));
  }

  /** One step, while others are still to come. */
  public static String step(Step step) {
    return "%s %s%s: %s"
        .formatted(
            step.kept() ? "kept" : "not kept",
            step.remedy().id(),
            step.gain().map(gain -> ", gain " + text(gain) + " ms").orElse(""),
            step.reason());
  }

  private static void byHand(StringBuilder out, FixResult result) {
    List<ByHand> all = result.byHand();
    if (all.isEmpty()) {
      return;
    }
    out.append("\n");
    out.append(
        line(
            "by hand, %d of %s about the %s ms that are left as it is deployed",
            Math.min(MOST_BY_HAND, all.size()),
            Figures.counted(all.size(), "finding"),
            Figures.whole(result.patchedFigures().totalMillis())));
    all.stream().limit(MOST_BY_HAND).forEach(each -> byHand(out, each));
  }

  /** Code is on the page: in one line of text nobody could read it. */
  private static void byHand(StringBuilder out, ByHand each) {
    out.append(
        line(
            "%s%s",
            !each.hasFigure()
                ? "gain not known here"
                : each.gainMillis() < 1
                    ? "less than 1 ms"
                    : "up to %,.0f ms".formatted(each.gainMillis()),
            each.place().isEmpty() ? "" : "  at " + each.place()));
    boolean hasCode = each.what().lines().count() > 1;
    String words =
        each.what().lines().findFirst().orElse("").replaceFirst(":$", "")
            + (hasCode ? ": the code is in fix.html" : "");
    wrapped(out, "  ", words);
  }

  private static void wrapped(StringBuilder out, String first, String text) {
    Text.wrap(first, Text.clean(text), COLUMNS).forEach(each -> out.append(line("%s", each)));
  }

  private static String text(Prediction predicted) {
    return String.format(
        Locale.ROOT, "%,.0f to %,.0f", predicted.lowMillis(), predicted.highMillis());
  }

  private static String text(ShiftInterval gain) {
    return String.format(
        Locale.ROOT, "%,.0f (%,.0f to %,.0f)", gain.median(), gain.low(), gain.high());
  }

  private static String line(String format, Object... values) {
    return TerminalStream.harmless(String.format(Locale.ROOT, format, values)) + "\n";
  }
}
