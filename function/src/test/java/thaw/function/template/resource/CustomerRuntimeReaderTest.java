package thaw.function.template.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.function.Application;
import thaw.function.CustomerRuntime;
import thaw.function.template.ReadOptions;
import thaw.function.template.TemplateResource;
import thaw.problem.UserMistake;

class CustomerRuntimeReaderTest {
  private static final String ARN = "arn:aws:lambda:us-east-1:123456789012:runtime/our-java";
  private static final String CONFIG =
      """
            RuntimeConfig:
              RuntimeArn: !Sub arn:${AWS::Partition}:lambda:${AWS::Region}:${AWS::AccountId}:runtime/our-java
              RuntimeAlias: prod
      """;

  @TempDir Path folder;

  private Application read(String type, String runtime, String config, String metadata)
      throws IOException {
    Files.createDirectories(folder.resolve("code"));
    Files.writeString(
        folder.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Resources:
          Pets:
            Type: %s
        %s    Properties:
              Handler: pets.Handler
              Runtime: %s
              %s: code
        %s\
        """
            .formatted(
                type,
                metadata,
                runtime,
                type.equals(TemplateResource.LAMBDA_FUNCTION) ? "Code" : "CodeUri",
                config));
    return ApplicationReader.read(folder, ReadOptions.defaults());
  }

  private UserMistake mistake(String runtime, String config, String metadata) {
    return assertThrows(
        UserMistake.class,
        () -> read(TemplateResource.SERVERLESS_FUNCTION, runtime, config, metadata));
  }

  @Test
  void a_function_names_its_runtime_and_the_template_its_image() throws Exception {
    Files.createDirectories(folder.resolve("images/java"));
    for (String type :
        List.of(TemplateResource.SERVERLESS_FUNCTION, TemplateResource.LAMBDA_FUNCTION)) {
      Application application =
          read(type, "custom", CONFIG, "    Metadata:\n      ThawRuntimeImage: images/java\n");
      assertEquals(
          Optional.of(new CustomerRuntime(ARN, "prod", Optional.of(folder.resolve("images/java")))),
          application.functions().getFirst().customerRuntime());
      assertEquals(List.of(), application.warnings());
    }
  }

  @Test
  void the_image_may_be_known_elsewhere() throws Exception {
    assertEquals(
        Optional.of(new CustomerRuntime(ARN, "prod", Optional.empty())),
        read(TemplateResource.SERVERLESS_FUNCTION, "custom", CONFIG, "")
            .functions()
            .getFirst()
            .customerRuntime());
    assertEquals(
        Optional.empty(),
        read(TemplateResource.SERVERLESS_FUNCTION, "java25", "", "")
            .functions()
            .getFirst()
            .customerRuntime());
  }

  @Test
  void the_arn_of_a_runtime_in_the_template_is_known() throws Exception {
    String config =
        """
              RuntimeConfig:
                RuntimeArn: !GetAtt Ours.Arn
                RuntimeAlias: prod
          Ours:
            Type: AWS::Lambda::Runtime
            Properties:
              Name: our-java
        """;
    assertEquals(
        ARN,
        read(TemplateResource.SERVERLESS_FUNCTION, "custom", config, "")
            .functions()
            .getFirst()
            .customerRuntime()
            .orElseThrow()
            .arn());
  }

  @Test
  void mistakes_name_their_place_and_a_remedy() {
    UserMistake missing = mistake("custom", "", "");
    assertTrue(
        missing.getMessage().endsWith("template.yaml:7:7: Runtime: custom needs a RuntimeConfig"),
        missing.getMessage());
    assertTrue(missing.remedy().contains("RuntimeAlias: ALIAS"));
    assertTrue(
        mistake("java25", CONFIG, "")
            .getMessage()
            .endsWith("RuntimeConfig goes with Runtime: custom only: java25"));
    assertTrue(
        mistake("java25", "", "    Metadata:\n      ThawRuntimeImage: code\n")
            .getMessage()
            .endsWith("ThawRuntimeImage goes with Runtime: custom only: java25"));
    assertTrue(
        mistake("custom", "      RuntimeConfig:\n        RuntimeAlias: prod\n", "")
            .getMessage()
            .endsWith("RuntimeConfig has no RuntimeArn"));
    assertTrue(
        mistake("custom", "      RuntimeConfig:\n        RuntimeArn: " + ARN + "\n", "")
            .getMessage()
            .endsWith("RuntimeConfig has no RuntimeAlias"));
    assertTrue(
        mistake("custom", CONFIG.replaceFirst("!Sub.*", "our-java"), "")
            .getMessage()
            .endsWith("RuntimeArn is not an ARN of a runtime: our-java"));
    assertTrue(
        mistake("custom", CONFIG.replace("prod", "p".repeat(129)), "")
            .getMessage()
            .contains("RuntimeAlias must have 128 characters at most"));
    assertTrue(
        mistake("custom", CONFIG, "    Metadata:\n      ThawRuntimeImage: images/absent\n")
            .getMessage()
            .contains("ThawRuntimeImage names no file or folder: "));
  }
}
