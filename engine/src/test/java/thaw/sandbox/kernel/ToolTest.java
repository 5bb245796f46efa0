package thaw.sandbox.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.fixture.SideBySide;

@SideBySide
class ToolTest {
  private static final Duration SHORT = Duration.ofSeconds(1);

  @TempDir Path folder;

  private static Tool shell(String script) {
    return Tool.run(List.of("sh", "-c", script), Duration.ofSeconds(60));
  }

  @Test
  void output_of_both_streams_and_the_exit_code_are_known() {
    assertEquals(new Tool(3, "out\nerr"), shell("echo out; echo err >&2; exit 3"));
    assertEquals(1_000_000, shell("head -c 1000000 /dev/zero | tr '\\0' x").output().length());
    assertEquals(127, Tool.run(List.of("/nonexistent/tool")).exitCode());
  }

  @ParameterizedTest
  @CsvSource({"'', 0, said", "'; exec sleep 600', 124, said"})
  void who_keeps_the_output_open_does_not_keep_the_caller(String then, int exitCode, String said)
      throws IOException {
    Path pid = folder.resolve("pid");
    // In a session of its own, and no descendant when the tool has ended.
    String left = "setsid sh -c 'echo $$ > " + pid + "; echo said; exec sleep 600' &";
    String known = " while [ ! -s " + pid + " ]; do sleep 0.01; done";
    Tool tool = Tool.run(List.of("sh", "-c", left + known + then), SHORT);
    ProcessHandle keeper =
        ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).orElseThrow();
    boolean kept = exitCode == 0 ? keeper.isAlive() : true; // one that hangs is killed with all
    keeper.destroyForcibly();
    assertTrue(kept, "the call has waited for the keeper's end");
    assertEquals(exitCode, tool.exitCode());
    assertEquals(said, tool.output());
  }
}
