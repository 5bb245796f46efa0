package thaw.lab.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import thaw.cli.Transcript;

/** {@code thaw lab} without a lesson, found by the host's command line. */
class LabCommandTest {
  @Test
  void the_lessons_are_listed() {
    Transcript list = Transcript.of("lab");
    assertEquals(0, list.exit(), list.err());
    assertTrue(list.out().contains("first-use"), list.out());
    assertTrue(list.out().contains("throttling"), list.out());
  }

  @Test
  void the_help_has_what_is_below_it() {
    Transcript help = Transcript.of("help", "lab");
    assertEquals(0, help.exit(), help.err());
    assertTrue(help.out().contains("escape"), help.out());
    assertTrue(help.out().contains("storage"), help.out());
    assertEquals(help.out(), Transcript.of("lab", "--help").out());
  }
}
