package thaw.load.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.presentation.text.Text;

class LoadTerminalTest {
  /** To renew a golden file: run {@link LoadGallery} and read what changed before copying it. */
  @ParameterizedTest
  @ValueSource(strings = {"layers", "ends", "hostile"})
  void a_report_looks_as_it_did_when_somebody_last_looked(String name) throws IOException {
    try (InputStream in = getClass().getResourceAsStream("/thaw/load/" + name + ".txt")) {
      String golden = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      assertEquals(golden, LoadGallery.text(name, false));
    }
  }

  @Test
  void what_became_of_the_requests_comes_before_whether_the_figures_may_be_trusted() {
    String text = LoadGallery.text("ends", false);
    int outcome = text.indexOf(" failed (");
    assertTrue(outcome >= 0, text);
    assertTrue(outcome < text.indexOf("VALID"), text);
  }

  @ParameterizedTest(name = "{0} columns")
  @ValueSource(ints = {40, 60, 72, 80, 100, 200})
  void no_line_is_wider_than_the_terminal_or_100_columns(int columns) {
    int most = Math.clamp(columns, 60, 100);
    LoadExamples.all()
        .forEach((name, runs) ->
            LoadTerminal.render(runs, LoadExamples.taxesOf(name), columns, false)
                .lines()
                .forEach(line ->
                    assertTrue(
                        Text.width(line) <= most, name + ": " + Text.width(line) + ": " + line)));
  }

  @Test
  void colours_change_nothing_but_colours() {
    LoadExamples.all()
        .keySet()
        .forEach(name ->
            assertEquals(
                LoadGallery.text(name, false),
                LoadGallery.text(name, true)
                    .replaceAll("\u001b\\[[0-9;]*m", "")
                    .replaceAll(" +\n", "\n")));
  }

  @Test
  void what_comes_from_elsewhere_cannot_steer_the_terminal() {
    assertFalse(LoadGallery.text("hostile", false).contains("\u001b"));
  }
}
