package thaw.explanation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.attribution.Cause;
import thaw.attribution.Explanation;
import thaw.attribution.PhaseName;
import thaw.attribution.ProfileSample;
import thaw.fixture.FirstCases;
import thaw.fixture.PageBrowser;
import thaw.fixture.SideBySide;
import thaw.fixture.Thorough;
import thaw.presentation.text.Figures;

/** What {@code why.html} does in a real browser. Skipped where there is no Chromium. */
@SideBySide
public class WhyPageTest {
  private static final int ROW = 18;
  private static final String STATE = "document.getElementById('flame-state').textContent";

  private static final String DISABLED = "document.getElementById('flame-sides').disabled";

  private static final String CLASSES = "details:has(> #classes-table)";

  @RegisterExtension static final PageBrowser browser = new PageBrowser();

  @FirstCases(
      value = 1,
      rest = "the narrowest window shows what does not fit; other tests open wide pages")
  @ParameterizedTest(name = "{0} pixels, dark: {1}")
  @CsvSource({"390, false", "1280, false", "1280, true", "390, true"})
  void every_page_opens_without_an_error_asks_for_nothing_and_fits(int width, boolean dark)
      throws Exception {
    for (var each : WhyGallery.explanations().entrySet()) {
      if (!each.getKey().equals("large")) { // which has a test of its own
        Path page = page(each.getKey(), each.getValue(), WhyGallery.older(each.getKey()));
        browser.assertFits(page, width, dark);
      }
    }
  }

  @Test
  void a_click_on_a_box_zooms_and_a_click_above_it_zooms_out() throws Exception {
    openPetstore();
    String whole = browser.text(STATE);
    assertTrue(whole.startsWith("whole cold start: "), whole);
    browser.click("#flame-canvas", 0.5, 0, 0, ROW + ROW / 2);
    String phase = browser.text(STATE);
    assertTrue(phase.startsWith("first invocation: "), phase);
    browser.click("#flame-canvas", 0.1, 0, 0, 4 * ROW + ROW / 2);
    String deeper = browser.text(STATE);
    assertTrue(deeper.startsWith("com.google.inject.Guice.createInjector: "), deeper);
    browser.click("#flame-canvas", 0.5, 0, 0, ROW / 2);
    assertEquals(whole, browser.text(STATE));
  }

  @Test
  void the_boxes_of_the_whole_add_up_to_the_sampled_time() throws Exception {
    Explanation explanation = WhyExamples.petstore();
    openPetstore();
    double sampled =
        explanation.profile().stream()
            .filter(sample -> sample.critical() && WhyMatrix.counts(sample.phase()))
            .filter(sample -> sample.cause() != Cause.HOST_CONTENTION)
            .mapToDouble(sample -> sample.millis())
            .sum();
    assertTrue(
        browser.text(STATE).contains(" " + Figures.millis(sampled) + " ms, 100 %"),
        browser.text(STATE));
  }

  @Test
  void the_flame_graph_begins_with_what_was_on_a_cpu_however_long_it_waited() throws Exception {
    Explanation explanation = WhyExamples.petstore();
    List<ProfileSample> profile = new ArrayList<>(explanation.profile());
    profile.addFirst(
        new ProfileSample(
            1,
            300,
            "main",
            true,
            PhaseName.FIRST_INVOCATION,
            Cause.THROTTLED,
            9_000,
            "JDK",
            "JDK",
            List.of()));
    browser.open(
        page("throttled", explanation.withProfile(profile), Optional.empty()), 1280, false);
    press("ArrowDown");
    List<String> phases = new ArrayList<>();
    for (String before = ""; !browser.text(STATE).equals(before); press("ArrowRight")) {
      before = browser.text(STATE);
      phases.add(before.split(":")[0]);
    }
    assertTrue(phases.indexOf("first invocation") > 0, phases.toString());
    press("ArrowDown");
    assertFalse(browser.text(STATE).startsWith("[throttled]"), browser.text(STATE));
  }

  @Test
  void a_search_tells_how_much_matched_and_reset_forgets_it() throws Exception {
    openPetstore();
    String whole = browser.text(STATE);
    browser.type("#flame-search", "guice.createinjector");
    String matched = browser.text(STATE);
    double guice = 66.4 + 92.6 + 16;
    assertTrue(matched.contains("(" + Figures.millis(guice) + " ms)"), matched);
    assertTrue(coloured("rgb(233, 30, 233)") > 0);
    browser.click("#flame-canvas", 0.5, 0, 0, ROW + ROW / 2);
    assertTrue(browser.text(STATE).contains("matched: "), browser.text(STATE));
    browser.click("#flame-reset");
    assertEquals(whole, browser.text(STATE));
    assertEquals(0, coloured("rgb(233, 30, 233)"));
  }

