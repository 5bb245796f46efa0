package thaw.report.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.experiment.ExperimentResult;
import thaw.fixture.PageBrowser;
import thaw.fixture.SideBySide;
import thaw.tuning.TuneSamples;

/** What {@code tune.html} does in a real browser. Skipped where there is no Chromium. */
@SideBySide
class TunePageTest {
  @RegisterExtension static final PageBrowser browser = new PageBrowser();

  @TempDir private Path folder;

  private Path page(ExperimentResult result) {
    TuneFiles.write(TuneReports.tuning(result), result, Optional.empty(), folder);
    return folder.resolve("tune.html");
  }

  @ParameterizedTest(name = "{0} pixels, dark: {1}")
  @CsvSource({"1280, false", "390, false", "1280, true", "390, true"})
  void the_page_opens_without_an_error_asks_for_nothing_and_fits(int width, boolean dark)
      throws Exception {
    browser.assertFits(page(TuneSamples.overMemory(6)), width, dark);
    browser.assertFits(page(TuneSamples.withFailed()), width, dark);
  }

  @ParameterizedTest
  @CsvSource({"390", "1280"})
  void tables_of_sizes_need_no_scrolling_and_each_cell_tells_what_it_is(int width)
      throws Exception {
    browser.open(page(TuneSamples.overMemory(6)), width, false);
    browser.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })");
    String boxes = "[...document.querySelectorAll('.stacked')].map(each => each.parentElement)";
    assertEquals(2, browser.evaluate(boxes + ".length").asInt());
    assertTrue(
        browser
            .evaluate(boxes + ".every(each => each.scrollWidth <= each.clientWidth)")
            .asBoolean());
    String cells = "[...document.querySelectorAll('.stacked td[data-of]')]";
    assertEquals(9 + 3 * 6, browser.evaluate(cells + ".length").asInt());
    String label = "getComputedStyle(document.querySelector('.best td'), '::before').content";
    assertEquals(width == 390 ? "\"all requests, 1 % of them cold\"" : "none", browser.text(label));
  }

  @Test
  void all_requests_cold_starts_and_warm_requests_have_a_chart_each() throws Exception {
    browser.assertFits(page(TuneSamples.overMemory(6)), 1280, false);
    assertEquals(3, browser.evaluate("document.querySelectorAll('.plot canvas').length").asInt());
    String label = "document.querySelector('#tune-0-1').getAttribute('aria-label')";
    assertTrue(browser.text(label).startsWith("Create: time and cost"), browser.text(label));
  }
}
