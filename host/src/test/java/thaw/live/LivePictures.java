package thaw.live;

import java.nio.file.Files;
import java.nio.file.Path;
import thaw.fixture.Browser;

/** Photographs the page of a running platform: {@code thaw.live.LivePictures URL DIR}. */
final class LivePictures {
  private static final int HEIGHT = 1_500;

  private LivePictures() {}

  public static void main(String[] arguments) throws Exception {
    Path folder = Files.createDirectories(Path.of(arguments[1]));
    Path profile = Files.createTempDirectory("thaw-pictures-");
    try (Browser browser = Browser.start(profile)) {
      take(browser, arguments[0], folder, 1280, false);
      take(browser, arguments[0], folder, 1280, true);
      take(browser, arguments[0], folder, 390, false);
      take(browser, arguments[0], folder, 390, true);
      System.out.println(browser.errors());
    }
  }

  private static void take(Browser browser, String url, Path folder, int width, boolean dark)
      throws Exception {
    String name = "live-" + width + (dark ? "-dark" : "");
    browser.open(url, width, 900, dark);
    browser.await("document.body.className === 'live'");
    browser.await("document.getElementById('tile-requests').textContent !== '–'");
    int whole = browser.evaluate("document.documentElement.scrollHeight").asInt();
    Files.write(
        folder.resolve(name + ".png"),
        browser.picture(0, width, Math.min(HEIGHT * (width < 500 ? 2 : 1), whole)));
    if (browser.evaluate("document.querySelectorAll('#requests-table tbody tr').length").asInt()
        > 0) {
      browser.evaluate(
          "(document.querySelector('#requests-table .badge.init') || document.querySelector('#requests-table .link')).closest('tr').click()");
      browser.await("document.querySelectorAll('#detail .log').length === 1");
      Files.write(folder.resolve(name + "-detail.png"), browser.picture(0, width, 900));
      browser.press("Escape");
    }
  }
}
