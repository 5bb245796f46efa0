package thaw.app.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpClient;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.cli.RunProcess;
import thaw.fixture.Browser;
import thaw.fixture.FreePorts;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.fixture.Thorough;

/** The page of a real {@code thaw run} in a real browser. Skipped where there is no Chromium. */
@SideBySide
class LivePageTest {
  private static final String SOURCE =
      """
      package com.example;
      import java.util.Map;
      public class Pets {
        public String list(Map<String, Object> event) throws Exception {
          System.out.println("<b>listing</b> for " + event.get("name"));
          Thread.sleep(((Number) event.getOrDefault("sleep", 0)).longValue());
          return "cat " + event.get("name");
        }
        public String fail() { throw new IllegalStateException("no pet"); }
      }
      """;
  private static final String TEMPLATE =
      """
      Transform: AWS::Serverless-2016-10-31
      Globals: {Function: {Runtime: java25, CodeUri: classes, MemorySize: 1769, Timeout: 20}}
      Resources:
        List:
          Type: AWS::Serverless::Function
          Properties: {FunctionName: list-pets, Handler: 'com.example.Pets::list'}
        Fail:
          Type: AWS::Serverless::Function
          Properties: {FunctionName: fail, Handler: 'com.example.Pets::fail'}
      """;
  private static final String ROWS = "document.querySelectorAll('#requests-table tbody tr').length";
  private static final String ENVIRONMENTS =
      "document.getElementById('environments-hint').textContent";
  private static final String LIVE = "document.body.className === 'live'";

  @TempDir static Path folder;
  private static Browser browser;
  private static RunProcess life;
  private static HttpClient client;

  @BeforeAll
  static void start() throws Exception {
    browser = Browser.start(folder.resolve("profile"));
    Path application = Files.createDirectories(folder.resolve("pets"));
    Sources.compile(application.resolve("classes"), SOURCE);
    Files.writeString(application.resolve("template.yaml"), TEMPLATE);
    Files.createDirectories(application.resolve("events"));
    Files.writeString(application.resolve("events/tom.json"), "{\"name\": \"<i>Tom</i>\"}");
    client = HttpClient.newHttpClient();
    life = run(FreePorts.next());
  }

  private static RunProcess run(int port) throws Exception {
    return RunProcess.start(
        List.of(), port, folder.resolve("log-" + port), folder.resolve("pets").toString());
  }

  @AfterAll
  static void end() throws Exception {
    if (browser != null) {
      browser.close();
    }
    if (client != null) {
      client.close();
    }
    if (life != null) {
      life.close();
    }
  }

  @AfterEach
  void nothing_came_from_elsewhere() {
    String own = "http://127.0.0.1:" + life.port() + "/";
    assertEquals(
        List.of(),
        browser.requests().stream()
            .filter(url -> !url.startsWith(own) && !url.startsWith("data:"))
            .toList());
  }

  private static String url() {
    return "http://127.0.0.1:" + life.port() + "/_thaw";
  }

  private static void open(int width, boolean dark) throws Exception {
    browser.open(url(), width, 900, dark);
    browser.await(LIVE);
    browser.await("document.querySelectorAll('#functions-table tbody tr').length === 2");
  }

  private static String invoke(String function, String event) throws Exception {
    var response = client.send(life.invocation(function, event).build(), BodyHandlers.ofString());
    assertEquals(200, response.statusCode(), response.body());
    return response.headers().firstValue("x-amzn-requestid").orElseThrow();
  }

  private static String row(String id) {
    return "#requests-table tr[data-request=\"" + id + "\"]";
  }

