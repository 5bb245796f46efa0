package thaw.service.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CachedFolderTest {
  private static final CachedFolder.Look SOUND = _ -> Optional.empty();

  @TempDir Path folder;
  private final List<String> said = new ArrayList<>();
  private CachedFolder cached;
  private Path file;

  @BeforeEach
  void name() {
    cached = new CachedFolder("Broker", folder.resolve("cache/broker"), said::add);
    file = cached.place().resolve("file");
  }

  private static void fill(Path made) throws IOException {
    assertEquals(made.normalize(), made);
    Files.writeString(made.resolveSibling("beside"), "work");
    Files.writeString(made.resolve("file"), "hello");
  }

  private List<Path> left() throws IOException {
    try (Stream<Path> all = Files.list(cached.place().getParent())) {
      return all.toList();
    }
  }

  @Test
  void it_is_filled_once() throws IOException {
    assertEquals(
        cached.place(),
        cached.find(
            SOUND,
            made -> {
              assertEquals(made.normalize(), made); // archives are unpacked below it
              fill(made);
            }));
    cached.find(
        SOUND,
        _ -> {
          throw new IOException("again");
        });
    assertEquals("hello", Files.readString(file));
    assertEquals(List.of(cached.place()), left());
    assertEquals(List.of(), said);
  }

  @Test
  void what_others_can_write_is_made_anew() throws IOException {
    cached.find(SOUND, CachedFolderTest::fill);
    Files.writeString(file, "changed");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--rw-"));
    cached.find(SOUND, CachedFolderTest::fill);
    assertEquals("hello", Files.readString(file));
    assertEquals(
        List.of("Broker in the cache is made anew: it can be written by others: " + file), said);
    assertEquals(List.of(cached.place()), left());
  }

  @Test
  void what_its_user_finds_fault_with_is_gone_whole_before_it_is_made_anew() throws IOException {
    cached.find(SOUND, CachedFolderTest::fill);
    List<Path> seen = new ArrayList<>();
    cached.find(
        _ -> Optional.of("it is old"),
        made -> {
          seen.addAll(left());
          fill(made);
        });
    assertEquals(List.of(folder.resolve("cache")), seen.stream().map(Path::getParent).toList());
    assertTrue(seen.getFirst().getFileName().toString().startsWith("new-"), seen::toString);
    assertEquals(List.of("Broker in the cache is made anew: it is old"), said);
  }

  @Test
  void a_filling_that_fails_leaves_nothing() throws IOException {
    UncheckedIOException failed =
        assertThrows(
            UncheckedIOException.class,
            () ->
                cached.find(
                    SOUND,
                    made -> {
                      fill(made);
                      throw new IOException("full");
                    }));
    assertTrue(failed.getMessage().startsWith("could not keep Broker in the cache "));
    assertEquals(List.of(), left());
  }

  @Test
  void the_folder_of_who_was_faster_is_taken() throws IOException {
    cached.find(
        SOUND,
        made -> {
          fill(made);
          fill(Files.createDirectory(cached.place()));
        });
    assertEquals("hello", Files.readString(file));
  }
}
