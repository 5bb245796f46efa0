package thaw.function.template.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.template.ReadOptions;
import thaw.problem.UserMistake;

/** What people call a function. */
class FunctionTitleTest {
  @TempDir Path folder;

  private List<FunctionDefinition> functions(String name, String template) throws Exception {
    return application(name, template).functions();
  }

  private Application application(String name, String template) throws Exception {
    Files.createDirectories(folder.resolve("classes"));
    Path file = Files.writeString(folder.resolve(name), template);
    return ApplicationReader.read(file, ReadOptions.defaults());
  }

  private static Optional<String> named(Application application, String name) {
    return application.named(name).map(FunctionDefinition::logicalId);
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

  @Test
  void a_logical_id_comes_before_the_name_of_another_function() throws Exception {
    Application application =
        application(
            "template.yaml",
            """
            Transform: AWS::Serverless-2016-10-31
            Globals: {Function: {CodeUri: classes, Handler: a.B, Runtime: java25}}
            Resources:
              A: {Type: AWS::Serverless::Function, Properties: {FunctionName: B}}
              B: {Type: AWS::Serverless::Function}
              C: {Type: AWS::Serverless::Function, Properties: {FunctionName: twice}}
              D: {Type: AWS::Serverless::Function, Properties: {FunctionName: twice}}
              E: {Type: AWS::Serverless::Function, Properties: {FunctionName: once}}
            """);
    assertEquals(Optional.of("B"), named(application, "B"));
    assertEquals(Optional.of("C"), named(application, "twice"));
    assertEquals(Optional.of("E"), named(application, "once"));
    assertEquals(Optional.empty(), named(application, "none"));
    assertEquals(
        List.of("A", "B", "C", "D", "once"),
        application.functions().stream().map(FunctionDefinition::shown).toList());
  }

  private static final String CDK =
      """
      {"Resources": {
        "ApiFunction1A2B3C4D": {
          "Type": "AWS::Lambda::Function",
          "Properties": {"Runtime": "java25", "Handler": "a.B", "Code": "classes", "FunctionName": "orders"},
          "Metadata": {"aws:cdk:path": "Shop/Api/Function/Resource", "aws:asset:path": "classes",
            "aws:asset:property": "Code"}},
        "OtherFunction5E6F7A8B": {
          "Type": "AWS::Lambda::Function",
          "Properties": {"Runtime": "java25", "Handler": "a.B", "Code": "none", "FunctionName": "others"},
          "Metadata": {"aws:cdk:path": "Shop/Other/Function/Resource", "aws:asset:path": "none",
            "aws:asset:property": "Code"}}}}
      """;

  @Test
  void a_construct_with_a_function_name_is_called_by_both() throws Exception {
    Application application = application("Shop.template.json", CDK);
    assertEquals("orders", application.functions().getFirst().shown());
    for (String name : List.of("orders", "Api/Function", "ApiFunction1A2B3C4D")) {
      assertEquals(Optional.of("ApiFunction1A2B3C4D"), named(application, name), name);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"others", "Other/Function", "OtherFunction5E6F7A8B"})
  void a_function_that_is_left_out_has_its_reason_under_all_its_names(String name)
      throws Exception {
    Application application = application("Shop.template.json", CDK);
    String warning = application.leftOut(name).orElseThrow().warning();
    assertTrue(warning.contains("Code does not exist: "), warning);
    assertEquals(Optional.empty(), application.leftOut("orders"));
    ReadOptions meant = ReadOptions.defaults().withMeant(Set.of(name));
    Path file = folder.resolve("Shop.template.json");
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> ApplicationReader.read(file, meant));
    assertTrue(
        String.valueOf(mistake.getMessage()).contains("none"),
        String.valueOf(mistake.getMessage()));
  }
}
