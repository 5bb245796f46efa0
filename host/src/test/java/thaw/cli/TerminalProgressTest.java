package thaw.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.Test;

class TerminalProgressTest {
  @Test
  void a_sentence_is_broken_between_its_words_and_nothing_that_is_to_be_copied() {
    assertEquals(
        String.join(System.lineSeparator(), "no JDK 11", "was found"),
        TerminalProgress.wrapped("no JDK 11 was found", 12));
    assertEquals("no JDK", TerminalProgress.wrapped("no JDK", 12));
    String command = "  aws lambda invoke /dev/stdout";
    assertEquals(command, TerminalProgress.wrapped(command, 12));
    String path = "see /a/long/path/of/a/file";
    assertEquals(path, TerminalProgress.wrapped(path, 12));
  }

  @Test
  void what_goes_on_is_told_in_a_line_of_80_columns_however_long_its_names_are() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    TerminalProgress progress = new TerminalProgress(new PrintStream(err, true, UTF_8), false);
    String folder = "/home/somebody/" + "a-folder-of-some-length/".repeat(5);
    progress.begin("writing " + folder + "why.html").close();
    progress.bar("cold starts", 2).step(1, folder + "x");
    List<String> lines = err.toString(UTF_8).lines().toList();
    assertTrue(lines.stream().allMatch(line -> line.length() <= 80), lines.toString());
    assertTrue(
        lines.getFirst().endsWith("/a-folder-of-some-length/why.html ..."), lines.toString());
    assertTrue(lines.getFirst().startsWith("writing /home/…/"), lines.toString());
    assertTrue(lines.getLast().startsWith("cold starts 1/2 /home/…/"), lines.toString());
  }

  @Test
  void an_outcome_is_whole_or_left_out() {
    assertEquals("OrdersFunction 1,234 ms", beside("OrdersFunction", "1,234 ms", 100));
    assertEquals("Orders…ction 1,234 ms", beside("OrdersFunction", "1,234 ms", 92));
    assertEquals("Orde…tion", beside("OrdersFunction", "1,234 ms", 80));
    assertEquals("A 12 ms", beside("A", "12 ms", 80));
    assertEquals("", beside("A", "12 ms", 60));
  }

  private static String beside(String name, String outcome, int width) {
    return TerminalProgress.besideBar("cold starts", name, outcome, width);
  }
}
