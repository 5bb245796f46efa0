package thaw.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramFileTest {
  @TempDir Path folder;
  private Path home;
  private Path program;

  @BeforeEach
  void program() throws IOException {
    home = FakeProgram.write(folder.resolve("home"), "exit 0\n");
    program = home.resolve("bin/thaw");
  }

  @Test
  void the_property_comes_before_the_variable_the_build_and_the_path() {
    assertEquals(
        program,
        ProgramFile.find(
            Optional.of(home.toString()), "/nowhere", Optional.of("/no"), "/also/nowhere"));
    assertEquals(
        program,
        ProgramFile.find(Optional.empty(), home.toString(), Optional.of("/no"), "/nowhere"));
    assertEquals(
        program,
        ProgramFile.find(Optional.empty(), null, Optional.of(home.toString()), "/nowhere"));
    assertEquals(
        program,
        ProgramFile.find(Optional.empty(), null, Optional.empty(), "/nowhere:" + home + "/bin"));
  }

  @Test
  void the_file_itself_may_be_named() {
    assertEquals(
        program, ProgramFile.find(Optional.of(program.toString()), null, Optional.empty(), null));
  }

  @Test
  void a_home_without_a_program_is_refused_by_the_name_that_named_it() {
    ThawException refused =
        assertThrows(
            ThawException.class,
            () ->
                ProgramFile.find(
                    Optional.empty(), folder.toString(), Optional.empty(), home + "/bin"));
    assertTrue(
        refused.getMessage().startsWith("THAW_HOME names no Thaw: " + folder),
        refused.getMessage());
  }

  @Test
  void what_is_nowhere_has_a_remedy() {
    ThawException refused =
        assertThrows(
            ThawException.class,
            () -> ProgramFile.find(Optional.empty(), null, Optional.empty(), null));
    assertTrue(refused.remedy().contains("THAW_HOME"), refused.remedy());
  }
}
