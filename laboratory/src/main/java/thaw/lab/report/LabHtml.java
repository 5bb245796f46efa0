package thaw.lab.report;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import thaw.lab.engine.LessonResult;
import thaw.lab.engine.Syllabus;
import thaw.presentation.page.Html;
import thaw.presentation.text.AtomicFile;

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

  private static String headline(List<LessonResult> results) {
    return results.isEmpty()
        ? "No lesson in this folder has been run to its end."
        : LabTexts.counted(results, (count, words) -> "<b>" + count + "</b> " + words) + ".";
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
