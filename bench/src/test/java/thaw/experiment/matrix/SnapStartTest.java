package thaw.experiment.matrix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SnapStartTest {
  @Test
  void help_and_schemas_show_all_options() {
    assertEquals(String.join("|", SnapStart.options()), SnapStart.OPTIONS);
  }

  /** The plug-ins for builds do not have the program's classes. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "../thaw-maven-plugin/src/main/java/thaw/maven/ColdStartMojo.java",
        "../thaw-gradle-plugin/src/main/java/thaw/gradle/ColdStartTask.java"
      })
  void plug_ins_show_all_options(String file) throws IOException {
    String text = Files.readString(Path.of(file)).replaceAll("\\s+(\\* )?", " ");
    assertTrue(text.contains(": " + String.join(", ", SnapStart.options()) + "."), text);
  }
}
