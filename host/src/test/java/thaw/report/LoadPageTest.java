package thaw.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.fixture.Browser;

/** What {@code load.html} does in a real browser. Skipped where there is no Chromium. */
class LoadPageTest {
  @TempDir static Path folder;
  private static Browser browser;

  @BeforeAll
  static void start() throws Exception {
    browser = Browser.start(folder.resolve("profile"));
  }

  @AfterAll
  static void end() {
    if (browser != null) {
      browser.close();
    }
  }

  @ParameterizedTest(name = "{0} pixels, dark: {1}")
  @CsvSource({"1280, false", "390, false", "1280, true", "390, true"})
  void every_page_opens_without_an_error_asks_for_nothing_and_fits(int width, boolean dark)
      throws Exception {
    for (String name : LoadExamples.all().keySet()) {
      open(name, width, dark);
      assertEquals(List.of(), browser.errors(), name);
      assertEquals(1, browser.requests().size(), () -> name + ": " + browser.requests());
      int scroll = browser.evaluate("document.documentElement.scrollWidth").asInt();
      assertTrue(scroll <= width, name + " is " + scroll + " wide");
    }
    open("hostile", width, dark);
    assertNotEquals("broken", browser.text("document.title"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"latency", "rate", "load", "nines"})
  void every_chart_is_drawn_with_axes_and_has_its_figures_in_a_table(String chart)
      throws Exception {
    open("layers", 1280, false);
    int lines = count("#" + chart + " path:not([d=''])");
    assertTrue(lines >= 2, lines + " paths");
    assertTrue(
        browser
            .evaluate(
                "[...document.querySelectorAll('#%s path')].some(p => p.getBBox().width > 500)"
                    .formatted(chart))
            .asBoolean(),
        "no path is as wide as the chart");
    assertTrue(count("#" + chart + " text") > 8, "labels");
    assertFalse(browser.text("document.getElementById('" + chart + "').innerHTML").contains("NaN"));
    String table = "details[data-chart=" + chart + "]";
    assertEquals(0, count(table + " td"));
    browser.click(table + " summary");
    browser.await("document.querySelectorAll('" + table + " tbody tr').length > 1");
  }

  @Test
  void a_run_is_chosen_by_a_click() throws Exception {
    open("layers", 1280, false);
    String label = "document.getElementById('latency').getAttribute('aria-label')";
    assertTrue(browser.text(label).contains("of direct;"), browser.text(label));
    assertEquals("", browser.text(path("latency", "c-cold")));
    browser.click("#choice button:nth-of-type(3)");
    assertTrue(browser.text(label).contains("of gateway and function;"), browser.text(label));
    assertEquals(14, browser.text(path("latency", "c-cold")).split("M").length - 1);
    assertEquals(1, count("#choice button[aria-pressed=true]"));
    assertEquals(
        "Latency over time: gateway and function",
        browser.text("document.querySelector('#latency-figure h3').textContent"));
  }

  @Test
  void a_series_goes_and_comes_back_by_its_legend() throws Exception {
    open("layers", 1280, false);
    assertEquals(1, count("#latency .c-p90"));
    browser.click("#latency-legend [data-series=p90]");
    assertEquals(0, count("#latency .c-p90"));
    assertEquals(1, count("#latency-legend button[aria-pressed=false]"));
    browser.click("#latency-legend [data-series=p90]");
    assertEquals(1, count("#latency .c-p90"));
    int curves = count("#nines .line");
    browser.click("#nines-legend [data-series=run1]");
    assertEquals(curves - 1, count("#nines .line"));
  }

  @Test
  void both_charts_over_time_show_the_moment_that_is_pointed_at() throws Exception {
    open("layers", 1280, false);
    browser.hover("#latency", 0.5, 0.5, 0, 0);
    String latency = readout("latency");
    String rate = readout("rate");
    assertTrue(latency.matches("second \\d+: p50 .*"), latency);
    assertEquals(latency.split(":")[0], rate.split(":")[0]);
    assertTrue(rate.contains(" due, "), rate);
    assertEquals(
        browser.text("document.querySelector('#latency .cross').getAttribute('x1') > 100"), "true");
  }

  @Test
  void the_cursor_moves_by_keys() throws Exception {
    open("layers", 1280, false);
    browser.evaluate("document.getElementById('rate').focus()");
    key("ArrowRight");
    assertTrue(readout("rate").startsWith("second 0:"), readout("rate"));
    key("ArrowRight");
    assertTrue(readout("latency").startsWith("second 1:"), readout("latency"));
  }

  @Test
  void the_latency_axis_is_logarithmic_or_not() throws Exception {
    open("layers", 1280, false);
    String title = "document.querySelector('#latency .title').textContent";
    assertEquals("response time, logarithmic", browser.text(title));
    String before = browser.text(path("latency", "c-p99"));
    browser.click("#log");
    assertEquals("response time", browser.text(title));
    assertNotEquals(before, browser.text(path("latency", "c-p99")));
  }

  @Test
  void all_runs_can_have_the_same_scales() throws Exception {
    open("layers", 1280, false);
    String labels =
        "[...document.querySelectorAll('#latency text')].map(t => t.textContent).join('|')";
    String own = browser.text(labels);
    browser.click("#same");
    String same = browser.text(labels);
    assertNotEquals(own, same);
    browser.click("#choice button:nth-of-type(3)");
    assertEquals(same, browser.text(labels));
  }

  @Test
  void a_percentile_under_the_pointer_is_told_for_each_run() throws Exception {
    open("layers", 1280, false);
    browser.hover("#nines", 0.6, 0.5, 0, 0);
    String tip = browser.text("document.getElementById('tip').textContent");
    assertEquals(6, tip.lines().count(), tip);
    assertTrue(tip.contains("busy machine: "), tip);
  }

  private static void open(String name, int width, boolean dark) throws Exception {
    Path page = folder.resolve(name + ".html");
    if (!Files.exists(page)) {
      LoadHtml.write(LoadExamples.all().get(name), LoadExamples.taxesOf(name), page);
    }
    browser.open(page, width, 900, dark);
  }

  private static int count(String selector) throws Exception {
    return browser.evaluate("document.querySelectorAll(\"" + selector + "\").length").asInt();
  }

  private static String path(String chart, String style) {
    return "document.querySelector('#%s .%s').getAttribute('d')".formatted(chart, style);
  }

  private static String readout(String chart) throws Exception {
    return browser.text("document.getElementById('" + chart + "-readout').textContent");
  }

  private static void key(String name) throws Exception {
    browser.evaluate(
        "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: '%s'}))"
            .formatted(name));
  }
}