  @Test
  void a_new_environment_and_an_invocation_appear_without_a_reload() throws Exception {
    open(1280, false);
    browser.evaluate("window.notReloaded = true");
    Thread call =
        Thread.ofVirtual()
            .start(() -> {
              try {
                invoke("list-pets", "{\"name\": \"Tom\", \"sleep\": 1500}");
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    browser.await(ENVIRONMENTS + ".includes('1 running')");
    browser.await("document.querySelector('#requests-table .badge.runs') !== null");
    call.join();
    browser.await("document.querySelector('#requests-table .badge.runs') === null");
    browser.await(ENVIRONMENTS + ".match(/frozen|idle/) !== null");
    browser.click("#lives-details summary");
    browser.await("document.querySelectorAll('#lives-table tbody tr').length > 0");
    String list = browser.text("document.getElementById('lives-table').innerText");
    assertTrue(list.contains("list-pets") && list.contains("[$LATEST]"), list);
    assertTrue(browser.evaluate("window.notReloaded").asBoolean());
    assertTrue(browser.evaluate("document.getElementById('empty').hidden").asBoolean());
    assertEquals(List.of(), browser.errors());
  }

  @Test
  void a_click_opens_an_invocation_with_its_figures_its_waterfall_and_its_log() throws Exception {
    open(1280, false);
    String id = invoke("list-pets", "{\"name\": \"Felix\"}");
    browser.await(
        "document.querySelector('"
            + row(id)
            + " .strong') !== null"
            + " && document.querySelector('"
            + row(id)
            + " .badge.runs') === null");
    browser.click(row(id));
    browser.await("document.querySelectorAll('#detail .log').length === 1");
    String text = browser.text("document.getElementById('detail-body').innerText");
    assertTrue(text.contains("<b>listing</b> for Felix"), text); // as text, not as a tag
    assertTrue(text.contains("REPORT RequestId: " + id), text);
    assertTrue(text.contains("max memory"), text);
    assertTrue(text.contains("\"name\": \"Felix\""), text); // what came in
    assertTrue(text.contains("\"cat Felix\""), text); // and what went out
    assertEquals(
        "/_thaw/traces/" + id,
        browser.text("document.querySelector('#detail a').getAttribute('href')"));
    assertTrue(
        browser.evaluate("document.querySelectorAll('#detail .waterfall li').length").asInt() > 3);
    assertTrue(browser.text("location.hash").contains(id));
    browser.press("Escape");
    browser.await("!document.getElementById('detail').open");
    assertEquals(List.of(), browser.errors());
  }

  @Test
  void filters_leave_what_is_asked_for() throws Exception {
    String failed = invoke("fail", "{}");
    String warm = invoke("list-pets", "{}");
    invoke("list-pets", "{}");
    open(1280, false);
    browser.await("document.querySelector('" + row(warm) + "') !== null");
    browser.click("#filter-failed");
    browser.await("document.querySelector('" + row(failed) + "') !== null");
    browser.await("document.querySelector('" + row(warm) + "') === null");
    browser.click("#filter-failed");
    browser.type("#filter-text", warm.substring(0, 8));
    browser.await(ROWS + " === 1");
    // The rows come back and move the page, so a mouse may miss from here on.
    browser.evaluate(
        "const text = document.getElementById('filter-text');text.value ="
            + " '';text.dispatchEvent(new Event('input'))");
    browser.evaluate("document.getElementById('filter-cold').click()");
    browser.await(ROWS + " === document.querySelectorAll('#requests-table .badge.init').length");
    browser.evaluate("document.getElementById('filter-cold').click()");
    browser.click("#functions-table tbody tr:first-child .only"); // fail
    browser.await("document.querySelector('" + row(warm) + "') === null && " + ROWS + " > 0");
    assertEquals("fail", browser.text("document.getElementById('chart-function').value"));
    assertEquals(List.of(), browser.errors());
  }

  @Test
  void the_form_invokes_and_leads_to_the_invocation() throws Exception {
    open(1280, false);
    browser.click("#functions-table tbody tr:nth-child(2) button.small"); // list-pets
    browser.await("document.activeElement.id === 'invoke-event'");
    browser.await("!document.getElementById('invoke-from').disabled");
    browser.evaluate(
        "const from = document.getElementById('invoke-from');from.value ="
            + " [...from.options].find((each) => each.text ==="
            + " 'events/tom.json').value;from.dispatchEvent(new Event('input'))");
    String offered = browser.text("document.getElementById('invoke-event').value");
    assertTrue(offered.contains("\"name\": \"<i>Tom</i>\""), offered);
    browser.evaluate("document.getElementById('invoke-event').value = '{'");
    browser.click("#invoke-send");
    browser.await(
        "document.getElementById('invoke-state').textContent.startsWith('This is not JSON')");
    browser.evaluate("document.getElementById('invoke-event').value = '{\"name\": \"Garfield\"}'");
    browser.click("#invoke-send");
    browser.await("!document.getElementById('invoke-open').hidden");
    assertEquals(
        "\"cat Garfield\"", browser.text("document.getElementById('invoke-answer').textContent"));
    browser.click("#invoke-open");
    browser.await(
        "document.querySelector('#detail .log')?.innerText.includes('for Garfield') === true");
    browser.press("Escape");
    assertEquals(List.of(), browser.errors());
  }

  @Test
  void it_says_where_to_send_a_request_and_how_busy_the_machine_is() throws Exception {
    open(1280, false);
    browser.await("document.querySelectorAll('#addresses-list li').length === 2");
    String addresses = browser.text("document.getElementById('addresses-list').textContent");
    assertTrue(
        addresses.contains(
            "--endpoint-url http://127.0.0.1:" + life.port() + " --function-name list-pets"),
        addresses);
    browser.await("document.getElementById('tile-cpu').textContent.endsWith('%')");
    assertEquals(List.of(), browser.errors());
  }

  @Test
  void keys_reach_and_open_an_invocation() throws Exception {
    String id = invoke("list-pets", "{}");
    open(1280, false);
    browser.await("document.querySelector('" + row(id) + "') !== null");
    browser.evaluate("document.getElementById('filter-hold').focus()");
    for (int i = 0; i < 5; i++) {
      if (browser.evaluate("document.activeElement.className === 'link'").asBoolean()) {
        break;
      }
      browser.press("Tab");
    }
    assertTrue(
        browser
            .text("document.activeElement.getAttribute('aria-label')")
            .startsWith("Open invocation "));
    browser.press("Enter");
    browser.await("document.getElementById('detail').open");
    browser.press("Escape");
    browser.await("!document.getElementById('detail').open");
    assertEquals("link", browser.text("document.activeElement.className"));
  }

  @ParameterizedTest(name = "{0} pixels, dark: {1}")
  @CsvSource({"1280, false", "390, false", "1280, true", "390, true"})
  void it_fits_a_phone_and_the_dark_without_an_error(int width, boolean dark) throws Exception {
    String id = invoke("list-pets", "{}");
    open(width, dark);
    browser.await("document.querySelector('" + row(id) + "') !== null");
    String wide = "document.documentElement.scrollWidth";
    assertTrue(browser.evaluate(wide).asInt() <= width, browser.text(wide));
    browser.click(row(id) + " .badge");
    browser.await("document.querySelectorAll('#detail .log').length === 1");
    assertTrue(browser.evaluate(wide).asInt() <= width, browser.text(wide));
    String sheet = "document.getElementById('detail')";
    assertTrue(
        browser.evaluate(sheet + ".scrollWidth <= " + sheet + ".clientWidth").asBoolean(), id);
    browser.press("Escape");
    String colour = browser.text("getComputedStyle(document.body).backgroundColor");
    assertEquals(dark ? "rgb(15, 18, 21)" : "rgb(255, 255, 255)", colour);
    assertEquals(List.of(), browser.errors());
  }

  @Thorough(
      "It starts the program once more; StillPageTest has the same page on a server of its own")
  @Test
  void a_page_outlives_the_server_and_follows_the_next_one() throws Exception {
    invoke("list-pets", "{}");
    open(1280, false);
    browser.await(ROWS + " > 0");
    int port = life.port();
    life.close();
    browser.await("document.body.className === 'lost'");
    assertFalse(browser.evaluate(ROWS + " === 0").asBoolean()); // still to be read
    life = run(port);
    browser.await(LIVE);
    browser.await(ROWS + " === 0");
    browser.await("!document.getElementById('empty').hidden");
    assertTrue(
        browser
            .text("document.getElementById('empty').innerText")
            .contains(
                "aws lambda invoke --no-sign-request --region us-east-1 --endpoint-url http://127.0.0.1:"
                    + port));
    String id = invoke("list-pets", "{}");
    browser.await("document.querySelector('" + row(id) + "') !== null");
  }
}
