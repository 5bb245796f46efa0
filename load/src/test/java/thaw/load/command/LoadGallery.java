package thaw.load.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import thaw.fixture.Browser;
import thaw.load.LoadGoal;
import thaw.load.LoadResult;

/**
 * Writes typical reports of load to look at, with photographs of their pages: {@code
 * thaw.load.command.LoadGallery DIR}.
 */
final class LoadGallery {
  private static final int HEIGHT = 1_400;

  private LoadGallery() {}

  public static void main(String[] arguments) throws Exception {
    Path directory = Files.createDirectories(Path.of(arguments[0]));
    try (Browser browser = Browser.start(Files.createTempDirectory("thaw-pictures-"))) {
      for (var each : LoadExamples.all().entrySet()) {
        Path folder = directory.resolve(each.getKey());
        List<LoadResult> runs = each.getValue();
        LoadFiles.write(
            runs, LoadExamples.taxesOf(each.getKey()), List.of(LoadGoal.of("p99<200ms")), folder);
        Files.writeString(folder.resolve("load.txt"), text(each.getKey(), false));
        Files.writeString(folder.resolve("load.ansi"), text(each.getKey(), true));
        take(browser, folder.resolve("load.html"), runs, 1280, false);
        take(browser, folder.resolve("load.html"), runs, 1280, true);
        take(browser, folder.resolve("load.html"), runs, 390, false);
      }
    }
  }

  static String text(String name, boolean ansi) {
    return LoadTerminal.render(LoadExamples.all().get(name), LoadExamples.taxesOf(name), 100, ansi);
  }

  private static void take(
      Browser browser, Path page, List<LoadResult> runs, int width, boolean dark) throws Exception {
    browser.open(page, width, 900, dark);
    if (runs.size() > 2) {
      browser.click("#choice button:nth-of-type(3)");
    }
    browser.evaluate("scrollTo(0, 0)");
    int whole = browser.evaluate("document.documentElement.scrollHeight").asInt();
    for (int top = 0; top < whole; top += HEIGHT) {
      String name = "load-%s%s-%s.png".formatted(width, dark ? "-dark" : "", top / HEIGHT);
      Files.write(
          page.resolveSibling(name), browser.picture(top, width, Math.min(HEIGHT, whole - top)));
    }
    System.out.println(page + " " + width + " " + browser.errors());
  }
}