  @Test
  void a_phase_and_other_threads_can_be_looked_at_alone() throws Exception {
    openPetstore();
    choose("flame-phase", "JVM boot");
    assertTrue(browser.text(STATE).startsWith("one phase: 38.9 ms"), browser.text(STATE));
    choose("flame-phase", "");
    choose("flame-threads", "0");
    assertTrue(browser.text(STATE).startsWith("whole cold start: 186 ms"), browser.text(STATE));
  }

  @Test
  void a_box_under_the_pointer_says_what_it_is() throws Exception {
    openPetstore();
    browser.hover("#flame-canvas", 0.5, 0, 0, ROW + ROW / 2);
    String tip = browser.text("document.getElementById('tip').textContent");
    assertTrue(tip.startsWith("first invocation\n") && tip.contains(" ms, "), tip);
    assertFalse(browser.evaluate("document.getElementById('tip').hidden").asBoolean());
  }

  @Test
  void the_strip_above_shows_the_whole_and_zooms_to_where_it_is_clicked() throws Exception {
    openPetstore();
    browser.click("#flame-map", 0.1, 0.95, 0, 0);
    String zoomed = browser.text(STATE);
    assertFalse(zoomed.startsWith("whole cold start: "), zoomed);
    browser.click("#flame-map", 0.1, 0, 0, 1);
    assertTrue(browser.text(STATE).startsWith("whole cold start: "), browser.text(STATE));
  }

  @Test
  void a_method_is_looked_at_from_both_sides() throws Exception {
    openPetstore();
    assertTrue(browser.evaluate(DISABLED).asBoolean());
    browser.click("#methods-table tbody th button");
    String method = browser.text("document.querySelector('#methods-table tbody th').textContent");
    String state = browser.text(STATE);
    assertTrue(state.startsWith(method + ": ") && state.contains("callers above"), state);
    assertTrue(browser.evaluate(DISABLED).asBoolean());
    browser.click("#flame-reset");
    browser.click("#flame-canvas", 0.1, 0, 0, 4 * ROW + ROW / 2);
    String zoomed = browser.text(STATE);
    browser.click("#flame-sides");
    assertEquals(zoomed + " \u00b7 ", browser.text(STATE).split("callers above")[0]);
  }

  @Test
  void own_code_alone_is_fewer_boxes_of_the_same_time() throws Exception {
    openPetstore();
    String whole = browser.text(STATE);
    int high = height("flame-canvas");
    browser.click("#flame-own");
    assertEquals(whole, browser.text(STATE));
    assertTrue(height("flame-canvas") < high, high + " and " + height("flame-canvas"));
    browser.type("#flame-search", "guice.createinjector");
    assertTrue(browser.text(STATE).contains("matched: 0"), browser.text(STATE));
  }

  @Test
  void deep_stacks_are_shown_to_their_end_on_demand() throws Exception {
    Explanation large = WhyGallery.explanations().get("large");
    Explanation deep = large.withProfile(large.profile().subList(0, 3_000));
    browser.open(page("deep", deep, Optional.empty()), 1280, false);
    assertTrue(height("flame-box") < height("flame-canvas"));
    browser.click("#flame-full");
    assertTrue(height("flame-box") >= height("flame-canvas"));
  }

  @Test
  void the_keys_move_the_zoom() throws Exception {
    openPetstore();
    String whole = browser.text(STATE);
    press("ArrowDown");
    assertTrue(browser.text(STATE).startsWith("first invocation: "), browser.text(STATE));
    press("ArrowRight");
    assertFalse(browser.text(STATE).startsWith("first invocation: "), browser.text(STATE));
    press("ArrowUp");
    assertEquals(whole, browser.text(STATE));
  }

  @Test
  void what_other_programs_took_is_in_the_flame_graph_only_when_it_is_asked_for() throws Exception {
    browser.open(page("starved", WhyExamples.starved(), Optional.empty()), 1280, false);
    String own = browser.text(STATE);
    browser.type("#flame-search", "host contention");
    assertTrue(browser.text(STATE).contains("matched: 0"), browser.text(STATE));
    browser.click("#hide-host");
    assertFalse(browser.text(STATE).contains("matched: 0"), browser.text(STATE));
    assertFalse(browser.text(STATE).startsWith(own), browser.text(STATE));
  }

  @Test
  void a_comparison_colours_what_takes_longer_and_what_takes_less() throws Exception {
    browser.open(
        page("compared", WhyGallery.explanations().get("compared"), WhyGallery.older("compared")),
        1280,
        false);
    assertTrue(browser.text(STATE).contains("before "), browser.text(STATE));
    browser.hover("#flame-canvas", 0.5, 0, 0, ROW + ROW / 2);
    String tip = browser.text("document.getElementById('tip').textContent");
    assertTrue(tip.contains("before ") && tip.contains("+"), tip);
    assertTrue(reddish() > 0);
    choose("flame-colours", "cause");
    assertEquals(0, reddish());
  }

