package thaw.environment.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.fixture.SideBySide;
import thaw.function.FunctionDefinition;
import thaw.function.FunctionDefinitionBuilder;
import thaw.function.MemorySize;
import thaw.function.packaging.CodeSource;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.jdk.Jdks;
import thaw.sandbox.kernel.Tool;

@Tag("jvm")
@SideBySide
class JvmOptionsTest {
  private static final Pattern FIRST_HEAP = Pattern.compile("InitialHeapSize\\s+=\\s+(\\d+)");

  /** As on Lambda, whose JVM sees a machine of that size: a 64th. No machine has both sizes. */
  @ParameterizedTest
  @ValueSource(ints = {1024, 2048})
  void the_heap_that_a_jvm_begins_with_follows_from_the_memory_size_without_a_limit_of_memory(
      int mebibytes) {
    Jdk jdk = Jdks.read(Path.of(System.getProperty("java.home"))).orElseThrow();
    assumeTrue(jdk.feature() < 26, "from JDK 26 on it follows from the memory that the JVM sees");
    List<String> command = new ArrayList<>(List.of(jdk.java().toString()));
    command.addAll(JvmOptions.of(jdk.feature(), function(mebibytes)));
    command.addAll(List.of("-XX:+PrintFlagsFinal", "-version"));
    Tool told = Tool.run(command, Duration.ofMinutes(1));
    Matcher heap = FIRST_HEAP.matcher(told.output());
    assertTrue(heap.find(), told.output());
    assertEquals(mebibytes * 1024L * 1024 / 64, Long.parseLong(heap.group(1)));
  }

  @Test
  void a_jvm_that_warns_of_the_option_for_it_is_not_given_it() {
    String option = "-XX:MaxRAM=1024m";
    assertTrue(JvmOptions.of(25, function(1024)).contains(option));
    assertFalse(JvmOptions.of(26, function(1024)).contains(option));
  }

  private static FunctionDefinition function(int mebibytes) {
    return FunctionDefinitionBuilder.builder()
        .logicalId("Small")
        .name("Small")
        .code(new CodeSource.Folder(Path.of("/task")))
        .handler("a.B")
        .runtime("java25")
        .memory(new MemorySize(mebibytes))
        .timeout(Duration.ofSeconds(3))
        .build();
  }
}
