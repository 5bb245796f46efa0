package thaw.lab.report;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import thaw.lab.engine.LessonResult;
import thaw.lab.engine.Syllabus;
import thaw.lab.result.Verdict;
import thaw.report.page.Html;
import thaw.report.text.AtomicFile;
import thaw.report.text.Figures;

/** Lessons as one HTML file that needs no network and no script. */
final class LabHtml {
  private LabHtml() {}

  /** Replaces the file in one step, and creates its folder. */
  static void write(List<LessonResult> results, Path file) {
    AtomicFile.write(file, page(results));
  }

  static String page(List<LessonResult> results) {
    PageTemplate template = PageTemplate.ofResource(LabHtml.class, "lab.html");
    Map<String, String> fillings = new HashMap<>();
    fillings.put("style-digest", template.styleDigest());
    fillings.put("title", Html.text(title(results)));
    fillings.put("headline", headline(results));
    fillings.put("contents", contents(results));
    StringBuilder lessons = new StringBuilder();
    results.forEach(result -> lessons.append(LabSection.of(result)));
    fillings.put("lessons", lessons.toString());
    return template.fill(fillings);
  }

  private static String title(List<LessonResult> results) {
    return results.size() == 1 ? results.getFirst().syllabus().title() : "The laboratory";
  }

  /** Nothing on one lesson: its verdicts follow at once. */
  private static String headline(List<LessonResult> results) {
    if (results.isEmpty()) {
      return "No lesson in this folder has been run to its end.";
    }
    return "%s: <b>%s</b> still %s, <b>%s</b> no longer, <b>%s</b> not decided."
        .formatted(
            count(results, null) == 1
                ? "Of one answer to what was published"
                : "Of %s answers to what was published"
                    .formatted(Figures.whole(count(results, null))),
            Figures.whole(count(results, Verdict.Truth.HOLDS)),
            count(results, Verdict.Truth.HOLDS) == 1 ? "holds" : "hold",
            Figures.whole(count(results, Verdict.Truth.NO_LONGER)),
            Figures.whole(count(results, Verdict.Truth.UNDECIDED)));
  }

  private static long count(
      List<LessonResult> results, Verdict.@org.jspecify.annotations.Nullable Truth truth) {
    return results.stream()
        .flatMap(result -> result.conclusions().verdicts().stream())
        .flatMap(verdict -> verdict.answers().stream())
        .filter(answer -> truth == null || answer.truth() == truth)
        .count();
  }

  private static String contents(List<LessonResult> results) {
    if (results.size() < 2) {
      return "";
    }
    StringBuilder contents = new StringBuilder("<nav aria-label=\"Lessons\">\n");
    for (LessonResult result : results) {
      Syllabus syllabus = result.syllabus();
      contents.append(
          "<a href=\"#%s\">%d %s</a>\n"
              .formatted(
                  Html.text(syllabus.name()), syllabus.number(), Html.text(syllabus.title())));
    }
    return contents.append("</nav>\n").toString();
  }
}
