package thaw.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.fixture.Browser;
import thaw.fixture.SideBySide;
import thaw.runtimeapi.log.PlatformEvent.Status;

/** What somebody does on the page while it is told news, in a real browser. */
@SideBySide
class StillPageTest {
  private static final String SELECTED = "getSelection().toString()";
  private static final String IDS =
      "[...document.querySelectorAll('#requests-table tbody tr')].map((row) => row.dataset.request)";

  @TempDir Path folder;
  private Watched watched;
  private Browser browser;

  @BeforeEach
  void open() throws Exception {
    watched = watched(0);
    browser = Browser.start(folder.resolve("profile"));
    watched.told().cold("pets", "e1", "r1").after(10).warm("pets", "e1", "r2");
    watched.tell();
    browser.open(watched.uri("/_thaw").toString(), 1280, 900, false);
    browser.await("document.querySelector('" + row("r1") + "') !== null");
    browser.evaluate(
        """
        window.told = '';
        const parse = JSON.parse;
        JSON.parse = (text) => { window.told += text; return parse(text); };
        document.getElementById('lives-details').open = true;
        document.getElementById('addresses-details').open = true\
        """);
  }

  private static Watched watched(int port) {
    return Watched.open(port, 10_000, new StatePage(() -> LiveHtml.page("pets"), LiveHtml::policy));
  }

  @AfterEach
  void close() {
    try (Watched _ = watched;
        Browser _ = browser) {
      if (browser != null) { // there is no Chromium, and the test is skipped
        assertEquals(List.of(), browser.errors());
      }
    }
  }

  @Test
  void the_page_is_live_when_it_has_figures_and_says_what_it_waits_for_before() throws Exception {
    assertEquals("live", browser.evaluate("document.body.className").asText());
    HttpServer mute = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    mute.createContext(
        "/_thaw",
        exchange -> {
          boolean isStream = exchange.getRequestURI().getPath().endsWith("/stream");
          byte[] page =
              (isStream ? ": nothing yet\n\n" : LiveHtml.page("pets"))
                  .getBytes(StandardCharsets.UTF_8);
          exchange
              .getResponseHeaders()
              .set("Content-Type", isStream ? "text/event-stream" : "text/html");
          exchange.sendResponseHeaders(200, isStream ? 0 : page.length);
          exchange.getResponseBody().write(page);
          exchange.getResponseBody().flush();
          if (!isStream) {
            exchange.close(); // the stream stays open, and tells nothing
          }
        });
    mute.start();
    try {
      browser.open("http://127.0.0.1:" + mute.getAddress().getPort() + "/_thaw", 1280, 900, false);
      browser.await(
          "document.getElementById('connection-text').textContent"
              + " === 'connected; waiting for the first figures'");
      assertEquals("", browser.evaluate("document.body.className").asText());
      browser.open("about:blank", 1280, 900, false);
    } finally {
      mute.stop(0);
    }
  }

  @Test
  void what_services_have_done_has_a_section_that_comes_with_the_first() throws Exception {
    assertEquals("null", browser.evaluate("document.getElementById('services')").toString());
    for (String request : List.of("r1", "r2")) {
      watched
          .live()
          .observe(
              new ServiceEffect(
                  0,
                  "sqs",
                  "SendMessage of jobs: throttled",
                  Optional.of("pets"),
                  Optional.of(request)));
    }
    browser.await("document.querySelectorAll('#services li').length === 2");
    assertEquals(
        "sqs SendMessage of jobs: throttled pets, request r2",
        browser
            .evaluate("document.querySelector('#services li').textContent.replace(/^\\S+ /, '')")
            .asText());
  }

  private static String row(String id) {
    return "#requests-table tr[data-request=\"%s\"]".formatted(id);
  }

  /** Until the page knows of this text, and has drawn what it wants to draw. */
  private void awaitTold(String text) throws Exception {
    browser.await("window.told.includes('" + text + "')");
    browser.twoFrames();
  }

