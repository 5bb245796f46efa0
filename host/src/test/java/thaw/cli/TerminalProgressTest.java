package thaw.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
}
