package thaw.explanation;

import static java.util.stream.Collectors.toList;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import thaw.fix.ByHand;
import thaw.fix.Considered;
import thaw.fix.FixResult;
import thaw.fix.Step;
import thaw.presentation.text.Figures;
import thaw.presentation.text.Ink;
import thaw.presentation.text.TerminalLines;
import thaw.presentation.text.TerminalStream;
import thaw.presentation.text.Text;
import thaw.remedy.Prediction;
import thaw.stats.ShiftInterval;

/** Shows what {@code thaw fix} has proven, as one screen. */
public final class FixTerminal {
  private static final int MOST_BY_HAND = 5;
  private static final int COLUMNS = 100;
  private static final int OF_TABLES = 200;
  private static final String OUTCOME = "outcome";

  private FixTerminal() {}

  /** For a reader whose lines may be as long as they are. */
  public static String render(FixSubject subject, FixResult result) {
    return render(subject, result, OF_TABLES);
  }

  /**
   * @param columns that a line may have; sentences have 100 at most, and commands to copy are in
   *     one line all the same
   */
  public static String render(FixSubject subject, FixResult result, int columns) {
    TerminalLines out = new TerminalLines(Math.min(columns, COLUMNS), false);
    subject.warnings().forEach(warning -> wrapped(out, "! ", warning));
    head(out, subject, result);
    steps(out, result, columns);
    withoutSteps(out, result);
    byHand(out, result);
    out.add("");
    for (String line : wayOn(subject, result).lines().toList()) {
      String indent = line.substring(0, line.length() - line.stripLeading().length());
      if (line.startsWith("thaw ", indent.length())) {
        out.add(line); // to be copied
      } else {
        wrapped(out, indent, line.strip());
      }
    }
    return out.text();
  }

  /** What to do with a result, with the commands as they are typed. */
  public static String wayOn(FixSubject subject, FixResult result) {
    List<String> lines = FixHeadline.wayOn(subject, result);
    boolean isChoice = lines.stream().anyMatch(each -> each.startsWith("or "));
    StringBuilder out = new StringBuilder("the way on" + (isChoice ? ", one of these" : "") + "\n");
    lines.forEach(each -> out.append(harmless("  " + each)).append("\n"));
    return out.toString();
  }

  /** What figures rest on, and what of them is not known: a line each. */
  public static String standing(FixSubject subject, FixResult result) {
    FixHeadline headline = FixHeadline.of(subject, result);
    return Stream.of(
            Stream.of(
                "Figures are medians of %s of each variant%s."
                    .formatted(
                        Figures.counted(result.base().samples(), "start"),
                        result.cut()
                            ? ", cut by the time limit"
                            : result.isOfLastRun() ? "" : ", not confirmed yet")),
            headline.ways().stream()
                .filter(way -> way.figures().isEmpty())
                .map(way -> way.where() + ": " + way.otherwise() + "."),
            FixHeadline.unfinished(result).stream())
        .flatMap(each -> each)
        .map(each -> harmless(each) + "\n")
        .collect(Collectors.joining());
  }

  /** How to go on with what a result has left, with the time limit that it needs. */
  public static String goOn(FixResult result) {
    return FixHeadline.goOn(result);
  }

  /** What the milliseconds of a result are of. */
  public static String ofThisMachine(FixSubject subject, FixResult result) {
    return FixHeadline.ofThisMachine(subject, result);
  }

  private static void head(TerminalLines out, FixSubject subject, FixResult result) {
    FixHeadline headline = FixHeadline.of(subject, result);
    String before =
        "%s: cold start of %s ms%s (%s, %s; median of %s%s)"
            .formatted(
                subject.function(),
                Figures.whole(result.base().totalMillis()),
                subject.deployment().restored() ? " restored from a snapshot" : "",
                subject.memory(),
                subject.jdk(),
                Figures.counted(result.base().samples(), "start"),
                result.isOfLastRun() ? "" : ", not confirmed yet");
    wrapped(out, "", before);
    if (!result.gains()) {
      wrapped(out, "  ", FixHeadline.nothing(subject, result));
    }
    wrapped(out, "  ", subject.measuredEvent());
    for (FixHeadline.Way way : headline.ways()) {
      wrapped(
          out,
          "  ",
          way.where()
              + ": "
              + way.figures().map(each -> figures(subject, each, result)).orElse(way.otherwise()));
      way.command().ifPresent(command -> out.add(harmless("      " + command)));
    }
    wrapped(out, "  ", ofThisMachine(subject, result));
    subject.otherEvents().forEach(sentence -> wrapped(out, "  ", sentence));
    headline.verdict().ifPresent(verdict -> wrapped(out, "  ", verdict));
    headline.remarks().forEach(remark -> wrapped(out, "  ", remark));
    out.add("");
  }

