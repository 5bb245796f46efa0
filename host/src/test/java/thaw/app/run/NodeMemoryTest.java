package thaw.app.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.app.choice.DataChoice;
import thaw.app.choice.SourceChoice;
import thaw.function.FunctionDefinition;
import thaw.problem.UserMistake;

class NodeMemoryTest {
  private static final long MIB = 1024 * 1024;

  @TempDir Path folder;

  private List<FunctionDefinition> functions(int... sizes) throws Exception {
    StringBuilder template = new StringBuilder("Resources:\n");
    for (int i = 0; i < sizes.length; i++) {
      template.append(
          """
            F%d:
              Type: AWS::Serverless::Function
              Properties: {Runtime: java25, CodeUri: c, Handler: a.B, MemorySize: %d}
          """
              .formatted(i, sizes[i]));
    }
    Files.createDirectories(folder.resolve("c"));
    Files.writeString(folder.resolve("template.yaml"), template);
    return DataChoice.NONE.readForServer(SourceChoice.of(folder), false).functions();
  }

  private static NodeMemory beside(long functionsMiB) {
    return new NodeMemory(NodeMemory.OWN_BYTES + functionsMiB * MIB);
  }

  @Test
  void what_thaw_leaves_is_shared_by_the_environments() throws Exception {
    assertEquals(4, beside(4 * 512 + 511).environments(functions(512)));
  }

  @Test
  void each_function_can_have_as_many_environments_as_requests_run_at_once() throws Exception {
    assertEquals(2, beside(2 * (512 + 1024)).environments(functions(512, 1024)));
  }

  @Test
  void a_worker_too_small_for_one_environment_is_refused_with_the_memory_that_it_needs()
      throws Exception {
    List<FunctionDefinition> functions = functions(1024);
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> beside(1023).environments(functions));
    assertTrue(mistake.getMessage().contains("1024 MiB"), mistake.getMessage());
    assertTrue(mistake.remedy().contains(1024 + NodeMemory.OWN_BYTES / MIB + " MiB"));
  }

  @Test
  void this_container_has_memory() {
    assertTrue(NodeMemory.here().bytes() > 0);
  }
}
