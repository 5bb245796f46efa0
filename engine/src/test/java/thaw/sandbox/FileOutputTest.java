package thaw.sandbox;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiPredicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileOutputTest {
  private static final BiPredicate<Path, Long> NEVER = (_, _) -> false;
  private static final int MIB = 1024 * 1024;

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void make() throws IOException {
    file = Files.createFile(folder.resolve("output"));
  }

  private void write(String text) throws IOException {
    Files.writeString(file, text, StandardOpenOption.APPEND);
  }

  private static String drained(SandboxOutput output) {
    return new String(output.drain(), US_ASCII);
  }

  @Test
  void no_more_is_read_at_once_than_is_asked_for() throws IOException {
    FileOutput output = new FileOutput(file);
    write("a".repeat(5 * MIB));
    List<Integer> pieces = new ArrayList<>();
    assertTrue(output.drainTo(piece -> pieces.add(piece.length), 2 * MIB));
    assertEquals(2 * MIB, pieces.stream().mapToInt(Integer::intValue).sum());
    assertFalse(output.drainTo(piece -> pieces.add(piece.length), 3 * MIB));
    assertEquals(5 * MIB, pieces.stream().mapToInt(Integer::intValue).sum());
  }

  @Test
  void what_was_read_takes_no_space_whoever_reads_it() throws IOException {
    FileOutput output = new FileOutput(file);
    write("a".repeat(20 * MIB));
    assertEquals(20 * MIB, output.keptBytes());
    output.drain();
    assertEquals(0, output.keptBytes());
    write("b".repeat(MIB));
    output.drainTo(_ -> {});
    output.freeAllRead();
    assertEquals(0, output.keptBytes());
  }

  @Test
  void where_no_part_of_a_file_is_freed_it_begins_anew_once_all_is_read() throws IOException {
    FileOutput output = new FileOutput(file, NEVER);
    write("a".repeat(20 * MIB));
    output.drainTo(_ -> {}, MIB);
    output.freeAllRead();
    assertEquals(20 * MIB, output.keptBytes(), "the rest is not read");
    output.drainTo(_ -> {});
    output.freeAllRead();
    assertEquals(0, output.keptBytes());
    assertEquals(0, Files.size(file));
    write("next");
    assertEquals("next", drained(output));
  }

  @Test
  void what_nobody_reads_is_dropped_and_counted() throws IOException {
    for (FileOutput output : List.of(new FileOutput(file), new FileOutput(file, NEVER))) {
      write("a".repeat(100));
      drained(output);
      write("lost");
      assertEquals(4, output.drop());
      assertEquals(0, output.keptBytes());
      write("next");
      assertEquals("next", drained(output));
      Files.writeString(file, "");
    }
  }

  @Test
  void nothing_is_dropped_under_a_reader() throws IOException {
    FileOutput output = new FileOutput(file);
    write("line");
    List<Long> dropped = new ArrayList<>();
    output.drainTo(_ -> dropped.add(CompletableFuture.supplyAsync(() -> drop(output)).join()));
    assertEquals(List.of(0L), dropped);
  }

  private static long drop(FileOutput output) {
    try {
      return output.drop();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