  /** On a busy machine CPU time comes first, as the warning advises. */
  private static String figures(FixSubject subject, FixResult.Figures figures, FixResult result) {
    String wall =
        "%s%s ms, %s%s"
            .formatted(
                FixHeadline.byCpuOnly(figures).map(words -> words + ": ").orElse(""),
                Figures.whole(figures.totalMillis()),
                Figures.ratio(result.ratio(figures), 2),
                FixHeadline.gain(figures).map(gain -> ", " + gain).orElse(""));
    String cpu =
        "CPU %s ms -> %s ms, %s%s"
            .formatted(
                Figures.whole(result.base().cpuMillis()),
                Figures.whole(figures.cpuMillis()),
                Figures.ratio(FixHeadline.cpuRatio(figures, result), 2),
                FixHeadline.cpuGain(figures).map(gain -> ", " + gain).orElse(""));
    return (subject.busy() && figures.takesLessCpu() ? cpu + "; " + wall : wall + "; " + cpu)
        + " ("
        + Figures.counted(figures.samples(), "start")
        + ")";
  }

  private static void steps(TerminalLines out, FixResult result, int columns) {
    if (result.steps().isEmpty()) {
      return;
    }
    List<String> heads = new ArrayList<>(List.of("step", "kind", "gains in", "predicted ms"));
    heads.add("measured ms");
    boolean anyLeftOut = result.steps().stream().anyMatch(step -> step.leftOut().isPresent());
    if (anyLeftOut) {
      heads.add("cost of leaving it out, ms");
    }
    List<List<String>> rows = new ArrayList<>();
    for (Step step : result.steps()) {
      List<String> row = new ArrayList<>();
      row.add(step.remedy().id());
      row.add(step.remedy().kind().label());
      row.add(FixHeadline.gainsIn(step, result));
      row.add(text(result.predicted(step)));
      row.add(step.gain().map(FixTerminal::text).orElse(Figures.MISSING));
      if (anyLeftOut) {
        row.add(step.leftOut().map(FixTerminal::text).orElse(Figures.MISSING));
      }
      rows.add(row);
    }
    List<String> outcomes =
        result.steps().stream().map(step -> step.outcome().words() + ": " + step.reason()).toList();
    List<String> lines = aligned(heads, rows);
    int width = widest(lines);
    boolean isWide = width + 2 + Math.max(OUTCOME.length(), widest(outcomes)) <= columns;
    for (int i = 0; i < lines.size() && width <= columns; i++) {
      String line = lines.get(i).stripTrailing();
      if (isWide) {
        line = Text.padRight(line, width) + "  " + (i == 0 ? OUTCOME : outcomes.get(i - 1));
      }
      out.add(harmless(line));
      if (!isWide && i > 0) {
        wrapped(out, "  ", outcomes.get(i - 1));
      }
    }
    for (int i = 0; i < rows.size() && width > columns; i++) {
      wrapped(out, "", rows.get(i).getFirst());
      List<String> words = new ArrayList<>();
      for (int column = 1; column < heads.size(); column++) {
        if (!rows.get(i).get(column).equals(Figures.MISSING)) {
          words.add(heads.get(column) + ": " + rows.get(i).get(column));
        }
      }
      wrapped(out, "  ", String.join("; ", words));
      wrapped(out, "  ", outcomes.get(i));
    }
  }

