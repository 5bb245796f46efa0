package thaw.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamedFileTest {
  private static final Path FOLDER = Path.of("/results");

  @Test
  void a_name_is_that_of_an_entry_of_the_folder() {
    assertEquals(Path.of("/results/app-1.2.jar"), NamedFile.in(FOLDER, "app-1.2.jar"));
    assertEquals(Path.of("/results/..."), NamedFile.in(FOLDER, "..."));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "..", "/etc", "../x", "a/../../x", "a\0b"})
  void no_name_leads_out_of_it(String name) {
    assertThrows(IllegalArgumentException.class, () -> NamedFile.in(FOLDER, name));
  }
}
