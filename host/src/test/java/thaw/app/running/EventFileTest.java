package thaw.app.running;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.pool.life.EnvironmentObservation;
import thaw.pool.life.EventLine;
import thaw.problem.UserMistake;
import thaw.runtimeapi.log.PlatformEvent;
import thaw.sandbox.kernel.Deadline;

class EventFileTest {
  @TempDir Path folder;

  private static EnvironmentObservation line(String text) {
    return new EnvironmentObservation(
        "hello",
        "$LATEST",
        "stream",
        PlatformEvent.Stamped.now(new PlatformEvent.FunctionLine(text)));
  }

  private List<String> rest(EventFile.Reader reader) throws IOException {
    List<String> lines = new ArrayList<>();
    for (Optional<String> next = reader.next(); next.isPresent(); next = reader.next()) {
      lines.add(next.get());
    }
    return lines;
  }

  @Test
  void what_was_written_is_read_and_a_later_run_goes_on_in_the_same_file() throws Exception {
    EnvironmentObservation first = line("a \"quoted\" text");
    EnvironmentObservation second = line("b");
    try (EventFile file = EventFile.open(folder, problem -> fail(problem))) {
      file.add(first);
    }
    try (EventFile file = EventFile.open(folder, problem -> fail(problem))) {
      file.add(second);
    }
    try (EventFile.Reader reader = EventFile.read(EventFile.in(folder))) {
      assertEquals(List.of(EventLine.of(first), EventLine.of(second)), rest(reader));
    }
  }

  /** Other programs find it by its path, from wherever they are. */
  @Test
  void its_path_is_absolute_however_the_folder_was_named() throws Exception {
    Path relative = Path.of("").toAbsolutePath().relativize(folder.resolve("data"));
    try (EventFile file = EventFile.open(relative, problem -> fail(problem))) {
      assertEquals(EventFile.in(folder.resolve("data")), file.path());
    }
  }

  @Test
  void one_that_is_not_there_is_told_with_a_remedy() {
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> EventFile.read(EventFile.in(folder)));
    assertEquals("the file of events is not there: " + EventFile.in(folder), mistake.getMessage());
  }

  @Test
  void a_link_where_the_file_should_be_is_not_followed() throws Exception {
    Path elsewhere = Files.writeString(folder.resolve("elsewhere"), "kept");
    Files.createSymbolicLink(EventFile.in(folder), elsewhere);

    assertThrows(
        UncheckedIOException.class, () -> EventFile.open(folder, problem -> fail(problem)));
    assertEquals("kept", Files.readString(elsewhere));
  }

  @Test
  void a_reader_sees_whole_lines_only_and_goes_on_in_the_next_file() throws Exception {
    Path path = Files.writeString(EventFile.in(folder), "one\ntw");
    try (EventFile.Reader reader = EventFile.read(path)) {
      assertEquals(List.of("one"), rest(reader));
      Files.writeString(path, "o\n", StandardOpenOption.APPEND);
      assertEquals(List.of("two"), rest(reader));
      Files.move(path, folder.resolve("events.jsonl.1"));
      assertEquals(List.of(), rest(reader));
      Files.writeString(path, "three\n");
      assertEquals(List.of("three"), rest(reader));
    }
  }

  @Test
  void a_reader_begins_with_the_file_before() throws Exception {
    Files.writeString(folder.resolve("events.jsonl.1"), "old\ncut off by a ki");
    Files.writeString(EventFile.in(folder), "new\n");
    try (EventFile.Reader reader = EventFile.read(EventFile.in(folder))) {
      assertEquals(List.of("old", "new"), rest(reader));
    }
  }

  @Test
  void events_are_written_on_while_the_large_file_cannot_be_renamed_and_after_that()
      throws Exception {
    Path large = EventFile.in(folder);
    long size = 64L * 1024 * 1024 + 1;
    try (RandomAccessFile sparse = new RandomAccessFile(large.toFile(), "rw")) {
      sparse.setLength(size);
    }
    Path inTheWay = Files.createDirectories(folder.resolve("events.jsonl.1/not/empty"));
    List<IOException> problems = new CopyOnWriteArrayList<>();
    try (EventFile file = EventFile.open(folder, problems::add)) {
      file.add(line("first"));
      Deadline.await(Duration.ofSeconds(10), "it is written", () -> large.toFile().length() > size);
      file.add(line("second"));
      long first = large.toFile().length();
      Deadline.await(
          Duration.ofSeconds(10), "it is written too", () -> large.toFile().length() > first);
      assertEquals(1, problems.size(), "it was told once");
      Files.delete(inTheWay);
      Files.delete(inTheWay.getParent());
      Files.delete(inTheWay.getParent().getParent());
      file.add(line("third"));
    }
    assertEquals(1, problems.size());
    assertTrue(folder.resolve("events.jsonl.1").toFile().length() > size);
    assertTrue(Files.readString(large).contains("third"));
  }
}
