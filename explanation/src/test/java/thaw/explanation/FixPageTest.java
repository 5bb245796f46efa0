package thaw.explanation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.fixture.PageBrowser;
import thaw.fixture.SideBySide;

/** {@code fix.html} in a real browser. Skipped where there is no Chromium. */
@SideBySide
class FixPageTest {
  @RegisterExtension static final PageBrowser browser = new PageBrowser();

  private static Path written(String name) {
    Path page = browser.page(name);
    FixHtml.write(Objects.requireNonNull(FixExamples.all().get(name)), page);
    return page;
  }

  @ParameterizedTest(name = "{0} pixels, dark: {1}")
  @CsvSource({"1280, false", "390, false", "1280, true", "390, true"})
  void every_page_opens_without_an_error_asks_for_nothing_and_fits(int width, boolean dark)
      throws Exception {
    for (String name : FixExamples.all().keySet()) {
      browser.assertFits(written(name), width, dark);
    }
  }

  /** The figures of a busy machine have words of their own, in the longest headline. */
  @ParameterizedTest
  @ValueSource(ints = {320, 360, 390, 412, 1280})
  void a_page_of_a_busy_machine_fits_and_breaks_no_word(int width) throws Exception {
    FixHtml.Page calm = Objects.requireNonNull(FixExamples.all().get("gains"));
    Path page = browser.page("busy");
    FixHtml.write(
        new FixHtml.Page(
            calm.subject().warned(List.of("the machine was busy"), true),
            calm.result(),
            calm.before(),
            calm.deployed(),
            calm.after(),
            calm.apply()),
        page);
    browser.assertFits(page, width, false);
  }

  @Test
  void on_a_phone_the_steps_need_no_scrolling_and_each_figure_names_itself() throws Exception {
    browser.open(written("gains"), 390, false);
    String box = "document.querySelector('#steps .scroll')";
    assertTrue(
        browser.evaluate("%s.scrollWidth <= %s.clientWidth".formatted(box, box)).asBoolean());
    assertEquals(
        "\"gains in\"",
        browser.text("getComputedStyle(document.querySelector('#steps td'), '::before').content"));
  }

  @Test
  void the_second_line_of_a_cell_stands_below_the_first_one_in_every_table() throws Exception {
    browser.open(written("gains"), 1280, false);
    String besides =
        "[...document.querySelectorAll('main table small')]"
            + ".filter(each => getComputedStyle(each).display != 'block')"
            + ".map(each => each.parentElement.textContent.trim()).join()";
    assertEquals("", browser.text(besides));
    assertTrue(
        browser.evaluate("document.querySelectorAll('#considered small').length > 1").asBoolean());
  }

  @Test
  void what_became_shorter_is_drawn_shorter() throws Exception {
    browser.open(written("gains"), 1280, false);
    String right =
        "(() => { const rows = [...document.querySelectorAll('#waterfall > .row:not(.axis)')];"
            + " const half = %s; return Math.max(...half.flatMap(row =>"
            + " [...row.querySelectorAll('rect')].map(box => box.getBoundingClientRect().right)));"
            + " })()";
    double before = browser.evaluate(right.formatted("rows.slice(0, rows.length / 2)")).asDouble();
    double after = browser.evaluate(right.formatted("rows.slice(rows.length / 2)")).asDouble();
    assertTrue(before > 800 && after < before, before + " and " + after);
    browser.click("#waterfall details summary");
    browser.await("document.querySelectorAll('#waterfall details[open] .row').length > 3");
  }

  @Test
  void a_phase_under_the_pointer_says_what_it_is() throws Exception {
    browser.open(written("gains"), 1280, false);
    browser.hover("#waterfall .row", 0.4, 0.5, 0, 0);
    assertFalse(browser.evaluate("document.getElementById('tip').hidden").asBoolean());
    assertTrue(browser.text("document.getElementById('tip').textContent").startsWith("JVM boot"));
  }
}
