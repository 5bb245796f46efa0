package thaw.function.template.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.function.FunctionDefinition;
import thaw.function.template.ReadOptions;

/** What people call a function. */
class FunctionTitleTest {
  @TempDir Path folder;

  private List<FunctionDefinition> functions(String name, String template) throws Exception {
    Files.createDirectories(folder.resolve("classes"));
    Path file = Files.writeString(folder.resolve(name), template);
    return ApplicationReader.read(file, ReadOptions.defaults()).functions();
  }

  @Test
  void a_name_that_its_owner_has_given_comes_before_the_logical_id() throws Exception {
    List<FunctionDefinition> functions =
        functions(
            "template.yaml",
            """
            Transform: AWS::Serverless-2016-10-31
            Globals: {Function: {CodeUri: classes, Handler: a.B, Runtime: java25}}
            Resources:
              Named: {Type: AWS::Serverless::Function, Properties: {FunctionName: orders-prod}}
              Plain: {Type: AWS::Serverless::Function}
            """);
    assertEquals(
        List.of("orders-prod", "Plain"),
        functions.stream().map(FunctionDefinition::shown).toList());
    assertTrue(functions.getFirst().isCalled("Named"));
    assertTrue(functions.getFirst().isCalled("orders-prod"));
    assertFalse(functions.getFirst().isCalled("Plain"));
  }

  @Test
  void a_function_of_cdk_is_called_as_its_construct() throws Exception {
    FunctionDefinition function =
        functions(
                "Shop.template.json",
                """
                {"Resources": {"ApiFunction1A2B3C4D": {
                  "Type": "AWS::Lambda::Function",
                  "Properties": {"Runtime": "java25", "Handler": "a.B", "Code": "classes"},
                  "Metadata": {"aws:cdk:path": "Shop/Api/Function/Resource", "aws:asset:path": "classes",
                    "aws:asset:property": "Code"}}}}
                """)
            .getFirst();
    assertEquals("Api/Function", function.shown());
    assertTrue(function.isCalled("Api/Function") && function.isCalled("ApiFunction1A2B3C4D"));
  }
}
