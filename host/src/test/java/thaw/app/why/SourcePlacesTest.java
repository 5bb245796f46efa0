package thaw.app.why;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.report.why.WhySarif.Line;

class SourcePlacesTest {
  @TempDir Path folder;

  @BeforeEach
  void sources() throws IOException {
    for (String name :
        new String[] {
          "app/src/main/java/example/Handler.java",
          "app/target/generated/example/Handler.java",
          "app/src/main/java/other/Handler.java",
          "app/src/main/java/Bare.java",
          "app/src/a b/example/Spaced.kt"
        }) {
      Path file = folder.resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, "");
    }
  }

  private Optional<Line> of(String place) {
    return SourcePlaces.of(folder, folder.resolve("app")).of(place);
  }

  @Test
  void a_place_is_found_in_the_package_of_its_class() {
    assertEquals(
        Optional.of(new Line("app/src/main/java/example/Handler.java", 42)),
        of("example.Handler.handleRequest(Handler.java:42)"));
    assertEquals(
        Optional.of(new Line("app/src/main/java/other/Handler.java", 7)),
        of("other.Handler$Inner.<init>(Handler.java:7)"));
    assertEquals(
        Optional.of(new Line("app/src/main/java/Bare.java", 1)), of("Bare.run(Bare.java:1)"));
  }

  @Test
  void a_place_without_a_line_is_the_file() {
    assertEquals(
        Optional.of(new Line("app/src/main/java/example/Handler.java", 0)),
        of("example.Handler.<clinit>(Handler.java)"));
  }

  @Test
  void names_with_spaces_are_encoded() {
    assertEquals(
        Optional.of(new Line("app/src/a%20b/example/Spaced.kt", 3)),
        of("example.Spaced.run(Spaced.kt:3)"));
  }

  @Test
  void what_has_no_source_here_is_nowhere() {
    assertEquals(Optional.empty(), of("example.Gone.run(Gone.java:3)"));
    assertEquals(Optional.empty(), of("example.Handler.run"));
    assertEquals(Optional.empty(), of(""));
    assertEquals(Optional.empty(), of("../../etc/passwd(passwd:1)"));
  }
}
