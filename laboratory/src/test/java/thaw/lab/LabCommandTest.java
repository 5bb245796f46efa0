package thaw.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
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
  void the_lessons_are_listed_for_other_programs() throws Exception {
    Transcript list = Transcript.of("lab", "--json");
    assertEquals(0, list.exit(), list.err());
    JsonNode document = list.json();
    assertEquals("thaw-lessons-1", document.path("format").asText());
    assertEquals(Course.lessons().size(), document.path("lessons").size());
    JsonNode first = document.at("/lessons/0");
    assertEquals("first-use", first.path("name").asText());
    assertTrue(Files.exists(Path.of("..", first.path("page").asText())), first.toString());
    Documented.assertMembers("thaw-lessons-1", first);
    assertEquals(1, list.out().lines().count(), list.out());
  }

  @Test
  void pages_have_no_json() {
    Transcript.of("lab", "--docs", "..", "--json")
        .assertMistake("--json with --docs needs a lesson", "leave out one of them");
    Transcript.of("lab", "escape", "--json", "--all", ".")
        .assertMistake("--json lists all sites already", "leave out --all");
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
