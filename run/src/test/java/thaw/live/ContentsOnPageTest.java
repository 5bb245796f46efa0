package thaw.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.Browser;
import thaw.fixture.SideBySide;
import thaw.pool.PayloadObservation;

/** The page in a browser of somebody who may not see what functions get and write. */
@SideBySide
class ContentsOnPageTest {
  private static final String DETAIL = "document.getElementById('detail-body').innerText";

  @TempDir Path folder;

  @Test
  void the_page_says_why_an_invocation_has_neither_event_nor_log() throws Exception {
    StatePage page = new StatePage(() -> LiveHtml.page("pets"), LiveHtml::policy);
    try (Watched watched = Watched.open(0, 10_000, page);
        Browser browser = Browser.start(folder.resolve("profile"))) {
      watched.told().cold("pets", "e1", "r1");
      watched.tell();
      byte[] secret = "{\"a\": \"secret\"}".getBytes(StandardCharsets.UTF_8);
      watched.live().observe(new PayloadObservation.Came("r1", "pets", secret));
      watched.seesContents().set(false);
      browser.open(watched.uri("/_thaw#request=r1").toString(), 1280, 900, false);
      browser.await(DETAIL + ".includes('Only the user who runs thaw sees events')");
      String text = browser.text(DETAIL);
      assertTrue(text.contains("Waterfall") && text.contains("billed"), text);
      assertFalse(text.contains("secret") || text.contains("Trace as JSON"), text);
      browser.press("Escape");
      // The request's detail goes and moves the page, so a mouse may miss.
      String button =
          "document.querySelector('#functions-table tbody tr:first-child button.small')";
      browser.await(button + " !== null");
      browser.evaluate(button + ".click()");
      browser.await(
          "document.getElementById('invoke-state').textContent.startsWith('Only the user')");
      assertEquals(List.of(), browser.errors());
    }
  }
}