  /** Returns the lines of a table, the heads first. */
  private static List<String> aligned(List<String> heads, List<List<String>> rows) {
    List<List<String>> all = new ArrayList<>(List.of(heads));
    all.addAll(rows);
    List<String> lines = new ArrayList<>();
    for (List<String> row : all) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < row.size(); i++) {
        int column = i;
        int width = widest(all.stream().map(each -> each.get(column)).toList());
        line.append(i == 0 ? "" : "  ").append(Text.padRight(row.get(i), width));
      }
      lines.add(line.toString());
    }
    return lines;
  }

  private static int widest(List<String> texts) {
    return texts.stream().mapToInt(Text::width).max().orElse(0);
  }

  /** What was tried, or was left for want of time, stands among the steps. */
  private static void withoutSteps(TerminalLines out, FixResult result) {
    List<String> steps = result.steps().stream().map(step -> step.remedy().id()).toList();
    for (Considered.Outcome outcome :
        List.of(Considered.Outcome.NOT_OFFERED, Considered.Outcome.NOT_TRIED)) {
      withoutSteps(
          out,
          outcome,
          result.considered().stream()
              .filter(each ->
                  each.outcome() == outcome
                      && each.hasRemedy() // what has none is told by hand
                      && !steps.contains(each.remedy()))
              .toList());
    }
  }

  private static void withoutSteps(
      TerminalLines out, Considered.Outcome outcome, List<Considered> all) {
    if (all.isEmpty()) {
      return;
    }
    out.section(outcome.words() + ", though a finding names it");
    int width = all.stream().mapToInt(each -> Text.width(each.remedy())).max().orElse(0);
    boolean isOfFact = outcome == Considered.Outcome.NOT_OFFERED;
    Map<String, List<Considered>> byReason =
        all.stream()
            .collect(Collectors.groupingBy(Considered::reason, LinkedHashMap::new, toList()));
    byReason.forEach((reason, alike) -> {
      String why = (isOfFact ? "because " : "") + reason;
      if (alike.size() == 1) {
        Considered only = alike.getFirst();
        wrapped(out, indented(only, width), "%s: %s".formatted(gain(only), why));
      } else {
        wrapped(out, "", "%d of them %s:".formatted(alike.size(), why));
        alike.forEach(each -> wrapped(out, "  " + indented(each, width), gain(each)));
      }
    });
  }

  private static String indented(Considered each, int width) {
    return Text.padRight(Text.clean(each.remedy()), width) + "  ";
  }

  private static String gain(Considered each) {
    return "%s (%s)".formatted(upTo(each.gainMillis()), each.finding());
  }

  /** Returns what was measured of a step last, with its interval; empty where nothing was. */
  public static Optional<String> measured(Step step) {
    return FixHeadline.measured(step).map(FixTerminal::text);
  }

  /** One step, while others are still to come. */
  public static String step(Step step) {
    return "%s %s%s: %s"
        .formatted(
            step.outcome().words(),
            step.remedy().id(),
            step.gain().map(gain -> ", gain " + text(gain) + " ms").orElse(""),
            step.reason());
  }

  /** Returns a line for each way of what has been proven, while others are still to come. */
  public static List<String> best(FixResult result) {
    List<String> lines = new ArrayList<>();
    result
        .deployed()
        .filter(each -> each.gains() || !result.needsPackage())
        .ifPresent(deployed ->
            lines.add(
                stage(deployed.figures(), result)
                    + " as it is deployed: "
                    + fromTo(deployed.figures(), result)));
    if (result.needsPackage() || result.deployed().isEmpty()) {
      lines.add(
          stage(result.result(), result) + " in a package: " + fromTo(result.result(), result));
    }
    return lines;
  }

  /** As the result says it: no run confirms what it does not prove. */
  private static String stage(FixResult.Figures figures, FixResult result) {
    boolean isProven = figures.isFaster() || figures.takesLessCpu();
    String by = !isProven ? ", not proven" : figures.isFaster() ? "," : ", by CPU time only,";
    return switch (result.proof()) {
      case TRIALS -> "best so far, by the trials of each step,";
      case CUT_RUN -> "last run, cut short" + by;
      case WHOLE_RUN ->
          !isProven ? "last run" + by : figures.isFaster() ? "confirmed" : "confirmed" + by;
    };
  }

  private static String fromTo(FixResult.Figures figures, FixResult result) {
    return String.format(
        Locale.ROOT,
        "%,.0f ms -> %,.0f ms (%.2fx)",
        result.base().totalMillis(),
        figures.totalMillis(),
        result.ratio(figures));
  }

  private static void byHand(TerminalLines out, FixResult result) {
    List<ByHand> all = result.byHand();
    if (all.isEmpty()) {
      return;
    }
    out.add("");
    wrapped(
        out,
        "",
        "by hand, %d of %s about the %s ms that are left as it is deployed"
            .formatted(
                Math.min(MOST_BY_HAND, all.size()),
                Figures.counted(all.size(), "finding"),
                Figures.whole(result.patchedFigures().totalMillis())));
    all.stream().limit(MOST_BY_HAND).forEach(each -> byHand(out, each));
  }

  /** Code is on the page: in one line of text nobody could read it. */
  private static void byHand(TerminalLines out, ByHand each) {
    String gain = !each.hasFigure() ? "gain not known here" : upTo(each.gainMillis());
    if (each.place().isEmpty()) {
      out.add(gain);
    } else {
      wrapped(out, gain + "  at ", each.place());
    }
    boolean hasCode = each.what().lines().count() > 1;
    String words =
        each.what().lines().findFirst().orElse("").replaceFirst(":$", "")
            + (hasCode ? ": the code is in fix.html" : "");
    wrapped(out, "  ", words);
  }

  private static String upTo(double gainMillis) {
    return gainMillis < 1 ? "less than 1 ms" : "up to " + Figures.whole(gainMillis) + " ms";
  }

  private static void wrapped(TerminalLines out, String first, String text) {
    out.wrapped(first, Text.clean(text), Ink.PLAIN);
  }

  private static String text(Prediction predicted) {
    return Figures.range(predicted.lowMillis(), predicted.highMillis());
  }

  private static String text(ShiftInterval gain) {
    return String.format(
        Locale.ROOT, "%,.0f (%,.0f to %,.0f)", gain.median(), gain.low(), gain.high());
  }

  private static String harmless(String line) {
    return TerminalStream.harmless(line);
  }
}
