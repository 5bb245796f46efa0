package thaw.app.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.cli.RunProcess;
import thaw.fixture.Browser;
import thaw.fixture.FreePorts;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.sandbox.kernel.Deadline;

/**
 * What pages of other sites can do to a real {@code thaw run} from a real browser. Skipped where
 * there is no Chromium.
 */
@SideBySide
class OtherSitesTest {
  private static final String SECRET = "the-password-of-victim";
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String SOURCE =
      """
      package com.example;
      import java.util.Map;
      public class Pages {
        public String victim(Object event) { return "the victim ran"; }
        public Map<String, Object> api(Object event) {
          return Map.of("statusCode", 200, "body", "bought");
        }
        public Map<String, Object> page(Object event) {
          return Map.of("statusCode", 200, "headers", Map.of("Content-Type", "text/html"), "body",
              "<!DOCTYPE html><title>of a function</title><script>"
                  + "window.scripted = true;"
                  + "const own = location.protocol + '//127.0.0.1:PORT';"
                  + "Promise.allSettled(['/2015-03-31/functions', '/_thaw/data/state',"
                  + "    '/_thaw/traces', '/_thaw'].map(path =>"
                  + "  fetch(own + path).then(r => r.text())))"
                  + ".then(all => window.done = all.map(each => each.value || 'not read'));"
                  + "</script>");
        }
      }
      """;
  private static final String TEMPLATE =
      """
      Transform: AWS::Serverless-2016-10-31
      Globals: {Function: {Runtime: java25, CodeUri: classes, MemorySize: 1769, Timeout: 20}}
      Resources:
        Victim:
          Type: AWS::Serverless::Function
          Properties:
            FunctionName: victim
            Handler: com.example.Pages::victim
            Environment: {Variables: {DB_PASSWORD: SECRET}}
        Page:
          Type: AWS::Serverless::Function
          Properties:
            FunctionName: page
            Handler: com.example.Pages::page
            FunctionUrlConfig: {AuthType: NONE}
        Api:
          Type: AWS::Serverless::Function
          Properties:
            FunctionName: api
            Handler: com.example.Pages::api
            Events: {Buy: {Type: HttpApi, Properties: {Path: /buy, Method: post}}}
      """;

  /** All ways in which a page can ask another server, each with what the page gets of it. */
  private static final String ATTEMPTS =
      """
      (async (base, zip) => {
        const said = [];
        const patient = promise => Promise.race(
            [promise, new Promise(done => setTimeout(() => done('no end'), 20000))]);
        const attempt = async (name, promise) =>
            said.push(base + ' ' + name + ': ' + await patient(promise.catch(e => 'error')));
        const functions = base + '/2015-03-31/functions';
        const text = response => response.text();
        const planted = '{"FunctionName": "planted", "Runtime": "provided.al2023", "Handler": "x",'
            + ' "Role": "arn:aws:iam::123456789012:role/r", "Code": {"ZipFile": "' + zip + '"}';
        for (const path of ['/2015-03-31/functions', '/2015-03-31/functions/victim/configuration',
            '/_thaw', '/_thaw/data/state', '/_thaw/traces', '/_thaw/metrics', '/_thaw/status']) {
          await attempt('fetch ' + path, fetch(base + path).then(text));
        }
        const run = functions + '/victim/invocations';
        for (const mode of ['cors', 'no-cors']) {
          await attempt(mode + ' run',
              fetch(run, {method: 'POST', mode: mode, body: '{}'}).then(text));
          await attempt(mode + ' make',
              fetch(functions, {method: 'POST', mode: mode, body: planted + '}'}).then(text));
        }
        navigator.sendBeacon(run, '{}');
        const element = (name, attributes) => {
          const made = Object.assign(document.createElement(name), attributes);
          return [made, new Promise(done => {
            made.onload = () => done('loaded');
            made.onerror = () => done('error');
            document.body.append(made);
          })];
        };
        await attempt('image', element('img', {src: functions + '/victim'})[1]);
        await attempt('script', element('script', {src: base + '/_thaw/data/state'})[1]);
        const [frame, loaded] = element('iframe', {src: base + '/_thaw', name: 'target'});
        await attempt('frame', loaded.then(() => {
          try {
            return frame.contentDocument.body.innerText;
          } catch (e) {
            return 'not read';
          }
        }));
        for (const [action, json] of [[functions, planted], [run, '{"a": 1']]) {
          const form = document.createElement('form');
          Object.assign(form,
              {action: action, method: 'POST', enctype: 'text/plain', target: 'target'});
          const field = document.createElement('input');
          Object.assign(field, {name: json + ', "Description": "', value: '"}'});
          form.append(field);
          document.body.append(form);
          const answered = new Promise(done => frame.onload = () => done('loaded'));
          form.submit();
          await attempt('form ' + action, answered);
        }
        const events = new EventSource(base + '/_thaw/stream');
        await attempt('events', new Promise(done => {
          events.onopen = () => done('opened');
          events.onerror = () => done('error');
        }));
        events.close();
        frame.remove(); // the next attempts' forms would go there, and their own frame load nothing
        return said;
      })('BASE', 'ZIP').then(said => window.done = said, e => window.done = ['' + e])
      """;

