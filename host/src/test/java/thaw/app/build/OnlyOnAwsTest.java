package thaw.app.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fix.ByHand;
import thaw.function.FunctionDefinitionBuilder;
import thaw.function.MemorySize;
import thaw.function.packaging.CodeSource;

class OnlyOnAwsTest {
  @TempDir Path task;

  private List<ByHand> told(String runtime, Map<String, String> environment) {
    return OnlyOnAws.of(
        FunctionDefinitionBuilder.builder()
            .logicalId("F")
            .name("F")
            .code(new CodeSource.Folder(task))
            .handler("a.B")
            .runtime(runtime)
            .memory(new MemorySize(512))
            .timeout(Duration.ofSeconds(3))
            .environment(environment)
            .build(),
        task);
  }

  private void library(String name) throws Exception {
    Path jar = Files.createDirectories(task.resolve("lib")).resolve(name);
    try (OutputStream out = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.putNextEntry(new ZipEntry("org/apache/logging/log4j/core/lookup/JndiLookup.class"));
    }
  }

  @Test
  void the_agent_of_older_runtimes_is_told_without_a_figure() {
    List<ByHand> told = told("java21", Map.of());
    assertEquals(1, told.size());
    assertEquals(0, told.getFirst().gainMillis());
    String what = told.getFirst().what();
    assertTrue(what.contains("set AWS_LAMBDA_DISABLE_CVE_2021_44228_PROTECTION to \"true\""), what);
    assertTrue(what.contains("Thaw starts functions without that agent"), what);
    assertEquals(List.of(), told("java25", Map.of()));
    assertEquals(
        List.of(), told("java21", Map.of("AWS_LAMBDA_DISABLE_CVE_2021_44228_PROTECTION", "true")));
  }

  @Test
  void nobody_who_needs_the_agent_is_told_to_do_without_it() throws Exception {
    library("log4j-core-2.24.3.jar");
    assertEquals(1, told("java17", Map.of()).size());
    library("log4j-core-2.14.1.jar");
    assertEquals(List.of(), told("java17", Map.of()));
  }
}
