package thaw.remedy.priming;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;

/** What the hook does with the garbage of its calls, in JVMs of the sizes that matter. */
@SideBySide
class PrimingGarbageTest {
  private static final String MAIN =
      """
      package example;
      import java.lang.ref.WeakReference;
      public class Main {
        public static void main(String[] arguments) throws Exception {
          WeakReference<Object> young = new WeakReference<>(new Object());
          GeneratedPriming.register("handler");
          org.crac.Core.registered.beforeCheckpoint(null);
          System.out.println(young.get() == null ? "collected" : "as it was");
        }
      }
      """;

  private static final String OPTION = "-XX:+DisableExplicitGC";

  @TempDir Path folder;

  @BeforeEach
  void compile() throws Exception {
    GeneratedPriming nothing =
        new GeneratedPriming(
            "Create", "example.Handler", List.of(), Set.of(), List.of(), List.of());
    Sources.compile(folder, PrimingSourceTest.CRAC);
    Sources.compile(folder, PrimingSource.of(nothing), MAIN);
    Files.writeString(folder.resolve(PrimingSource.STEPS), nothing.steps());
  }

  /**
   * @param young MiB of the young generation
   */
  private String left(int young, String toolOptions) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
    command.addAll(List.of("-XX:+UseSerialGC", "-Xmn" + young + "m", "-Xms" + 2 * young + "m"));
    command.addAll(List.of("-cp", folder.toString(), "example.Main"));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("JAVA_TOOL_OPTIONS", toolOptions);
    Process process = builder.start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(process.waitFor(1, TimeUnit.MINUTES), out);
    assertEquals(0, process.exitValue(), out);
    return out.lines().reduce("", (_, last) -> last);
  }

  @Test
  void it_is_collected_where_nobody_collects_it_after_the_hook() throws Exception {
    assertEquals("collected", left(32, OPTION));
  }

  @Test
  void it_is_left_to_the_runtime_client_which_collects_after_the_hook() throws Exception {
    assertEquals("as it was", left(32, ""));
  }

  @Test
  void a_large_young_generation_is_not_filled() throws Exception {
    assertEquals("as it was", left(256, OPTION));
  }
}
