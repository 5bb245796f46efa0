package thaw.app.shared;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.presentation.sarif.SarifFile.Line;

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

  private Line of(String place) {
    return SourcePlaces.of(folder, folder.resolve("app")).of(place);
  }

  @Test
  void a_place_is_found_in_the_package_of_its_class() {
    assertEquals(
        new Line("app/src/main/java/example/Handler.java", 42),
        of("example.Handler.handleRequest(Handler.java:42)"));
    assertEquals(
        new Line("app/src/main/java/other/Handler.java", 7),
        of("other.Handler$Inner.<init>(Handler.java:7)"));
    assertEquals(new Line("app/src/main/java/Bare.java", 1), of("Bare.run(Bare.java:1)"));
  }

  @Test
  void a_place_without_a_line_is_the_file() {
    assertEquals(
        new Line("app/src/main/java/example/Handler.java", 0),
        of("example.Handler.<clinit>(Handler.java)"));
  }

  @Test
  void names_with_spaces_are_encoded() {
    assertEquals(
        new Line("app/src/a%20b/example/Spaced.kt", 3), of("example.Spaced.run(Spaced.kt:3)"));
  }

  @Test
  void what_has_no_source_here_is_in_the_source_as_a_whole() {
    Line whole = new Line("app/", 0);
    assertEquals(whole, of("example.Gone.run(Gone.java:3)"));
    assertEquals(whole, of("example.Handler.run"));
    assertEquals(whole, of(""));
    assertEquals(whole, of("../../etc/passwd(passwd:1)"));
    assertEquals(new Line("./", 0), SourcePlaces.of(folder, folder).of(""));
  }

  @Test
  void the_template_stands_for_the_whole_before_the_build_file() throws IOException {
    Files.writeString(folder.resolve("app/pom.xml"), "");
    assertEquals(new Line("app/pom.xml", 0), of(""));
    Files.writeString(folder.resolve("app/template.yaml"), "");
    assertEquals(new Line("app/template.yaml", 0), of(""));
    Path jar = Files.writeString(folder.resolve("app/some.jar"), "");
    assertEquals(new Line("app/some.jar", 0), SourcePlaces.of(folder, jar).of(""));
  }

  @Test
  void whatever_a_class_file_names_as_its_source_is_no_failure() {
    Line whole = new Line("app/", 0);
    assertEquals(whole, of("example.Handler.run(Handler.java:99999999999)"));
    assertEquals(whole, of("example.Handler.run(Hand\0ler.java:1)"));
  }
}
