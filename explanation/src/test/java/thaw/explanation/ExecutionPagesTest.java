package thaw.explanation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.json.Json;
import thaw.presentation.text.Text;
import thaw.timeline.Timeline;

/** A recorded execution on the terminal, as a page and as JSON. */
class ExecutionPagesTest {
  private static JsonNode document() throws Exception {
    try (InputStream in =
        Objects.requireNonNull(
            ExecutionPagesTest.class.getResourceAsStream("/thaw/explanation/execution.json"))) {
      return Json.MAPPER.readTree(in);
    }
  }

  private static Timeline recorded() throws Exception {
    return ExecutionJson.read(document());
  }

  @Test
  void what_is_written_is_read_back() throws Exception {
    String text = ExecutionJson.text(recorded());
    assertEquals(recorded(), ExecutionJson.read(Json.MAPPER.readTree(text)));
    assertEquals(Timeline.FORMAT, document().get("format").asText());
  }

  @ParameterizedTest
  @ValueSource(ints = {60, 80, 140})
  void the_terminal_has_the_time_line_within_its_width(int columns) throws Exception {
    String text = ExecutionTerminal.render(recorded(), columns, false);
    assertTrue(Arrays.stream(text.split("\n")).allMatch(line -> Text.width(line) <= columns), text);
    assertTrue(text.startsWith("order-7 of Order:$LATEST: succeeded after 30 d"), text);
    for (String part :
        new String[] {
          "wait cooling-off  30 d", "invocation 3", "callback approval", "SnapStart", "checkpoints"
        }) {
      assertTrue(text.contains(part), text);
    }
    assertFalse(text.contains("\u001b"));
  }

  @Test
  void the_page_has_the_same_and_no_script_of_a_name() throws Exception {
    Timeline recorded = recorded();
    String page = ExecutionHtml.page(recorded);
    assertTrue(page.startsWith("<!DOCTYPE html>"));
    for (String part : new String[] {"order-7", "cooling-off", "s-init", "What it costs on AWS"}) {
      assertTrue(page.contains(part), part);
    }
    JsonNode hostile =
        Json.MAPPER.readTree(document().toString().replace("cooling-off", "<script>alert(1)"));
    assertFalse(ExecutionHtml.page(ExecutionJson.read(hostile)).contains("<script>alert"));
  }

  @Test
  void times_are_told_as_people_say_them() {
    assertEquals("312 ms", ExecutionText.took(312));
    assertEquals("12 s", ExecutionText.took(12_300));
    assertEquals("1 min 2 s", ExecutionText.took(62_000));
    assertEquals("3 d 4 h", ExecutionText.took(76 * 3_600_000.0));
    assertEquals("0.300", ExecutionText.usdOfMillion(0.3e-6));
    assertEquals("1,234.50", ExecutionText.usdOfMillion(1234.5e-6));
    assertEquals("< 0.1 %", ExecutionText.share(0.00001));
  }
}
