package thaw.environment.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
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
class OpenPackagesTest {
  private static FunctionDefinition function(String runtime) {
    return FunctionDefinitionBuilder.builder()
        .logicalId("Old")
        .name("Old")
        .code(new CodeSource.Folder(Path.of("/task")))
        .handler("a.B")
        .runtime(runtime)
        .memory(new MemorySize(512))
        .timeout(Duration.ofSeconds(3))
        .build();
  }

  @Test
  void a_newer_jdk_permits_old_libraries_what_that_of_java11_does() {
    Jdk jdk = Jdks.read(Path.of(System.getProperty("java.home"))).orElseThrow();
    List<String> options = OpenPackages.options(function("java11"), jdk);
    List<String> command = new ArrayList<>(List.of(jdk.java().toString()));
    command.addAll(options);
    command.add("-version");

    Tool told = Tool.run(command, Duration.ofMinutes(1));

    assertEquals(0, told.exitCode(), told.output());
    assertFalse(told.output().contains("WARNING"), told.output());
    assertTrue(options.contains("--add-opens=java.base/java.lang=ALL-UNNAMED"));
    assertEquals(options, OpenPackages.options(function("java8.al2"), jdk));
    assertEquals(List.of(), OpenPackages.options(function("java17"), jdk));
    assertEquals(List.of(), OpenPackages.options(function("provided.al2023"), jdk));
  }
}