  /** News of all kinds, which make each list on the page longer at its beginning. */
  private void tellNews() throws Exception {
    watched.told().after(10).cold("pets", "e0", "n1").warm("pets", "e0", "n2");
    watched.told().after(10).cold("other", "e9", "n3").warm("pets", "e1", "n4");
    watched.tell();
    awaitTold("n4");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          body #requests-table tr[data-request="r1"]            | location.hash | #request=r1
          body #requests-table tr[data-request="r1"] .badge     | location.hash | #request=r1
          body #requests-table tr[data-request="r1"] .link      | location.hash | #request=r1
          body #functions-table tbody tr:last-child .only       | document.getElementById('filter-function').value | pets
          body #functions-table tbody tr:last-child .small      | document.getElementById('invoke-title').textContent | Invoke pets
          body #lives-table tbody tr:last-child .link           | document.getElementById('filter-text').value | e1
          body #filter-failed                                   | String(document.getElementById('filter-failed').checked) | true
          """)
  void a_click_reaches_what_was_pressed(String pressed, String effect, String wanted)
      throws Exception {
    browser.await("document.querySelector('" + pressed + "') !== null");
    JsonNode place = browser.hold(pressed);
    tellNews();
    browser.release(place);
    assertEquals(wanted, browser.text(effect));
    browser.await("document.getElementById('tile-environments').textContent === '3'");
  }

  @Test
  void a_press_without_a_click_holds_the_page_no_longer_than_it_lasts() throws Exception {
    JsonNode place = browser.hold("#requests-title");
    tellNews();
    assertEquals("[\"r2\",\"r1\"]", browser.text("JSON.stringify(" + IDS + ")"));
    browser.hover(row("r1"), 0.5, 0.5, 0, 0); // no button is down any more: its release was lost
    browser.await(IDS + ".includes('n4')");
    browser.release(place);
  }

  @Test
  void only_the_main_button_holds_the_page() throws Exception {
    browser.evaluate(
        "document.body.dispatchEvent(new PointerEvent('pointerdown', {button: 2, isPrimary: true, bubbles: true}))");
    tellNews();
    assertTrue(browser.evaluate(IDS + ".includes('n4')").asBoolean());
  }

  @Test
  void a_page_outlives_the_server_and_follows_the_next_one() throws Exception {
    int port = watched.server().port();
    watched.close();
    browser.await("document.body.className === 'lost'");
    assertEquals("[\"r2\",\"r1\"]", browser.text("JSON.stringify(" + IDS + ")"));
    watched = watched(port);
    watched.told().cold("pets", "e1", "later");
    watched.tell();
    browser.await("document.body.className === 'live'");
    browser.await("JSON.stringify(" + IDS + ") === '[\"later\"]'");
    browser.open("about:blank", 1280, 900, false); // that nobody answered is no error of the page
  }

  @Test
  void focus_and_selection_stay_where_they_are_when_rows_before_them_come_and_go()
      throws Exception {
    browser.evaluate(
        """
        window.kept = document.querySelector('%1$s .link');
        kept.focus();
        getSelection().selectAllChildren(document.querySelector('%1$s .name'))\
        """
            .formatted(row("r1")));
    tellNews();
    browser.await(IDS + ".includes('n4')");
    filter("pets e1");
    browser.await(IDS + ".length === 3");
    filter("r1");
    browser.await(IDS + ".length === 1");
    assertTrue(browser.evaluate("document.activeElement === window.kept").asBoolean());
    assertEquals("pets", browser.text(SELECTED));
    filter("");
    browser.await(IDS + ".length === 6");
    assertTrue(browser.evaluate("document.activeElement === window.kept").asBoolean());
  }

  private void filter(String words) throws Exception {
    browser.evaluate(
        """
        document.getElementById('filter-text').value = '%s';
        document.getElementById('filter-text').dispatchEvent(new Event('input'))\
        """
            .formatted(words));
  }

  @Test
  void an_invocation_that_is_looked_at_goes_on_without_losing_anything() throws Exception {
    String lines =
        IntStream.range(0, 200).mapToObj(i -> "line " + i).collect(Collectors.joining("\n"));
    watched.told().start("pets", "e1", "long").say("pets", "e1", "first").say("pets", "e1", lines);
    watched.tell();
    browser.evaluate("location.hash = '#request=long'");
    browser.await(
        "document.querySelector('#detail .log')?.innerText.includes('line 199') === true");
    assertTrue(
        browser
            .text("document.getElementById('detail').innerText")
            .contains("It is not kept any more."),
        "an event that nobody has kept");
    browser.evaluate(
        """
        window.copy = document.querySelector('#detail .where button');
        window.log = document.querySelector('#detail .log');
        window.copied = '';
        navigator.clipboard.writeText = async (text) => { window.copied = text; };
        copy.focus({preventScroll: true});
        log.scrollTop = 300;
        getSelection().selectAllChildren(log.querySelector('.function span'))\
        """);
    watched.told().say("pets", "e1", "second");
    watched.tell();
    browser.await("window.log.innerText.includes('second')");
    assertEquals("first", browser.text(SELECTED));
    assertEquals(300, browser.evaluate("window.log.scrollTop").asInt());
    assertTrue(browser.evaluate("document.activeElement === window.copy").asBoolean());

    JsonNode place = browser.hold("#detail .where button");
    watched.told().end("pets", "e1", "long", 5, Status.SUCCESS, Optional.empty());
    watched.tell();
    browser.await("(window.told.match(/billedMs/g) || []).length > 1"); // in the list and here
    browser.twoFrames();
    browser.release(place);
    assertEquals("long", browser.text("window.copied"));
    browser.await("document.querySelector('#detail .report').innerText.includes('billed')");
    assertTrue(browser.evaluate("document.activeElement === window.copy").asBoolean());

    browser.evaluate("window.log.parentNode.querySelector('button').click()");
    assertTrue(
        browser.text("window.copied").contains("\nsecond\nEND "), browser.text("window.copied"));
  }
}
