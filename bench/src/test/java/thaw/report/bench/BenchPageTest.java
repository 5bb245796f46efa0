package thaw.report.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.experiment.ExperimentResult;
import thaw.experiment.Warning;
import thaw.fixture.FirstCases;
import thaw.fixture.PageBrowser;
import thaw.fixture.SideBySide;

/** What {@code report.html} does in a real browser. Skipped where there is no Chromium. */
@SideBySide
class BenchPageTest {
  @RegisterExtension static final PageBrowser browser = new PageBrowser();

  @FirstCases(
      value = 1,
      rest = "the narrowest window shows what does not fit; other tests open wide pages")
  @ParameterizedTest(name = "{0} pixels, dark: {1}")
  @CsvSource({"390, false", "1280, false", "1280, true", "390, true"})
  void every_page_opens_without_an_error_asks_for_nothing_and_fits(int width, boolean dark)
      throws Exception {
    for (String name : Gallery.results().keySet()) {
      browser.assertFits(written(name), width, dark);
    }
  }

  @Test
  void an_option_is_broken_at_none_of_its_hyphens() throws Exception {
    String remedy = "x".repeat(30) + " --most-runs-of-each-build, -Djdk.virtualThreadScheduler=1";
    ExperimentResult result =
        Gallery.results().get("one-variant").warned(List.of(new Warning("few", "five", remedy)));
    Path page = browser.page("options");
    HtmlReport.write(result, page);
    browser.open(page, 390, false);
    String words = "[...document.querySelectorAll('#warnings .option')].slice(0, 2)";
    assertEquals(
        "--most-runs-of-each-build, -Djdk.virtualThreadScheduler=1",
        browser.text(words + ".map((word) => word.textContent).join(' ')"));
    assertTrue(
        browser
            .evaluate(words + ".every((word) => word.getBoundingClientRect().height < 30)")
            .asBoolean());
  }

  @Test
  void on_a_desktop_no_column_of_the_figures_is_cut_off() throws Exception {
    for (String name : Gallery.results().keySet()) {
      open(name);
      String table = "document.querySelector('#figures').parentNode.";
      int wide = browser.evaluate(table + "scrollWidth").asInt();
      assertTrue(wide <= browser.evaluate(table + "clientWidth").asInt(), name + ": " + wide);
    }
  }

  @Test
  void a_click_brings_the_fastest_to_the_top_of_both_charts_and_another_one_back()
      throws Exception {
    open("three-samples");
    assertEquals(List.of("guice-sdk1", "guice-sdk1"), first());
    browser.click(".order button:nth-child(2)");
    assertEquals(List.of("hello-world", "hello-world"), first());
    assertEquals(
        "Fastest first",
        browser.text("document.querySelector('.order [aria-pressed=true]').textContent"));
    browser.click(".order button:nth-child(1)");
    assertEquals(List.of("guice-sdk1", "guice-sdk1"), first());
  }

  @Test
  void the_figures_sort_by_name_and_by_figure() throws Exception {
    open("over-memory");
    browser.click("#figures thead tr:last-child th:nth-child(3) button");
    assertEquals("List 1769 MB JDK 25", firstOfTable());
    browser.click("#figures thead tr:last-child th:nth-child(1) button");
    assertEquals("Create 1024 MB JDK 17", firstOfTable());
  }

  @Test
  void a_click_on_a_ratio_makes_its_row_the_baseline() throws Exception {
    open("three-samples");
    assertEquals("baseline", ratio(1));
    String other = ratio(3);
    browser.click("#figures tbody tr:nth-child(3) .ratio");
    assertEquals("baseline", ratio(3));
    assertNotEquals("baseline", ratio(1));
    browser.click("#figures tbody tr:nth-child(1) .ratio");
    assertEquals(other, ratio(3));
  }

  private static String ratio(int row) throws Exception {
    return browser.text(
        "document.querySelector('#figures tbody tr:nth-child(%d) .ratio').textContent"
            .formatted(row));
  }

  @Test
  void each_line_over_memory_says_at_which_size_it_is_cheapest() throws Exception {
    open("over-memory");
    String said = browser.text("document.getElementById('memory').innerText");
    assertTrue(said.contains("Create JDK 25 is cheapest"), said);
    assertTrue(said.contains("read on "), said);
    browser.hover("#memory-cost", 0.3, 0.5, 0, 0);
    String readout = browser.text("document.getElementById('memory-cost-readout').innerText");
    assertTrue(readout.contains(" USD of a million"), readout);
  }

