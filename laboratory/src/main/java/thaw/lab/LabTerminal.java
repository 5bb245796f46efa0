package thaw.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import thaw.experiment.Warning;
import thaw.lab.engine.Lesson;
import thaw.lab.engine.LessonResult;
import thaw.lab.engine.Syllabus;
import thaw.lab.result.Spread;
import thaw.lab.result.Table;
import thaw.presentation.text.Figures;
import thaw.presentation.text.Ink;
import thaw.presentation.text.Text;

/** Lessons for a terminal: what there is, and what came of one. Refuses to print. */
final class LabTerminal {
  private static final int NARROWEST = 60;
  private static final int WIDEST = 100;
  private static final int MOST_FAILURES = 8;

  private final LessonResult result;
  private final JdkNames jdks;
  private final int columns;
  private final boolean ansi;
  private final List<String> lines = new ArrayList<>();

  private LabTerminal(LessonResult result, int columns, boolean ansi) {
    this.result = result;
    this.jdks = JdkNames.of(result.samples().jdks());
    this.columns = columns(columns);
    this.ansi = ansi;
  }

  private static int columns(int columns) {
    return Math.clamp(columns, NARROWEST, WIDEST);
  }

  /**
   * The lessons with their numbers, questions and pages.
   *
   * @param columns the terminal's width; below 60 counts as 60, above 100 as 100
   */
  static String list(List<Lesson> lessons, int columns, boolean ansi) {
    List<String> lines = new ArrayList<>();
    int longest =
        lessons.stream().mapToInt(lesson -> lesson.syllabus().name().length()).max().orElse(0);
    for (Lesson lesson : lessons) {
      Syllabus syllabus = lesson.syllabus();
      lines.add(
          syllabus.number()
              + "  "
              + Ink.BOLD.on(Text.padRight(syllabus.name(), longest), ansi)
              + "  "
              + syllabus.title());
      lines.addAll(Text.wrap("   ", syllabus.question(), columns(columns)));
      lines.add(Ink.DIM.on("   docs/course/" + syllabus.page(), ansi));
    }
    lines.add("");
    lines.addAll(
        Text.wrap(
            "",
            "thaw lab NAME runs one of them, thaw lab --all --quick all with fewer samples; thaw"
                + " lab --help tells the rest.",
            columns(columns)));
    return String.join("\n", lines) + "\n";
  }

  /**
   * One lesson's result, in lines of at most {@code columns} columns; verdicts come last, and their
   * figures are in the page.
   */
  static String render(LessonResult result, int columns, boolean ansi) {
    return new LabTerminal(result, columns, ansi).rendered(false);
  }

  /** The same with all tables, for an experiment that somebody chose for its figures. */
  static String renderWithFigures(LessonResult result, int columns, boolean ansi) {
    return new LabTerminal(result, columns, ansi).rendered(true);
  }

  private String rendered(boolean withFigures) {
    head();
    if (withFigures) {
      tables();
    }
    failures();
    warnings();
    rule();
    verdicts();
    return String.join("\n", lines) + "\n";
  }

  private void head() {
    Syllabus syllabus = result.syllabus();
    lines.add("");
    wrapped("", syllabus.number() + " " + Text.clean(syllabus.title()), Ink.BOLD);
    wrapped("", Text.clean(syllabus.question()), Ink.PLAIN);
    wrapped("", LabTexts.measured(result), Ink.DIM);
  }

  private void tables() {
    List<Spread> spreads = new ArrayList<>();
    for (Table table : result.conclusions().tables()) {
      lines.add("");
      lines.addAll(LabTableLines.of(LabGrid.of(table, jdks), columns, ansi));
      spreads.addAll(LabTexts.spreads(table));
    }
    if (!spreads.isEmpty()) {
      lines.add("");
      wrapped("", LabFigures.sentence(spreads), Ink.DIM);
    }
  }

  private void verdicts() {
    VerdictMatrix matrix = VerdictMatrix.of(result, jdks);
    if (!matrix.isEmpty()) {
      lines.add("");
      lines.addAll(MatrixLines.of(matrix, columns, ansi));
    }
  }

  private void failures() {
    List<Map.Entry<String, Integer>> failures = LabTexts.failures(result);
    if (failures.isEmpty()) {
      return;
    }
    lines.add("");
    int failed = failures.stream().mapToInt(Map.Entry::getValue).sum();
    wrapped(
        "",
        "%s of %s failed"
            .formatted(
                Figures.whole(failed), Figures.counted(result.samples().all().size(), "sample")),
        Ink.FAILURE);
    for (Map.Entry<String, Integer> each :
        failures.subList(0, Math.min(MOST_FAILURES, failures.size()))) {
      wrapped(
          "  %5s  ".formatted(Figures.whole(each.getValue())),
          Text.clean(jdks.in(each.getKey())),
          Ink.FAILURE);
    }
    if (failures.size() > MOST_FAILURES) {
      wrapped(
          "         ",
          Figures.counted(failures.size() - MOST_FAILURES, "further reason") + " in the raw data",
          Ink.DIM);
    }
  }

  private void warnings() {
    for (Warning warning : result.facts().warnings()) {
      lines.add("");
      wrapped("! ", Text.clean(warning.message()), Ink.ALARM);
      wrapped("  ", Text.clean(warning.evidence()), Ink.PLAIN);
      wrapped("  remedy: ", Text.clean(warning.remedy()), Ink.PLAIN);
    }
  }

  private void rule() {
    lines.add("");
    wrapped("Rule: ", result.syllabus().rule(), Ink.BOLD);
    wrapped(
        "      ",
        "thaw why tells where it matters: " + String.join(", ", result.syllabus().findings()),
        Ink.DIM);
  }

  private void wrapped(String first, String text, Ink ink) {
    Text.wrap(first, text, columns).forEach(line -> lines.add(ink.on(line, ansi)));
  }
}
