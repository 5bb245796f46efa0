package thaw.junit;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApplicationSpecTest {
  @TempDir Path module;

  private List<String> command(Optional<String> record) throws Exception {
    Files.writeString(module.resolve("template.yaml"), "Resources: {}");
    return WantedApplication.spec(Path.of("/opt/thaw"), module, null, Optional.empty(), record)
        .command();
  }

  @Test
  void events_are_recorded_into_a_folder_of_the_module_when_one_is_named() throws Exception {
    List<String> command = command(Optional.of("target/training"));
    assertTrue(
        command.contains("--record=" + module.resolve("target/training")), command.toString());
  }

  @Test
  void events_are_not_recorded_otherwise() throws Exception {
    List<String> command = command(Optional.empty());
    assertFalse(command.stream().anyMatch(word -> word.startsWith("--record")), command.toString());
  }
}
