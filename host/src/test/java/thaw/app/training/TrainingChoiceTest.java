package thaw.app.training;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.problem.UserMistake;

class TrainingChoiceTest {
  @TempDir Path folder;

  private String file(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text).toString();
  }

  @Test
  void events_are_read_at_once_and_two_of_one_name_are_two() throws IOException {
    String first = file("a/event.json", "{\"a\":1}");
    String second = file("b/event.json", "{\"b\":2}");
    TrainingChoice choice = TrainingChoice.of(folder, List.of(first, second, "{\"c\":3}"));
    Files.delete(Path.of(first));
    assertEquals(List.of("event.json", second, "event 3"), List.copyOf(choice.unseen().keySet()));
    assertArrayEquals("{\"a\":1}".getBytes(UTF_8), choice.unseen().get("event.json"));
  }

  @Test
  void an_event_that_is_not_there_is_a_mistake_before_anything_is_built() {
    String missing = folder.resolve("none.json").toString();
    assertThrows(UserMistake.class, () -> TrainingChoice.of(folder, List.of(missing)));
  }
}
