package thaw.deployment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether Lambda takes a function as a zip is known before one is made. */
class ExpectedSizeTest {
  @TempDir Path folder;

  private Path sized(String name, long megabytes) throws IOException {
    Path file = Files.createDirectories(folder.resolve(name)).resolve("a.jar");
    try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength(megabytes * 1_000_000);
    }
    return folder.resolve(name);
  }

  @Test
  void a_zip_with_its_own_jvm_has_the_function_its_layers_its_archive_and_the_jvm()
      throws IOException {
    Path code = sized("code", 80);
    Optional<Path> archive = Optional.of(sized("archive", 60).resolve("a.jar"));
    assertEquals(
        Optional.empty(), ExpectedSize.of(code, Optional.empty(), archive).objectionToProvided());

    ExpectedSize larger = ExpectedSize.of(code, Optional.of(sized("layers", 40)), archive);
    assertEquals(Optional.empty(), larger.objectionToManaged());
    String why = larger.objectionToProvided().orElseThrow();
    assertTrue(why.contains("about 280 MB unpacked (the function 120, its archive 60"), why);
    assertTrue(why.endsWith("Lambda takes 262"), why);
  }

  @Test
  void jars_that_are_stored_may_be_too_many_for_any_zip() throws IOException {
    String why =
        ExpectedSize.of(sized("code", 263), Optional.empty(), Optional.empty())
            .objectionToManaged()
            .orElseThrow();
    assertTrue(why.contains("263 MB"), why);
  }
}
