package thaw.app.fix;

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
import thaw.environment.launch.ClientKind;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.RuntimeClient;
import thaw.environment.launch.RuntimeProgram;
import thaw.fixture.Sources;
import thaw.function.FunctionDefinitionBuilder;
import thaw.function.MemorySize;
import thaw.function.packaging.CodeSource;
import thaw.function.packaging.DeploymentPackage;
import thaw.sandbox.jdk.Jdk;

class RestoredKeysTest {
  @Test
  void code_whose_keys_a_restored_function_does_not_have_is_told_without_a_start(
      @TempDir Path folder) throws IOException {
    assertEquals(Optional.empty(), RestoredKeys.failure(function(folder)));
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
    String told = RestoredKeys.failure(function(folder)).orElseThrow();
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
}
