package thaw.environment.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.function.FunctionDefinition;
import thaw.function.FunctionDefinitionBuilder;
import thaw.function.MemorySize;
import thaw.function.packaging.CodeSource;
import thaw.function.packaging.DeploymentPackage;

/**
 * Table tests by what AWS gave to functions of each runtime (recorded in the public LocalStack
 * repository, test_lambda_common.snapshot.json, test_introspection_invoke, 2025).
 */
class LambdaVariablesTest {
  private static final Path CODE = Path.of("/code");

  private static Map<String, String> variables(String runtime) {
    FunctionDefinition function =
        FunctionDefinitionBuilder.builder()
            .logicalId("Tested")
            .name("tested")
            .code(new CodeSource.Folder(CODE))
            .handler("handler")
            .runtime(runtime)
            .memory(new MemorySize(128))
            .timeout(Duration.ofSeconds(3))
            .build();
    EnvironmentSpec spec =
        EnvironmentSpec.latest(
            function,
            new DeploymentPackage(CODE, "", 0),
            Optional.empty(),
            new RuntimeProgram.Bootstrap(runtime),
            Map.of(),
            List.of(),
            "us-east-1");
    SandboxLayout layout =
        new SandboxLayout(
            LambdaPaths.LANG,
            LambdaPaths.TASK,
            LambdaPaths.RUNTIME,
            Path.of("/var/archive"),
            LambdaPaths.OPT,
            LambdaPaths.TASK.resolve("bootstrap"),
            List.of());
    return LambdaVariables.of(spec, layout, "127.0.0.1:9001", true, "stream");
  }

  @ParameterizedTest
  @CsvSource({
    "java25, AWS_Lambda_java25",
    "java8.al2, AWS_Lambda_java8.al2",
    "provided.al2023, ",
    "provided.al2, ",
    "provided, ",
  })
  void only_managed_runtimes_name_themselves(String runtime, String name) {
    assertEquals(name, variables(runtime).get("AWS_EXECUTION_ENV"));
  }

  @ParameterizedTest
  @CsvSource({
    "java25, true",
    "java11, true",
    "provided.al2023, true",
    "provided.al2, false",
    "provided, false"
  })
  void the_folder_of_a_language_is_on_the_paths_where_the_image_has_one(
      String runtime, boolean there) {
    Map<String, String> variables = variables(runtime);
    assertEquals(
        (there ? "/var/lang/bin:" : "") + "/usr/local/bin:/usr/bin/:/bin:/opt/bin",
        variables.get("PATH"));
    assertEquals(
        (there ? "/var/lang/lib:" : "")
            + "/lib64:/usr/lib64:/var/runtime:/var/runtime/lib:/var/task:/var/task/lib:/opt/lib",
        variables.get("LD_LIBRARY_PATH"));
  }

  @ParameterizedTest
  @CsvSource({"java8.al2, true", "java11, true", "java17, false", "provided.al2, false"})
  void old_java_runtimes_have_the_credentials_under_two_names(String runtime, boolean both) {
    Map<String, String> variables = variables(runtime);
    assertEquals(both ? variables.get("AWS_ACCESS_KEY_ID") : null, variables.get("AWS_ACCESS_KEY"));
    assertEquals(
        both ? variables.get("AWS_SECRET_ACCESS_KEY") : null, variables.get("AWS_SECRET_KEY"));
  }

  @ParameterizedTest
  @CsvSource({"java25, true", "provided.al2023, false", "provided.al2, false"})
  void what_a_function_brings_along_is_not_told_where_frames_of_logs_go(
      String runtime, boolean told) {
    assertEquals(told, variables(runtime).containsKey("_LAMBDA_TELEMETRY_LOG_FD"));
  }
}
