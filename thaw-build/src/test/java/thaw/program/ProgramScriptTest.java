package thaw.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramScriptTest {
  @TempDir Path folder;

  @Test
  void it_gives_the_program_its_variables_and_is_named_among_the_resources() throws Exception {
    Path script = folder.resolve("bin/thaw");
    ProgramScript of =
        new ProgramScript(Path.of("/opt/thaw's/bin/thaw"), Map.of("B", "two words", "A", "1"));
    assertFalse(of.isIn(script));
    of.write(script, folder.resolve("resources"));
    assertEquals(
        "#!/bin/sh\nexport A='1'\nexport B='two words'\nexec '/opt/thaw'\\''s/bin/thaw' \"$@\"\n",
        Files.readString(script));
    assertTrue(Files.isExecutable(script));
    assertEquals(
        script.toString(), Files.readString(folder.resolve("resources").resolve("thaw-home.txt")));
    assertTrue(of.isIn(script));
    assertFalse(new ProgramScript(Path.of("/another"), Map.of()).isIn(script));
  }

  @Test
  void a_folder_that_cannot_be_written_is_told_with_a_remedy() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "");
    ThawException told =
        assertThrows(
            ThawException.class,
            () ->
                new ProgramScript(Path.of("/thaw"), Map.of())
                    .write(file.resolve("bin/thaw"), folder));
    assertTrue(told.getMessage().startsWith("Tests cannot be told where Thaw is"));
    assertTrue(told.remedy().contains("can be written"), told.remedy());
  }
}
