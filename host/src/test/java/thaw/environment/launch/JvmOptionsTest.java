package thaw.environment.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import thaw.fixture.StartsProcesses;
import thaw.function.FunctionDefinition;
import thaw.function.FunctionDefinitionBuilder;
import thaw.function.MemorySize;
import thaw.function.packaging.CodeSource;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.jdk.Jdks;
import thaw.sandbox.kernel.Tool;

@Tag("jvm")
@StartsProcesses
class JvmOptionsTest {
  private static final Pattern FIRST_HEAP = Pattern.compile("InitialHeapSize\\s+=\\s+(\\d+)");

  /** As on Lambda, whose JVM sees a machine of that size: a 64th. */
  @Test
  void the_heap_that_a_jvm_begins_with_follows_from_the_memory_size_without_a_limit_of_memory() {
    Jdk jdk = Jdks.read(Path.of(System.getProperty("java.home"))).orElseThrow();
    FunctionDefinition function =
        FunctionDefinitionBuilder.builder()
            .logicalId("Small")
            .name("Small")
            .code(new CodeSource.Folder(Path.of("/task")))
            .handler("a.B")
            .runtime("java25")
            .memory(new MemorySize(1024))
            .timeout(Duration.ofSeconds(3))
            .build();
    List<String> command = new ArrayList<>(List.of(jdk.java().toString()));
    command.addAll(JvmOptions.of(jdk.feature(), function));
    command.addAll(List.of("-XX:+PrintFlagsFinal", "-version"));
    Tool told = Tool.run(command, Duration.ofMinutes(1));
    Matcher heap = FIRST_HEAP.matcher(told.output());
    assertTrue(heap.find(), told.output());
    assertEquals(1024L * 1024 * 1024 / 64, Long.parseLong(heap.group(1)));
  }
}
