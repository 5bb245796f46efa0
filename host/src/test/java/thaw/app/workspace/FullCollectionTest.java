package thaw.app.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.RuntimeProgram;
import thaw.fixture.RealRuntime;
import thaw.fixture.SideBySide;

/** Whether the option is added is the function's choice where it has one. */
@SideBySide
class FullCollectionTest {
  private static final String OFF = "-XX:+DisableExplicitGC";
  private static final String ON = "-XX:-DisableExplicitGC";

  @TempDir Path folder;

  @Test
  void the_option_is_added_unless_the_function_has_it_either_way() throws Exception {
    try (RealRuntime runtime = RealRuntime.open(folder)) {
      EnvironmentSpec plain = runtime.spec(folder, "example.Handler::handle", 1024, 10);
      RuntimeProgram.Java java = assertInstanceOf(RuntimeProgram.Java.class, plain.program());
      boolean barriers = java.jdk().feature() >= 21;
      assertEquals(
          new FullCollection(barriers ? List.of(OFF) : List.of(), barriers),
          FullCollection.of(plain));
      FullCollection leftOut = new FullCollection(List.of(), true);
      FullCollection done = new FullCollection(List.of(), false);
      for (String variable : List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS")) {
        assertEquals(leftOut, FullCollection.of(with(plain, variable, "-Xshare:auto " + OFF)));
        assertEquals(done, FullCollection.of(with(plain, variable, ON)));
      }
      assertEquals(leftOut, FullCollection.of(plain.observed(List.of(OFF), List.of())));
      assertEquals(done, FullCollection.of(plain.observed(List.of(ON), List.of())));
    }
  }

  private static EnvironmentSpec with(EnvironmentSpec spec, String variable, String value) {
    return spec.withFunction(spec.function().withEnvironment(Map.of(variable, value)));
  }
}
