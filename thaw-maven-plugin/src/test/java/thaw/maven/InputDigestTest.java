package thaw.maven;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputDigestTest {
  @TempDir Path folder;
  private Path source;

  @BeforeEach
  void source() throws IOException {
    source = folder.resolve("A.java");
    Files.writeString(source, "class A {}");
  }

  private String digest(Path... without) throws IOException {
    return new InputDigest().files(folder, Set.of(without)).value();
  }

  private void jar(String content, long time) throws IOException {
    try (OutputStream to = Files.newOutputStream(folder.resolve("a.jar"));
        ZipOutputStream jar = new ZipOutputStream(to)) {
      ZipEntry entry = new ZipEntry("A.class");
      entry.setTime(time);
      jar.putNextEntry(entry);
      jar.write(content.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
  }

  @Test
  void contents_and_names_count() throws IOException {
    String before = digest();
    Files.writeString(source, "class A { }");
    assertNotEquals(before, digest());
    Files.writeString(source, "class A {}");
    assertEquals(before, digest());
    Files.move(source, folder.resolve("B.java"));
    assertNotEquals(before, digest());
  }

  @Test
  void folders_that_are_left_out_do_not_count() throws IOException {
    String before = digest();
    Path target = Files.createDirectories(folder.resolve("target"));
    Files.writeString(target.resolve("log"), "x");
    assertEquals(before, digest(target));
    assertNotEquals(before, digest());
  }

  @Test
  void a_jar_that_was_packed_again_has_not_changed() throws IOException {
    jar("x", 1_000_000_000_000L);
    String before = digest();
    jar("x", 1_100_000_000_000L);
    assertEquals(before, digest());
    jar("y", 1_100_000_000_000L);
    assertNotEquals(before, digest());
  }
}
