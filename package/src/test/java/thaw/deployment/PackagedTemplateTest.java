package thaw.deployment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.function.FunctionDefinition;
import thaw.function.template.ReadOptions;
import thaw.function.template.resource.ApplicationReader;

/** The template beside a package of a function that has none. */
class PackagedTemplateTest {
  @TempDir Path folder;

  @Test
  void values_of_variables_are_left_to_whoever_deploys_it() throws Exception {
    Files.createDirectory(folder.resolve("classes"));
    FunctionDefinition bare =
        ApplicationReader.read(
                folder.resolve("classes"), ReadOptions.defaults().withHandler("a.H::handle"))
            .functions()
            .getFirst();
    FunctionDefinition function =
        bare.with()
            .environment(
                Map.of("DB_KEY", "swordfish", "DBKEY", "pike", "JAVA_TOOL_OPTIONS", "-Dx='1'"))
            .build();
    String text =
        PackagedTemplate.of(
            Optional.empty(), function, PackagedTemplate.provided(function, "classes", "x86_64"));
    assertFalse(text.contains("swordfish") || text.contains("pike"), text);
    Path file = Files.writeString(folder.resolve("template.yaml"), text);
    Map<String, String> given = Map.of("DBKEY", "first", "DBKEYX", "second");
    assertEquals(
        Map.of("DBKEY", "first", "DB_KEY", "second", "JAVA_TOOL_OPTIONS", "-Dx='1'"),
        ApplicationReader.read(file, ReadOptions.defaults().withParameters(given))
            .functions()
            .getFirst()
            .environment());
  }

  @Test
  void the_architecture_is_one_also_where_all_functions_have_it() throws Exception {
    Files.createDirectory(folder.resolve("classes"));
    String own =
        """
        Transform: AWS::Serverless-2016-10-31
        Globals:
          Function:
            Architectures: [x86_64]
            Timeout: 5
        Resources:
          F:
            Type: AWS::Serverless::Function
            Properties:
              CodeUri: classes
              Handler: a.H::handle
              Runtime: java21
        """;
    Path file = Files.writeString(folder.resolve("template.yaml"), own);
    FunctionDefinition function =
        ApplicationReader.read(file, ReadOptions.defaults()).functions().getFirst();
    String text =
        PackagedTemplate.of(
            Optional.of(own), function, PackagedTemplate.provided(function, "classes", "x86_64"));
    assertEquals(2, text.split("Architectures", -1).length, text);
    assertEquals(
        5,
        ApplicationReader.read(Files.writeString(file, text), ReadOptions.defaults())
            .functions()
            .getFirst()
            .timeout()
            .toSeconds());
  }
}
