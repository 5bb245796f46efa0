package thaw.live;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import thaw.fixture.Browser;
import thaw.runtimeapi.log.PlatformEvent;
import thaw.runtimeapi.log.PlatformEvent.Phase;
import thaw.runtimeapi.log.PlatformEvent.Status;

/**
 * Photographs the page of a running platform, {@code thaw.live.LivePictures URL DIR}, or the page
 * in each of its states without a platform, {@code thaw.live.LivePictures DIR}.
 */
final class LivePictures {
  private static final int HEIGHT = 1_500;
  private static final String EXECUTIONS =
      """
      {"now": 1798606243942, "executions": [
        {"id": "b", "name": "order-8", "function": "OrderWithALongName", "version": "$LATEST",
         "status": "RUNNING", "begun": 1796014239940, "events": 8,
         "waitsFor": ["callback approval", "wait cooling-off"]},
        {"id": "a", "name": "01a22aca-703f-7000-8c52-d9ae9b8b786d", "function": "pets",
         "version": "7", "status": "TIMED_OUT", "begun": 1796014239807, "ended": 1796014269807,
         "events": 1200, "waitsFor": []},
        {"id": "c", "name": "order-6", "function": "pets", "version": "7", "status": "SUCCEEDED",
         "begun": 1796014239807, "ended": 1796014240107, "events": 12, "waitsFor": []}]}
      """;

  private LivePictures() {}

  public static void main(String[] arguments) throws Exception {
    if (arguments.length == 1) {
      states(Files.createDirectories(Path.of(arguments[0])));
      return;
    }
    Path folder = Files.createDirectories(Path.of(arguments[1]));
    Path profile = Files.createTempDirectory("thaw-pictures-");
    try (Browser browser = Browser.start(profile)) {
      take(browser, arguments[0], folder, 1280, false);
      take(browser, arguments[0], folder, 1280, true);
      take(browser, arguments[0], folder, 390, false);
      take(browser, arguments[0], folder, 390, true);
      System.out.println(browser.errors());
    }
  }

  private static void states(Path folder) throws Exception {
    Path profile = Files.createTempDirectory("thaw-pictures-");
    try (Browser browser = Browser.start(profile)) {
      for (String state :
          List.of("empty", "busy", "failing", "frozen", "scaled", "stopped", "durable")) {
        for (int width : List.of(1280, 390)) {
          for (boolean dark : List.of(false, true)) {
            state(browser, state, folder, width, dark);
          }
        }
        System.out.println(state + " " + browser.errors());
      }
    }
  }

  private static void state(Browser browser, String state, Path folder, int width, boolean dark)
      throws Exception {
    try (Watched watched =
        Watched.open(0, 10_000, new StatePage(() -> LiveHtml.page("pets"), LiveHtml::policy))) {
      tell(watched.told(), state);
      if (state.equals("durable")) {
        watched.executions().set(EXECUTIONS);
      }
      watched.tell();
      browser.open(watched.uri("/_thaw").toString(), width, 900, dark);
      browser.await("document.body.className === 'live'");
      browser.twoFrames();
      if (state.equals("durable")) {
        browser.await("!document.getElementById('executions').hidden");
      }
      if (state.equals("stopped")) {
        watched.close();
        browser.await("document.body.className !== 'live'");
      }
      int whole = browser.evaluate("document.documentElement.scrollHeight").asInt();
      Files.write(
          folder.resolve("live-%s-%d%s.png".formatted(state, width, dark ? "-dark" : "")),
          browser.picture(0, width, Math.min(HEIGHT * (width < 500 ? 2 : 1), whole)));
    }
  }

  private static void tell(ToldObservations told, String state) {
    switch (state) {
      case "empty" -> {}
      case "busy" -> {
        for (int i = 0; i < 60; i++) {
          told.after(300).cold("pets", "e" + i % 4, "r" + i).warm("other", "o1", "w" + i);
        }
        told.start("pets", "e1", "under-way");
        told.event("pets", "e9", ToldObservations.initStart("pets", "on-demand", Phase.INIT));
      }
      case "failing" -> {
        for (int i = 0; i < 12; i++) {
          told.after(500)
              .init("pets", "f" + i, "on-demand", 90)
              .start("pets", "f" + i, "r" + i)
              .say("pets", "f" + i, "java.lang.IllegalStateException: no table")
              .end(
                  "pets",
                  "f" + i,
                  "r" + i,
                  40,
                  i % 3 == 0 ? Status.TIMEOUT : Status.ERROR,
                  Optional.of(Duration.ofMillis(90)));
        }
      }
      case "frozen" -> {
        told.cold("pets", "e1", "r1").event("pets", "e1", new PlatformEvent.Frozen());
        told.cold("other", "o1", "r2").event("other", "o1", new PlatformEvent.Frozen());
        told.after(5_000);
      }
      case "scaled" -> {
        for (int i = 0; i < 60; i++) {
          told.after(40).cold("pets", "environment-" + i, "r" + i);
        }
      }
      default -> told.cold("pets", "e1", "r1").warm("pets", "e1", "r2");
    }
  }

  private static void take(Browser browser, String url, Path folder, int width, boolean dark)
      throws Exception {
    String name = "live-" + width + (dark ? "-dark" : "");
    browser.open(url, width, 900, dark);
    browser.await("document.body.className === 'live'");
    browser.await("document.getElementById('tile-requests').textContent !== '–'");
    int whole = browser.evaluate("document.documentElement.scrollHeight").asInt();
    Files.write(
        folder.resolve(name + ".png"),
        browser.picture(0, width, Math.min(HEIGHT * (width < 500 ? 2 : 1), whole)));
    if (browser.evaluate("document.querySelectorAll('#requests-table tbody tr').length").asInt()
        > 0) {
      browser.evaluate(
          "(document.querySelector('#requests-table .badge.init') || document.querySelector('#requests-table .link')).closest('tr').click()");
      browser.await("document.querySelectorAll('#detail .log').length === 1");
      Files.write(folder.resolve(name + "-detail.png"), browser.picture(0, width, 900));
      browser.press("Escape");
    }
  }
}
