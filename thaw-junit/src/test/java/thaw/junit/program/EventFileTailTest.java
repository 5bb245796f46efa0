package thaw.junit.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventFileTailTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

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

  @Test
  void what_comes_into_the_old_file_until_the_next_one_is_seen_is_not_lost() throws Exception {
    Path file = folder.resolve("events.jsonl");
    Path old = folder.resolve("events.jsonl.1");
    Files.writeString(file, "one\n");
    List<String> lines = new ArrayList<>();
    try (EventFileTail tail = new EventFileTail(file)) {
      tail.read(lines::add);
      Files.move(file, old);
      // A pipe, as whoever opens it waits for the other end: the next file has been seen then.
      assertEquals(0, new ProcessBuilder("mkfifo", file.toString()).start().waitFor());
      FutureTask<Void> read =
          new FutureTask<>(() -> {
            tail.read(lines::add);
            return null;
          });
      Thread reader = new Thread(read);
      reader.setDaemon(true);
      reader.start();
      awaitOpening(reader);
      Files.writeString(old, "two\n", StandardOpenOption.APPEND);
      Files.writeString(file, "three\n", StandardOpenOption.WRITE);
      read.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
    assertEquals(List.of("one", "two", "three"), lines);
  }

  private static void awaitOpening(Thread reader) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (Stream.of(reader.getStackTrace()).noneMatch(EventFileTailTest::isOpening)) {
      assertTrue(System.nanoTime() - deadline < 0, "it does not open the next file");
      Thread.onSpinWait();
    }
  }

  private static boolean isOpening(StackTraceElement frame) {
    return frame.getClassName().equals(FileInputStream.class.getName())
        && frame.getMethodName().startsWith("open");
  }

  @Test
  void a_file_that_takes_the_name_while_it_is_opened_is_given_once() throws Exception {
    Path file = folder.resolve("events.jsonl");
    Files.writeString(file, "0\n");
    AtomicBoolean done = new AtomicBoolean();
    CompletableFuture<Void> program =
        CompletableFuture.runAsync(() -> {
          try {
            for (int i = 1; !done.get(); i++) {
              Path next = Files.writeString(folder.resolve("next"), i + "\n");
              Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
            }
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
    try {
      for (int i = 0; i < 2_000; i++) {
        List<String> lines = new ArrayList<>();
        try (EventFileTail tail = new EventFileTail(file)) {
          tail.read(lines::add);
        }
        assertEquals(lines.stream().distinct().collect(Collectors.toList()), lines);
      }
    } finally {
      done.set(true);
      program.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
  }
}
