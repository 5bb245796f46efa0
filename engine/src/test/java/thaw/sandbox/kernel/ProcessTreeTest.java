package thaw.sandbox.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.SideBySide;

@SideBySide
class ProcessTreeTest {
  @TempDir Path folder;

  private Process shell(String script) throws IOException {
    Process process =
        new ProcessBuilder("sh", "-c", script)
            .directory(folder.toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    Deadline.await(
        Duration.ofSeconds(60), "it is at work", () -> Files.exists(folder.resolve("begun")));
    return process;
  }

  @RepeatedTest(20)
  void a_shell_whose_command_is_killed_does_not_go_on_with_the_next() throws Exception {
    Process process = shell("touch begun; sh -c 'sleep 600'; mkdir after; sleep 600");
    ProcessTree.end(process);
    assertFalse(process.isAlive());
    Files.delete(folder.resolve("begun"));
    assertEquals(List.of(), files());
  }

  @Test
  void none_is_left_of_many_that_start_others() throws Exception {
    Process process =
        shell(
            "i=0; while :; do i=$((i+1)); (sleep 0.01; : > begun) & [ $((i % 50)) != 0 ] || wait; done");
    ProcessTree.end(process);
    Files.deleteIfExists(folder.resolve("begun"));
    Thread.sleep(100); // longer than each of them takes to write
    assertEquals(List.of(), files());
  }

  private List<String> files() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.map(each -> each.getFileName().toString()).toList();
    }
  }
}
