package thaw.app.snapstart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.attribution.Explanation;
import thaw.attribution.Finding;
import thaw.environment.launch.ClientKind;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.RuntimeClient;
import thaw.environment.launch.RuntimeProgram;
import thaw.explanation.why.WhyExamples;
import thaw.fixture.Sources;
import thaw.function.FunctionDefinitionBuilder;
import thaw.function.MemorySize;
import thaw.function.packaging.CodeSource;
import thaw.function.packaging.DeploymentPackage;
import thaw.sandbox.jdk.Jdk;
import thaw.tuning.SnapStartRisk;

class SnapStartRisksTest {
  private static List<String> told(double wholeMillis, Finding... findings) {
    Explanation profiled =
        WhyExamples.empty()
            .withTotal(new Explanation.Total(4_000, 1_000, 1))
            .withFindings(List.of(findings));
    return SnapStartRisks.ofFirstRequest(profiled, wholeMillis).stream()
        .map(SnapStartRisk::text)
        .toList();
  }

  @Test
  void code_whose_keys_a_restored_function_does_not_have_is_told_without_a_start(
      @TempDir Path folder) throws IOException {
    assertEquals(Optional.empty(), SnapStartRisks.failure(function(folder)));
    Sources.compile(
        folder,
        """
        package software.amazon.awssdk.auth.credentials;
        public class EnvironmentVariableCredentialsProvider {
          public static Object create() { return ""; }
        }
        """);
    Sources.compile(
        folder,
        """
        package example;
        import software.amazon.awssdk.auth.credentials.*;
        public class Handler {
          static final Object KEYS = EnvironmentVariableCredentialsProvider.create();
        }
        """);
    String told = SnapStartRisks.failure(function(folder)).orElseThrow();
    assertTrue(told.contains("which a function with SnapStart does not have"), told);
    assertTrue(told.contains("example.Handler.<clinit>(Handler.java:4)"), told);
    assertTrue(told.contains("DefaultCredentialsProvider"), told);
  }

  private static EnvironmentSpec function(Path folder) {
    return EnvironmentSpec.latest(
        FunctionDefinitionBuilder.builder()
            .logicalId("F")
            .name("f")
            .code(new CodeSource.Folder(folder))
            .handler("example.Handler::handle")
            .runtime("java25")
            .memory(new MemorySize(512))
            .timeout(Duration.ofSeconds(3))
            .build(),
        new DeploymentPackage(folder, "of the code", 0),
        Optional.empty(),
        new RuntimeProgram.Java(
            new Jdk(folder, 25, "25", "Temurin", "of the JDK"),
            List.of(),
            new RuntimeClient(ClientKind.OFFICIAL, folder, List.of()),
            Optional.empty()),
        Map.of(),
        List.of(),
        "us-east-1");
  }

  /** The profiled restore may be another one, on a machine that is busy by now. */
  @Test
  void work_of_the_first_request_is_told_in_the_size_of_the_restores_that_were_measured() {
    Finding work = new Finding("id", "it is called", "", "a.B.c(B.java:1)", 2_000, 3_600, "");
    assertEquals(List.of("it is called: 500 to 900 ms, a.B.c(B.java:1)"), told(1_000, work));
    assertEquals(List.of("it is called: 2,000 to 3,600 ms, a.B.c(B.java:1)"), told(4_500, work));
    Finding more = new Finding("id", "it is called", "", "", 3_000, 5_000, "");
    assertEquals(List.of("it is called: 750 to 1,000 ms"), told(1_000, more));
    Finding little = new Finding("id", "it is called", "", "", 0.1, 0.3, "");
    assertEquals(List.of("it is called: less than 1 ms"), told(1_000, little));
    Finding unknown = new Finding("id", "it is called", "", "", 0, 0, "");
    assertEquals(List.of("it is called: gain not known here"), told(1_000, unknown));
  }
}