  @Test
  void long_tables_are_short_until_somebody_works_with_them() throws Exception {
    openPetstore();
    String rows =
        "[...document.querySelectorAll('#matrix tbody tr')]"
            + ".filter((row) => row.getClientRects().length > 0).length";
    int few = browser.evaluate(rows).asInt();
    browser.click(".scroll:has(#matrix) + .action");
    assertTrue(few < browser.evaluate(rows).asInt(), "of " + few);
  }

  @Test
  void a_command_is_copied_at_a_click() throws Exception {
    openPetstore();
    browser.evaluate(
        "addEventListener('copy', (e) => { window.copied = e.clipboardData.getData('text'); })");
    browser.click("#next .copy");
    assertEquals("thaw fix my-app --function CreatePet", browser.text("window.copied"));
  }

  private static void press(String key) throws Exception {
    browser.evaluate(
        "document.getElementById('flame-canvas').dispatchEvent(new KeyboardEvent('keydown',"
            + " {key: '%s', cancelable: true}))".formatted(key));
  }

  /** How many pixels of the flame graph are far more red than blue and green. */
  private static int reddish() throws Exception {
    return browser
        .evaluate(
            """
            (() => {
              const canvas = document.getElementById('flame-canvas');
              const {data} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
              let count = 0;
              for (let i = 0; i < data.length; i += 4) {
                if (data[i] > data[i + 1] + 90 && data[i] > data[i + 2] + 90) count++;
              }
              return count;
            })()\
            """)
        .asInt();
  }

  private static int height(String id) throws Exception {
    return browser
        .evaluate("document.getElementById('%s').getBoundingClientRect().height".formatted(id))
        .asInt();
  }

  @Test
  void the_matrix_sorts_by_a_click_and_keeps_opened_rows_below_their_cause() throws Exception {
    openPetstore();
    String first = "document.querySelector('#matrix tbody tr th').textContent.trim()";
    assertEquals("class parse", browser.text(first));
    browser.click("#matrix tbody tr:first-child th button");
    List<String> opened = List.of("owner", WhyExamples.GUICE, WhyExamples.SDK);
    assertEquals(opened, rowsAfterFirst(3));
    String boot = "#matrix thead th:nth-child(4) button";
    browser.click(boot);
    assertEquals("VM start", browser.text(first));
    assertTrue(
        browser
            .text("document.querySelector('#matrix tr.detail').previousElementSibling.textContent")
            .contains("class parse"));
    browser.click("#matrix tr[data-cause='2'] th button");
    assertEquals(
        0, browser.evaluate("document.querySelectorAll('#matrix tr.detail').length").asInt());
    browser.click("#matrix thead th:first-child button");
    String alphabetic = browser.text(first);
    browser.click("#matrix thead th:first-child button");
    assertNotEquals(alphabetic, browser.text(first));
  }

  @Test
  void classes_are_filtered_sorted_and_shown_piece_by_piece() throws Exception {
    openPetstore();
    assertFalse(
        browser.evaluate("document.querySelector('%s').open".formatted(CLASSES)).asBoolean());
    browser.click(CLASSES + " > summary");
    String rows = "document.querySelectorAll('#classes-table tbody tr').length";
    assertEquals(100, browser.evaluate(rows).asInt());
    browser.click("#classes-table .action");
    assertEquals(600, browser.evaluate(rows).asInt());
    browser.type("#classes-table input", "lambda function");
    assertEquals(80, browser.evaluate(rows).asInt());
    browser.click("#classes-table thead th:last-child button");
    assertEquals(
        "326",
        browser.text("document.querySelector('#classes-table tbody td:last-child').textContent"));
  }

  @Test
  void findings_come_before_the_timeline_and_their_remedy_is_copied_at_a_click() throws Exception {
    openPetstore();
    assertTrue(
        browser
            .evaluate(
                """
                document.getElementById('findings').getBoundingClientRect().bottom
                    <= document.getElementById('timeline').getBoundingClientRect().top\
                """)
            .asBoolean());
    browser.evaluate(
        "addEventListener('copy', (e) => { window.copied = e.clipboardData.getData('text'); })");
    browser.click(".card .copy");
    assertEquals(
        WhyExamples.petstore().findings().getFirst().remedy(), browser.text("window.copied"));
    assertEquals("Copied", browser.text("document.querySelector('.card .copy').textContent"));
  }

