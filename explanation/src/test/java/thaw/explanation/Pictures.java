package thaw.explanation;

import java.nio.file.Files;
import java.nio.file.Path;
import thaw.attribution.Explanation;
import thaw.fixture.Browser;

/** Photographs {@link WhyGallery}'s pages: {@code thaw.explanation.Pictures DIR}. */
final class Pictures {
  private static final int HEIGHT = 1_400;

  private Pictures() {}

  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[0]);
    Path profile = Files.createTempDirectory("thaw-pictures-");
    try (Browser browser = Browser.start(profile)) {
      for (var each : WhyGallery.explanations().entrySet()) {
        Path page = folder.resolve(each.getKey()).resolve("why.html");
        take(browser, page, each.getValue(), 1280, false);
        take(browser, page, each.getValue(), 1280, true);
        take(browser, page, each.getValue(), 390, false);
      }
    }
  }

  private static void take(
      Browser browser, Path page, Explanation explanation, int width, boolean dark)
      throws Exception {
    browser.open(page, width, 900, dark);
    if (!explanation.phases().isEmpty()) {
      browser.click("#matrix tbody tr:first-child th button");
      browser.type("#flame-search", "guice");
    }
    browser.evaluate("scrollTo(0, 0)");
    int whole = browser.evaluate("document.documentElement.scrollHeight").asInt();
    for (int top = 0; top < whole; top += HEIGHT) {
      String name = "why-%s%s-%s.png".formatted(width, dark ? "-dark" : "", top / HEIGHT);
      byte[] picture = browser.picture(top, width, Math.min(HEIGHT, whole - top));
      Files.write(page.resolveSibling(name), picture);
    }
  }
}
