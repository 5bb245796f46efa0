package thaw.report;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * A Chromium without a window, driven by the <a
 * href="https://chromedevtools.github.io/devtools-protocol/">DevTools protocol</a> over its web
 * socket: one tab, real clicks and keys.
 */
final class Browser implements AutoCloseable {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final List<String> PROGRAMS =
      List.of("chromium", "chromium-browser", "google-chrome-stable", "google-chrome");
  private static final long PATIENCE_SECONDS = 60;

  private final Process process;
  private final DevTools tools;
  private final String session;

  private Browser(Process process, DevTools tools, String session) {
    this.process = process;
    this.tools = tools;
    this.session = session;
  }

  /**
   * Skips the test where there is no Chromium.
   *
   * @param profile an empty folder for what the browser keeps
   */
  static Browser start(Path profile) throws Exception {
    Path program =
        PROGRAMS.stream()
            .flatMap(name ->
                Stream.of(System.getenv("PATH").split(":")).map(folder -> Path.of(folder, name)))
            .filter(Files::isExecutable)
            .findFirst()
            .orElse(null);
    assumeTrue(
        program != null, "no Chromium on the PATH (Debian: apt-get install chromium), " + PROGRAMS);
    ProcessBuilder builder =
        new ProcessBuilder(
                program.toString(),
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.environment().put("TMPDIR", Files.createDirectories(profile).toString());
    Process process = builder.start();
    try {
      DevTools tools = DevTools.connect(URI.create(address(process)));
      String target =
          tools
              .call("", "Target.createTarget", Map.of("url", "about:blank"))
              .get("targetId")
              .textValue();
      String session =
          tools
              .call("", "Target.attachToTarget", Map.of("targetId", target, "flatten", true))
              .get("sessionId")
              .textValue();
      Browser browser = new Browser(process, tools, session);
      browser.call("Page.enable", Map.of());
      browser.call("Runtime.enable", Map.of());
      browser.call("Log.enable", Map.of());
      return browser;
    } catch (Exception e) {
      process.destroyForcibly();
      throw e;
    }
  }

  /** It says so on its standard error, then goes on writing there, which nobody need read. */
  private static String address(Process process) throws IOException {
    BufferedReader reader = process.errorReader();
    String line = reader.readLine();
    while (line != null && !line.startsWith("DevTools listening on ")) {
      line = reader.readLine();
    }
    if (line == null) {
      throw new IOException("Chromium ended with " + process.onExit().join().exitValue());
    }
    Thread.ofVirtual().start(() -> reader.lines().forEach(_ -> {}));
    return line.substring("DevTools listening on ".length());
  }

  /** Opens a file in a window of this size and waits until it has been drawn. */
  void open(Path page, int width, int height, boolean dark) throws Exception {
    tools.errors().clear();
    call(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 500));
    scheme(dark);
    call("Page.navigate", Map.of("url", page.toUri().toString()));
    await("location.href === '%s' && document.readyState === 'complete'".formatted(page.toUri()));
    twoFrames();
  }

  /** Until what was changed has been drawn, and what follows from it has been told. */
  private void twoFrames() throws Exception {
    call(
        "Runtime.evaluate",
        Map.of(
            "expression",
            "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))",
            "awaitPromise",
            true));
  }

  void scheme(boolean dark) throws Exception {
    Map<String, String> feature =
        Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light");
    call("Emulation.setEmulatedMedia", Map.of("features", List.of(feature)));
  }

  /** The value of an expression, as JSON. */
  JsonNode evaluate(String expression) throws Exception {
    JsonNode answer =
        call("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true));
    if (answer.has("exceptionDetails")) {
      throw new AssertionError(expression + ": " + answer.get("exceptionDetails"));
    }
    return answer.path("result").path("value");
  }

  String text(String expression) throws Exception {
    return evaluate(expression).asText();
  }

  /** Until an expression is true, or a minute has passed. */
  void await(String expression) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!evaluate(expression).asBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("never true: " + expression);
      }
      Thread.onSpinWait();
    }
  }

  /** Clicks on the middle of the first element that the selector finds. */
  void click(String selector) throws Exception {
    click(selector, 0.5, 0.5, 0, 0);
  }

  /** Clicks at a share of an element's width and height, moved by so many pixels. */
  void click(String selector, double across, double down, int right, int below) throws Exception {
    JsonNode point = point(selector, across, down, right, below);
    for (String type : List.of("mouseMoved", "mousePressed", "mouseReleased")) {
      call("Input.dispatchMouseEvent", mouse(type, point));
    }
  }

  void hover(String selector, double across, double down, int right, int below) throws Exception {
    call(
        "Input.dispatchMouseEvent",
        mouse("mouseMoved", point(selector, across, down, right, below)));
  }

  private JsonNode point(String selector, double across, double down, int right, int below)
      throws Exception {
    JsonNode point =
        evaluate(
            """
            (() => {
              const element = document.querySelector(%s);
              if (!element) return null;
              element.scrollIntoView({block: '%s', behavior: 'instant'});
              const box = element.getBoundingClientRect();
              return {x: box.x + box.width * %s + %s, y: box.y + box.height * %s + %s};
            })()\
            """
                .formatted(
                    MAPPER.writeValueAsString(selector),
                    down == 0 ? "start" : "center",
                    across,
                    right,
                    down,
                    below));
    twoFrames();
    if (!point.isObject()) {
      throw new AssertionError("nothing on the page is " + selector);
    }
    return point;
  }

  private static Map<String, Object> mouse(String type, JsonNode point) {
    return Map.of(
        "type",
        type,
        "x",
        point.get("x").asDouble(),
        "y",
        point.get("y").asDouble(),
        "button",
        type.equals("mouseMoved") ? "none" : "left",
        "clickCount",
        type.equals("mouseMoved") ? 0 : 1);
  }

  /** Puts text into what has the focus, as a keyboard does. */
  void type(String selector, String text) throws Exception {
    click(selector);
    call("Input.insertText", Map.of("text", text));
  }

  /** What the page reported as errors, violations of its policy included. */
  List<String> errors() {
    return List.copyOf(tools.errors());
  }

  /** A part of the page, also of what is not in the window, from so many pixels below its top. */
  byte[] picture(int top, int width, int height) throws Exception {
    Map<String, Integer> clip =
        Map.of("x", 0, "y", top, "width", width, "height", height, "scale", 1);
    JsonNode answer =
        call(
            "Page.captureScreenshot",
            Map.of("format", "png", "captureBeyondViewport", true, "clip", clip));
    return Base64.getDecoder().decode(answer.get("data").textValue());
  }

  private JsonNode call(String method, Map<String, ?> parameters) throws Exception {
    return tools.call(session, method, parameters);
  }

  @Override
  public void close() {
    try {
      tools.call("", "Browser.close", Map.of());
      process.onExit().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      process.destroyForcibly();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    } finally {
      tools.close();
    }
  }
}
