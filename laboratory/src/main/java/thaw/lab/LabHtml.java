package thaw.lab;

import java.nio.file.Path;
import java.util.List;
import thaw.lab.engine.LessonResult;
import thaw.lab.engine.Syllabus;
import thaw.presentation.page.Html;
import thaw.presentation.page.PageFrame;
import thaw.presentation.text.AtomicFile;

/** Lessons as one HTML file that needs no network and no script. */
final class LabHtml {
  private LabHtml() {}

  /** Replaces the file in one step, and creates its folder. */
  static void write(List<LessonResult> results, Path file) {
    AtomicFile.write(file, page(results));
  }

  static String page(List<LessonResult> results) {
    String style =
        "\n"
            + PageFrame.resource("page.css")
            + PageFrame.resource("lab/lab-chart.css")
            + PageFrame.resource("lab/lab.css");
    StringBuilder page = new StringBuilder();
    page.append(
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8"/>
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src %s; base-uri 'none'; form-action 'none'"/>
        <meta name="viewport" content="width=device-width, initial-scale=1"/>
        <meta name="color-scheme" content="light dark"/>
        <title>%s: lab · Thaw</title>
        """
            .formatted(PageFrame.digest(style), Html.text(title(results))));
    page.append("<style>").append(style).append("</style>\n");
    page.append(
        """
        </head>
        <body>
        <header>
        <h1>%s</h1>
        <p class="measured">Published experiments about the JVM, repeated by <code>thaw lab</code>.</p>
        <p class="headline">%s</p>
        %s</header>
        <main>
        """
            .formatted(Html.text(title(results)), headline(results), contents(results)));
    results.forEach(result -> page.append(LabSection.of(result)));
    return page.append(
            """
            </main>
            <footer>Made by Thaw. This file is complete: it loads nothing. The same is in lab.json; every sample is in the raw data.</footer>
            </body>
            </html>
            """)
        .toString();
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
