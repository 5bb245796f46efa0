package thaw.junit.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventFileTailTest {
  @TempDir Path folder;

  @Test
  void whole_lines_are_given_once_and_a_half_one_when_it_is_whole() throws IOException {
    Path file = folder.resolve("events.jsonl");
    Files.writeString(file, "one\ntw");
    List<String> lines = new ArrayList<>();
    try (EventFileTail tail = new EventFileTail(file)) {
      tail.read(lines::add);
      assertEquals(List.of("one"), lines);
      Files.writeString(file, "o\nthree\n", StandardOpenOption.APPEND);
      tail.read(lines::add);
    }
    assertEquals(List.of("one", "two", "three"), lines);
  }

  @Test
  void it_goes_on_in_the_next_file_after_the_rest_of_the_old_one() throws IOException {
    Path file = folder.resolve("events.jsonl");
    Files.writeString(file, "one\n");
    List<String> lines = new ArrayList<>();
    try (EventFileTail tail = new EventFileTail(file)) {
      tail.read(lines::add);
      Files.writeString(file, "two\n", StandardOpenOption.APPEND);
      Files.move(file, folder.resolve("events.jsonl.1"));
      Files.writeString(file, "three\n");
      tail.read(lines::add);
    }
    assertEquals(List.of("one", "two", "three"), lines);
  }
}
