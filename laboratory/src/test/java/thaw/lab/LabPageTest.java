package thaw.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.fixture.PageBrowser;
import thaw.lab.engine.LessonResult;
import thaw.lab.result.Chart;

/** {@code lab.html} and charts in a real browser. Skipped where there is no Chromium. */
class LabPageTest {
  /** Of two texts that cover each other by more than a pixel, the first words. */
  private static final String OVERLAPS =
      """
      (() => {
        const texts = [...document.querySelectorAll('text')].map(text => [text.textContent, text.getBoundingClientRect()]);
        const found = [];
        texts.forEach(([a, p], i) => texts.slice(i + 1).forEach(([b, q]) => {
          const wide = Math.min(p.right, q.right) - Math.max(p.left, q.left);
          const high = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
          if (wide > 1 && high > 3) found.push(a + ' | ' + b);
        }));
        const all = document.querySelector('svg').getBoundingClientRect();
        texts.forEach(([a, p]) => {
          if (p.left < all.left - 1 || p.right > all.right + 1 || p.bottom > all.bottom + 1) found.push('outside: ' + a);
        });
        return found.join('\\n');
      })()
      """;

  @RegisterExtension static final PageBrowser browser = new PageBrowser();

  @ParameterizedTest(name = "{0} pixels, dark: {1}")
  @CsvSource({"1280, false", "390, false", "1280, true", "390, true"})
  void the_page_opens_without_an_error_asks_for_nothing_and_fits(int width, boolean dark)
      throws Exception {
    Path page = browser.page("lab");
    LabHtml.write(List.copyOf(LabExamples.all().values()), page);
    browser.assertFits(page, width, dark);
    String background =
        browser.text("getComputedStyle(document.querySelector('.lab-chart .page')).fill");
    assertEquals(dark ? "rgb(15, 18, 21)" : "rgb(255, 255, 255)", background);
  }

  @Test
  void no_text_of_a_chart_covers_another_or_is_cut_off() throws Exception {
    for (var each : LabExamples.all().entrySet()) {
      LessonResult result = each.getValue();
      List<Chart> charts = result.conclusions().charts();
      for (int i = 0; i < charts.size(); i++) {
        for (int width : List.of(420, 760, 1_190)) {
          Path file = browser.page("chart").resolveSibling(LabPage.chartFile(result.syllabus(), i));
          Files.writeString(
              file, LabChart.file(charts.get(i), JdkNames.of(result.samples().jdks()), width));
          browser.open(file, 1280, false);
          assertTrue(browser.evaluate("document.querySelectorAll('text').length").asInt() > 5);
          assertEquals(
              "", browser.text(OVERLAPS), each.getKey() + " " + file.getFileName() + " " + width);
        }
      }
    }
  }
}
