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

  @ThawApplication(services = "busy:7")
  private static final class OnABusyDay {}

  @ThawApplication(services = "services.yaml")
  private static final class AsAFileSays {}

  private List<String> commandOf(Class<?> test) throws Exception {
    Files.writeString(module.resolve("template.yaml"), "Resources: {}");
    return WantedApplication.spec(
            Path.of("/opt/thaw"),
            module,
            test.getAnnotation(ThawApplication.class),
            Optional.empty(),
            Optional.empty())
        .command();
  }

  @Test
  void services_are_busy_when_the_test_wants_them_so() throws Exception {
    Path file = Files.writeString(module.resolve("services.yaml"), "throttled: 0.2");
    assertTrue(commandOf(OnABusyDay.class).contains("--services=busy:7"));
    assertTrue(commandOf(AsAFileSays.class).contains("--services=" + file));
  }

  @Test
  void events_are_not_recorded_otherwise() throws Exception {
    List<String> command = command(Optional.empty());
    assertFalse(command.stream().anyMatch(word -> word.startsWith("--record")), command.toString());
  }
}
