package thaw.function.packaging;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which folder belongs to a project. */
class ProjectBoundsTest {
  @TempDir Path folder;

  @BeforeEach
  void a_home() throws IOException {
    Files.createDirectories(folder.resolve("home/a/b/c"));
  }

  private String root(String project) throws IOException {
    Path root = ProjectBounds.of(folder.resolve(project), folder.resolve("home")).root();
    return folder.toRealPath().relativize(root).toString();
  }

  @ParameterizedTest
  @CsvSource({
    "a/b/.git, a/b", // also where a folder's .git is a file, as in a work tree
    "a/.hg, a",
    "a/b/c/.git, a/b/c",
    "a/b/pom.xml, a/b",
    "a/b/c/build.gradle, a/b/c",
    "a/b/settings.gradle.dcl, a/b",
    "a/pom.xml, a/b/c", // not a chain: what is between has no build
    ".git, a/b/c", // a home under version control is no project
    "pom.xml, a/b/c",
  })
  void it_is_that_of_the_repository_or_of_the_build_but_never_a_home(String mark, String root)
      throws IOException {
    Files.writeString(folder.resolve("home").resolve(mark), "");
    assertEquals("home/" + root, root("home/a/b/c"));
  }

  @Test
  void a_build_is_as_large_as_the_chain_of_its_folders() throws IOException {
    for (String each : new String[] {"a", "a/b", "a/b/c"}) {
      Files.writeString(folder.resolve("home").resolve(each).resolve("pom.xml"), "");
    }
    assertEquals("home/a", root("home/a/b/c"));
  }

  @Test
  void without_any_it_is_the_template_s_own() throws IOException {
    assertEquals("home/a/b/c", root("home/a/b/c"));
  }
}
