package thaw.snapshot.archive;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.Sources;

class ClassJarTest {
  @TempDir Path folder;

  private static List<String> names(Path jar) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      return zip.stream().map(ZipEntry::getName).toList();
    }
  }

  @Test
  void a_jar_has_the_classes_that_are_in_their_places_and_their_folders() throws IOException {
    Path classes =
        Sources.compile(
            folder.resolve("classes"),
            "package a.b; public class C {}",
            "package a; public class D {}");
    Path elsewhere = Files.createDirectories(classes.resolve("BOOT-INF/classes"));
    Files.copy(classes.resolve("a/D.class"), elsewhere.resolve("D.class"));
    Files.writeString(classes.resolve("a/text"), "text");
    Path plain = folder.resolve("plain.jar");
    Path inPlace = folder.resolve("in-place.jar");

    ClassJar.write(classes, Optional.empty(), plain);
    List<Path> written = ClassJar.writeInPlace(classes, classes, inPlace);

    assertEquals(List.of("META-INF/MANIFEST.MF", "a/D.class", "a/b/C.class"), names(plain));
    assertEquals(
        List.of("META-INF/MANIFEST.MF", "a/", "a/D.class", "a/b/", "a/b/C.class"), names(inPlace));
    assertEquals(List.of(classes.resolve("a/D.class"), classes.resolve("a/b/C.class")), written);
    Path again = folder.resolve("again.jar");
    ClassJar.write(classes, Optional.empty(), again);
    assertArrayEquals(Files.readAllBytes(plain), Files.readAllBytes(again));
  }
}
