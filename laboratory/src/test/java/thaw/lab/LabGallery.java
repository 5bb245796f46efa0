package thaw.lab;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import thaw.fixture.Browser;
import thaw.lab.engine.LessonResult;
import thaw.lab.result.Chart;

/**
 * Writes typical reports of the lab to look at, with photographs of their pages and charts: {@code
 * thaw.lab.LabGallery DIR}.
 */
final class LabGallery {
  private static final int HEIGHT = 1_400;

  private LabGallery() {}

  public static void main(String[] arguments) throws Exception {
    Path directory = Files.createDirectories(Path.of(arguments[0]));
    for (var each : LabExamples.all().entrySet()) {
      LessonResult result = each.getValue();
      for (int columns : new int[] {60, 80, 100}) {
        Files.writeString(
            directory.resolve(each.getKey() + "-" + columns + ".txt"),
            LabTerminal.renderWithFigures(result, columns, false));
      }
      Files.writeString(
          directory.resolve(each.getKey() + ".ansi"),
          LabTerminal.renderWithFigures(result, 100, true));
      Files.writeString(directory.resolve(each.getKey() + ".md"), LabPage.of(result, ""));
      LabHtml.write(List.of(result), directory.resolve(each.getKey() + ".html"));
      List<Chart> charts = result.conclusions().charts();
      for (int i = 0; i < charts.size(); i++) {
        Files.writeString(
            directory.resolve(LabPage.chartFile(result.syllabus(), i)),
            LabChart.file(charts.get(i), JdkNames.of(result.samples().jdks())));
      }
    }
    LabHtml.write(List.copyOf(LabExamples.all().values()), directory.resolve("all.html"));
    try (Browser browser = Browser.start(Files.createTempDirectory("thaw-pictures-"))) {
      try (var files = Files.list(directory)) {
        for (Path page : files.filter(LabGallery::isPicture).sorted().toList()) {
          take(browser, page, 1280, false);
          take(browser, page, 1280, true);
          if (page.toString().endsWith(".html")) {
            take(browser, page, 390, false);
          }
        }
      }
    }
  }

  private static boolean isPicture(Path file) {
    return file.toString().endsWith(".svg") || file.toString().endsWith(".html");
  }

  private static void take(Browser browser, Path page, int width, boolean dark) throws Exception {
    browser.open(page, width, 900, dark);
    int whole = browser.evaluate("document.documentElement.scrollHeight").asInt();
    for (int top = 0; top < whole; top += HEIGHT) {
      String name =
          "%s-%s%s-%s.png".formatted(page.getFileName(), width, dark ? "-dark" : "", top / HEIGHT);
      Files.write(
          page.resolveSibling(name), browser.picture(top, width, Math.min(HEIGHT, whole - top)));
    }
    System.out.println(page + " " + width + " " + browser.errors());
  }
}