  /** At the server elsewhere: method, path and body. */
  private static final List<String> ARRIVED = new CopyOnWriteArrayList<>();

  @TempDir static Path folder;
  private static Browser browser;
  private static HttpServer elsewhere;
  private static HttpClient client;
  private static RunProcess life;
  private static int apiPort;

  @BeforeAll
  static void start() throws Exception {
    browser =
        Browser.start(
            folder.resolve("profile"),
            List.of(
                "--host-resolver-rules=MAP *.example 127.0.0.1",
                // The browser's own protection, which asks the user, is not what is tested.
                "--disable-features=LocalNetworkAccessChecks,LocalNetworkAccessChecksWarn"));
    elsewhere = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    elsewhere.createContext(
        "/",
        exchange -> {
          String body =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          ARRIVED.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + body);
          byte[] page = "<!DOCTYPE html><title>elsewhere</title>".getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().add("Content-Type", "text/html");
          exchange.sendResponseHeaders(200, page.length);
          exchange.getResponseBody().write(page);
          exchange.close();
        });
    elsewhere.start();
    client = HttpClient.newHttpClient();
    int port = FreePorts.next();
    apiPort = FreePorts.next();
    Path application = Files.createDirectories(folder.resolve("pages"));
    Sources.compile(application.resolve("classes"), SOURCE.replace("PORT", "" + port));
    Files.writeString(application.resolve("template.yaml"), TEMPLATE.replace("SECRET", SECRET));
    life =
        RunProcess.start(
            List.of(),
            port,
            folder.resolve("log"),
            application.toString(),
            "--api-port",
            "" + apiPort);
  }

  @AfterAll
  static void end() throws Exception {
    if (browser != null) {
      browser.close();
    }
    if (elsewhere != null) {
      elsewhere.stop(0);
    }
    if (client != null) {
      client.close();
    }
    if (life != null) {
      life.close();
    }
  }

  /** As a program, which is let in. */
  private static String get(String path) throws Exception {
    var response =
        client.send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + life.port() + path))
                .timeout(Duration.ofMinutes(1))
                .build(),
            BodyHandlers.ofString());
    assertEquals(200, response.statusCode(), response.body());
    return response.body();
  }

  private static String zip() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      zip.putNextEntry(new ZipEntry("bootstrap"));
      zip.write("#!/bin/sh\n".getBytes(StandardCharsets.US_ASCII));
    }
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }

  private static List<String> attempted(String base) throws Exception {
    browser.evaluate("window.done = null");
    browser.evaluate("void " + ATTEMPTS.replace("BASE", base).replace("ZIP", zip()));
    browser.await("window.done !== null");
    List<String> said = new ArrayList<>();
    browser.evaluate("window.done").forEach(each -> said.add(each.asText()));
    return said;
  }

  private static void open(String url) throws Exception {
    browser.open(url, 800, 600, false);
  }

  /** What is there after the attempts is what was there before. */
  private static void assertNothing(List<String> said) throws Exception {
    assertEquals(17, said.size(), said.toString());
    for (String each : said) {
      for (String ours : List.of(SECRET, "FunctionName", "victim ran", "environments", "HELP")) {
        assertFalse(each.contains(ours), each);
      }
      assertFalse(each.endsWith("events: opened"), each);
      assertFalse(each.endsWith("no end"), each); // an attempt that was not made, or hangs
    }
    assertFalse(get("/2015-03-31/functions").contains("planted"));
    JsonNode requests = JSON.readTree(get("/_thaw/data/requests?function=victim"));
    assertEquals(0, requests.get("requests").size(), requests.toString());
    assertFalse(life.text().contains("the victim ran"));
  }

  /** Else the tests below would hold the browser's patience only. */
  @Test
  void where_nobody_refuses_them_all_attempts_arrive() throws Exception {
    int port = elsewhere.getAddress().getPort();
    open("http://evil.example:" + port + "/");
    ARRIVED.clear();
    attempted("http://127.0.0.1:" + port);
    String functions = "/2015-03-31/functions";
    String planted = "{\"FunctionName\": \"planted\"";
    for (String begin :
        List.of(
            "GET " + functions + " ",
            "GET /_thaw/status ",
            "GET " + functions + "/victim ",
            "GET /_thaw/stream ",
            "GET /_thaw ",
            "POST " + functions + "/victim/invocations {}",
            "POST " + functions + "/victim/invocations {\"a\": 1, \"Description\": \"=\"}",
            "POST " + functions + " " + planted)) {
      assertTrue(ARRIVED.stream().anyMatch(each -> each.startsWith(begin)), begin);
    }
    assertEquals(3, ARRIVED.stream().filter(each -> each.contains(planted)).count()); // with forms
  }

  @ParameterizedTest
  @ValueSource(strings = {"evil.example", "localhost", "127.0.0.1"})
  void a_page_on_another_port_reads_runs_and_makes_nothing(String host) throws Exception {
    open("http://" + host + ":" + elsewhere.getAddress().getPort() + "/");
    for (String name :
        List.of("127.0.0.1", "localhost", "x.execute-api.localhost", "x.lambda-url.localhost")) {
      assertNothing(attempted("http://" + name + ":" + life.port()));
    }
    assertNothing(attempted("http://other.example:" + life.port()));
  }

  /** A name that leads to its own server first and to this machine then: DNS rebinding. */
  @ParameterizedTest
  @ValueSource(
      strings = {"evil.example", "x.execute-api.evil.example", "x.lambda-url.evil.example"})
  void a_page_under_a_name_that_leads_here_does_neither(String host) throws Exception {
    String base = "http://" + host + ":" + life.port();
    open(base + "/_thaw");
    assertTrue(browser.text("document.body.innerText").contains("--allow-host " + host));
    assertNothing(attempted(base));
  }

  @Test
  void a_functions_own_page_reads_nothing_of_ours() throws Exception {
    String own = "http://127.0.0.1:" + life.port();
    Deadline.await( // it listens before it says where
        Duration.ofSeconds(60), "URLs are told", () -> life.text().contains(".lambda-url."));
    String byHost = "";
    for (String line : life.text().split("\n")) {
      if (line.contains(".lambda-url.")) {
        for (String word : line.split("[ ,]+")) {
          byHost = word.contains(".lambda-url.") ? word : byHost;
        }
      }
    }
    for (String url : List.of(own + "/_thaw/url/page/", byHost)) {
      open(url);
      browser.await("window.done !== undefined");
      assertEquals("of a function", browser.text("document.title"));
      assertEquals(
          "[\"not read\",\"not read\",\"not read\",\"not read\"]",
          browser.evaluate("window.done").toString(),
          url);
    }
    assertTrue(get("/2015-03-31/functions").contains("victim"));
  }

  @Test
  void our_own_page_has_what_it_needs() throws Exception {
    open("http://localhost:" + life.port() + "/_thaw");
    browser.await("document.body.className === 'live'");
    browser.await("document.querySelectorAll('#functions-table tbody tr').length === 3");
    assertEquals(List.of(), browser.errors());
    browser.evaluate("void fetch('/2015-03-31/functions').then(r => window.status_ = r.status)");
    browser.await("window.status_ === 200");
  }

  /** That of a developer's own server is of the same site; what the browser sends is let in. */
  @Test
  void a_page_of_another_site_buys_nothing_by_an_api_but_the_developers_own_does()
      throws Exception {
    int other = elsewhere.getAddress().getPort();
    String post =
        "void fetch('http://localhost:%d/buy', {method: 'POST', mode: 'no-cors', body: '{}'})"
                .formatted(apiPort)
            + ".then(() => window.done = true)";
    open("http://evil.example:" + other + "/");
    browser.evaluate(post);
    browser.await("window.done === true");
    Deadline.await(
        Duration.ofMinutes(1),
        "the refusal is told",
        () -> life.text().contains("--allow-origin http://evil.example:" + other));
    String requests = "/_thaw/data/requests?function=api";
    assertEquals(0, JSON.readTree(get(requests)).get("requests").size());
    open("http://localhost:" + other + "/");
    browser.evaluate(post);
    browser.await("window.done === true");
    assertEquals(1, JSON.readTree(get(requests)).get("requests").size());
  }
}