  @ParameterizedTest
  @CsvSource({"1280", "760", "390"})
  void a_label_of_the_map_of_classes_is_whole_or_left_out(int width) throws Exception {
    browser.open(page("petstore", WhyExamples.petstore(), Optional.empty()), width, false);
    String cut =
        """
        [...document.querySelectorAll('.class-map text')].filter((text) => {
          const label = text.getBoundingClientRect();
          const area = text.parentNode.querySelector('rect').getBoundingClientRect();
          return label.width > 0 && label.right > area.right + 1;
        }).map((text) => text.textContent).join()\
        """;
    assertEquals("", browser.text(cut));
    assertTrue(
        browser
            .evaluate(
                "[...document.querySelectorAll('.class-map text')].some((t) =>"
                    + " t.getBoundingClientRect().width > 0)")
            .asBoolean());
  }

  @Test
  void the_remedy_of_the_first_finding_is_seen_without_scrolling() throws Exception {
    openPetstore();
    assertTrue(
        browser
            .evaluate(
                "document.querySelector('.card .remedy').getBoundingClientRect().bottom < 800")
            .asBoolean());
  }

  @Test
  void what_other_programs_took_is_hidden_and_shown_by_the_switch() throws Exception {
    openPetstore();
    String shown =
        "[...document.querySelectorAll('#timeline .by-host')]"
            + ".filter((mark) => mark.getClientRects().length > 0).length";
    int first = browser.evaluate(shown).asInt();
    browser.click("#hide-host");
    int second = browser.evaluate(shown).asInt();
    assertNotEquals(first, second);
    assertEquals(0, Math.min(first, second));
  }

  @Test
  void dark_mode_changes_the_page_and_the_flame_graph() throws Exception {
    openPetstore();
    String background = "getComputedStyle(document.body).backgroundColor";
    assertEquals("rgb(255, 255, 255)", browser.text(background));
    String light = pixel();
    browser.scheme(true);
    browser.await(background + " === 'rgb(15, 18, 21)'");
    browser.await(pixelExpression() + " !== '" + light + "'");
  }

  @Thorough("A page of megabytes; the tests beside it open small ones of the same template")
  @Test
  void a_large_page_is_small_enough_and_answers_within_a_moment() throws Exception {
    Path page = page("large", WhyGallery.explanations().get("large"), Optional.empty());
    long size = Files.size(page);
    assertTrue(size < 5_000_000, size + " bytes");
    for (boolean dark : List.of(true, false)) {
      browser.assertFits(page, 390, dark);
      browser.assertFits(page, 1280, dark);
    }
    browser.open(page, 1280, false);
    assertTrue(browser.text(STATE).startsWith("whole cold start: "), browser.text(STATE));
    browser.click("#flame-canvas", 0.2, 0, 0, 3 * ROW + ROW / 2);
    assertTrue(browser.text(STATE).startsWith("org.springframework."), browser.text(STATE));
    browser.type("#flame-search", "Bean17.");
    assertTrue(browser.text(STATE).contains("matched: "), browser.text(STATE));
    browser.click(CLASSES + " > summary");
    browser.type("#classes-table input", "inject class11990");
    assertEquals(
        1, browser.evaluate("document.querySelectorAll('#classes-table tbody tr').length").asInt());
  }

  private static void openPetstore() throws Exception {
    browser.open(
        page("petstore", WhyGallery.explanations().get("petstore"), Optional.empty()), 1280, false);
  }

  private static Path page(String name, Explanation explanation, Optional<Explanation> older) {
    Path page = browser.page(name);
    if (!Files.exists(page)) {
      WhyHtml.write(explanation, Optional.empty(), older, WhyGallery.NEXT, page);
    }
    return page;
  }

  private static void choose(String select, String value) throws Exception {
    browser.evaluate(
        """
        (() => {
          const select = document.getElementById('%s');
          select.value = '%s';
          select.dispatchEvent(new Event('change'));
        })()\
        """
            .formatted(select, value));
  }

  private static List<String> rowsAfterFirst(int count) throws Exception {
    String text =
        browser.text(
            """
            [...document.querySelectorAll('#matrix tbody tr')].slice(1, %s)
              .map((row) => row.cells[0].textContent).join('\\n')\
            """
                .formatted(count + 1));
    return text.lines().toList();
  }

  private static String pixelExpression() {
    return """
    (() => {
      const canvas = document.getElementById('flame-canvas');
      return [...canvas.getContext('2d').getImageData(canvas.width - 8, %s, 1, 1).data].join();
    })()\
    """
        .formatted(ROW + 2);
  }

  private static String pixel() throws Exception {
    return browser.text(pixelExpression());
  }

  /** How many pixels of the flame graph have exactly this colour. */
  private static int coloured(String colour) throws Exception {
    return browser
        .evaluate(
            """
            (() => {
              const canvas = document.getElementById('flame-canvas');
              const {data} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
              const [r, g, b] = '%s'.match(/\\d+/g).map(Number);
              let count = 0;
              for (let i = 0; i < data.length; i += 4) {
                if (data[i] === r && data[i + 1] === g && data[i + 2] === b) count++;
              }
              return count;
            })()\
            """
                .formatted(colour))
        .asInt();
  }
}