  @Test
  void times_lie_over_memory_sizes_with_a_line_for_each_function_and_jdk() throws Exception {
    open("over-memory");
    assertEquals(
        List.of(
            "Create JDK 17, Temurin 17.0.15+6",
            "Create JDK 25, Temurin 25.0.3+9",
            "List JDK 17, Temurin 17.0.15+6",
            "List JDK 25, Temurin 25.0.3+9"),
        texts("#memory-legend span"));
    for (String chart : List.of("memory-total", "memory-beginning", "memory-first")) {
      browser.hover("#" + chart, 0.3, 0.5, 0, 0);
      String readout =
          browser.text("document.getElementById('%s-readout').innerText".formatted(chart));
      assertEquals(5, readout.lines().count(), readout);
      assertTrue(readout.lines().findFirst().orElseThrow().endsWith(" MB"), readout);
    }
  }

  @Test
  void a_chart_stays_under_the_pointer_when_the_figures_of_another_one_go() throws Exception {
    open("over-memory");
    browser.hover("#memory-first", 0.3, 0.5, 0, 0);
    browser.await("document.getElementById('memory-first-readout').innerText !== ''");
    double before = top("#memory-cost");
    browser.hover("#memory-cost", 0.3, 0.5, 0, 0);
    browser.await("document.getElementById('memory-first-readout').innerText === ''");
    assertEquals(before, top("#memory-cost"));
    browser.await("document.getElementById('memory-cost-readout').innerText !== ''");
  }

  /** In the page, wherever it is scrolled to. */
  private static double top(String selector) throws Exception {
    return browser
        .evaluate(
            "document.querySelector('%s').getBoundingClientRect().top + scrollY"
                .formatted(selector))
        .asDouble();
  }

  @Test
  void without_several_memory_sizes_there_is_no_such_chart() throws Exception {
    open("three-samples");
    assertEquals(0, browser.evaluate("document.querySelectorAll('#memory').length").asInt());
  }

  @Test
  void the_course_tells_which_start_is_pointed_at() throws Exception {
    open("hundred-samples");
    browser.hover("#course-chart", 0.5, 0.5, 0, 0);
    String readout = browser.text("document.getElementById('course-chart-readout').textContent");
    assertTrue(readout.matches("cold start \\d+: .*, sample \\d+, .*"), readout);
  }

  @Test
  void the_command_that_explains_a_start_is_copied() throws Exception {
    open("over-memory");
    assertEquals(
        "thaw why my-app --function Create --memory 512 --jdk 17\nexplains this start; a click"
            + " copies the line",
        browser.text("document.querySelectorAll('.why')[2].dataset.tip"));
    browser.click("#figures tbody tr:nth-child(3) .why");
    browser.await("document.querySelectorAll('.why')[2].textContent === 'copied'");
  }

  @Test
  void a_busy_machine_colours_the_head_of_the_page() throws Exception {
    String colour = "getComputedStyle(document.querySelector('.top')).backgroundColor";
    open("over-memory");
    String quiet = browser.text(colour);
    open("three-samples");
    assertNotEquals(quiet, browser.text(colour));
  }

  /** Of the bars, and of the samples that are shown. */
  private static List<String> first() throws Exception {
    return texts("section.chart:not(#memory) .rows .row:first-child .name").subList(0, 2);
  }

  private static String firstOfTable() throws Exception {
    return browser.text("document.querySelector('#figures tbody th').firstChild.textContent");
  }

  private static List<String> texts(String selector) throws Exception {
    return Stream.of(
            browser
                .text(
                    "[...document.querySelectorAll('%s')].map((e) => e.textContent.trim()).join('\\n')"
                        .formatted(selector))
                .split("\n"))
        .toList();
  }

  private static void open(String name) throws Exception {
    browser.open(written(name), 1280, false);
  }

  private static Path written(String name) throws Exception {
    Path page = browser.page(name);
    if (!Files.exists(page)) {
      HtmlReport.write(Gallery.results().get(name), Gallery.gate(name), "my-app", page);
    }
    return page;
  }
}
