package thaw.load.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.fixture.FirstCases;
import thaw.fixture.PageBrowser;
import thaw.fixture.SideBySide;
import thaw.load.LoadGoal;

/** What {@code load.html} does in a real browser. Skipped where there is no Chromium. */
@SideBySide
class LoadPageTest {
  @RegisterExtension static final PageBrowser browser = new PageBrowser();

  @FirstCases(
      value = 1,
      rest = "the narrowest window shows what does not fit; other tests open wide pages")
  @ParameterizedTest(name = "{0} pixels, dark: {1}")
  @CsvSource({"390, false", "1280, false", "1280, true", "390, true"})
  void every_page_opens_without_an_error_asks_for_nothing_and_fits(int width, boolean dark)
      throws Exception {
    for (String name : LoadExamples.all().keySet()) {
      browser.assertFits(written(name), width, dark);
    }
    open("hostile", width, dark);
    assertNotEquals("broken", browser.text("document.title"));
  }

  @ParameterizedTest
  @CsvSource({"latency, p50, 500", "rate, answered, 500", "load, p99, 100", "nines, s0, 500"})
  void every_chart_is_drawn_with_axes_and_has_its_figures_in_a_table(
      String chart, String colour, int width) throws Exception {
    open("layers", 1280, false);
    int drawn = columns(chart, colour);
    assertTrue(drawn > width, drawn + " columns of pixels");
    assertTrue(columns(chart, "quiet") > 100, "labels");
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
    assertEquals(0, columns("latency", "cold"));
    browser.click("#choice button:nth-of-type(3)");
    assertTrue(browser.text(label).contains("of gateway and function;"), browser.text(label));
    assertTrue(columns("latency", "cold") > 14);
    assertEquals(1, count("#choice button[aria-pressed=true]"));
    assertEquals(
        "Latency over time: gateway and function",
        browser.text("document.querySelector('#latency-figure h3').textContent"));
  }

  @Test
  void a_series_goes_and_comes_back_by_its_legend() throws Exception {
    open("layers", 1280, false);
    int p90 = columns("latency", "p90");
    assertTrue(p90 > 100, p90 + " columns of pixels");
    browser.click("#latency-legend [data-series=p90]");
    assertEquals(0, columns("latency", "p90"));
    assertEquals(1, count("#latency-legend button[aria-pressed=false]"));
    browser.click("#latency-legend [data-series=p90]");
    assertEquals(p90, columns("latency", "p90"));
    assertTrue(columns("nines", "s1") > 100);
    browser.click("#nines-legend [data-series=run1]");
    assertEquals(0, columns("nines", "s1"));
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
    String cursor =
        "new DOMMatrix(getComputedStyle(document.querySelector('#%s .u-cursor-x')).transform).e";
    browser.await(cursor.formatted("latency") + " > 100");
    browser.await(cursor.formatted("rate") + " > 100");
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
    String label = "document.getElementById('latency').getAttribute('aria-label')";
    assertTrue(browser.text(label).contains("logarithmic"), browser.text(label));
    long before = left("latency", 2000);
    browser.click("#log");
    assertFalse(browser.text(label).contains("logarithmic"), browser.text(label));
    assertNotEquals(before, left("latency", 2000));
  }

  @Test
  void failures_are_marks_and_the_goal_is_a_line_in_the_chart_of_latency() throws Exception {
    open("layers", 1280, false);
    assertEquals(0, count("#latency-legend [data-series=goal]"));
    assertEquals(0, columns("latency", "goal"));
    Path page = browser.page("goal");
    LoadHtml.write(
        LoadExamples.all().get("layers"), List.of(), List.of(LoadGoal.of("p99<20ms")), page);
    browser.open(page, 1280, false);
    assertTrue(columns("latency", "goal") > 100);
    browser.click("#latency-legend [data-series=goal]");
    assertEquals(0, columns("latency", "goal"));
    browser.click("#choice button:nth-of-type(3)"); // of which some failed
    assertTrue(columns("latency", "lost") > 0);
    browser.click("#latency-legend [data-series=failed]");
    assertEquals(0, columns("latency", "lost"));
    assertTrue(columns("heat", "heat") > 0);
  }

  @Test
  void all_runs_can_have_the_same_scales() throws Exception {
    open("layers", 1280, false);
    long own = left("latency", 130);
    browser.click("#same");
    long same = left("latency", 130);
    assertNotEquals(own, same);
    browser.click("#choice button:nth-of-type(3)");
    assertEquals(same, left("latency", 130));
  }

  @Test
  void a_chart_takes_the_colours_of_the_dark_and_on_paper_those_of_the_light() throws Exception {
    open("layers", 1280, false);
    int light = columns("latency", "p50");
    browser.scheme(true);
    browser.press("Escape"); // waits until it is drawn
    assertEquals(
        "rgb(15, 18, 21)", browser.text("getComputedStyle(document.body).backgroundColor"));
    assertEquals(light, columns("latency", "p50"));
    browser.evaluate("dispatchEvent(new Event('beforeprint'))");
    assertEquals(
        "#0072b2",
        browser.text(
            "getComputedStyle(document.documentElement).getPropertyValue('--p50').trim()"));
    assertEquals(light, columns("latency", "p50"));
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
    browser.open(written(name), width, dark);
  }

  private static Path written(String name) throws Exception {
    Path page = browser.page(name);
    if (!Files.exists(page)) {
      LoadHtml.write(LoadExamples.all().get(name), LoadExamples.taxesOf(name), List.of(), page);
    }
    return page;
  }

  private static int count(String selector) throws Exception {
    return browser.evaluate("document.querySelectorAll(\"" + selector + "\").length").asInt();
  }

  /** How many columns of a chart's pixels have a colour of the style sheet, whatever its alpha. */
  private static int columns(String chart, String colour) throws Exception {
    return browser
        .evaluate(
            """
            (() => {
              const one = document.createElement('canvas').getContext('2d');
              one.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--%s').trim();
              one.fillRect(0, 0, 1, 1);
              const wanted = one.getImageData(0, 0, 1, 1).data;
              const canvas = document.querySelector('#%s canvas');
              const {data} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
              const found = new Set();
              for (let i = 0; i < data.length; i += 4) {
                if (data[i + 3] > 100 && [0, 1, 2].every((c) => Math.abs(data[i + c] - wanted[c]) < 4)) {
                  found.add(i / 4 %% canvas.width);
                }
              }
              return found.size;
            })()\
            """
                .formatted(colour, chart))
        .asInt();
  }

  /** A number that stands for the pixels at the left of a chart, where its axis is. */
  private static long left(String chart, int pixels) throws Exception {
    return browser
        .evaluate(
            """
            (() => {
              const canvas = document.querySelector('#%s canvas');
              const {data} = canvas.getContext('2d').getImageData(0, 0, %d, canvas.height);
              return data.reduce((hash, value) => (hash * 31 + value) | 0, 7);
            })()\
            """
                .formatted(chart, pixels))
        .asLong();
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
