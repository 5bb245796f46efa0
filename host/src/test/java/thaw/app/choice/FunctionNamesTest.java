package thaw.app.choice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.experiment.Budget;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.problem.UserMistake;

/** The names that people give to functions of a stack of CDK, wherever they name one. */
class FunctionNamesTest {
  @TempDir Path folder;
  private Path template;

  @BeforeEach
  void application() throws Exception {
    Files.createDirectories(folder.resolve("classes"));
    template =
        Files.writeString(
            folder.resolve("Shop.template.json"),
            """
            {"Resources": {
              "OtherFunction5E6F7A8B": {
                "Type": "AWS::Lambda::Function",
                "Properties": {"Runtime": "java25", "Handler": "a.B", "Code": "classes",
                  "FunctionName": "ApiFunction1A2B3C4D"},
                "Metadata": {"aws:cdk:path": "Shop/Other/Function/Resource"}},
              "ApiFunction1A2B3C4D": {
                "Type": "AWS::Lambda::Function",
                "Properties": {"Runtime": "java25", "Handler": "a.B", "Code": "classes"},
                "Metadata": {"aws:cdk:path": "Shop/Api/Function/Resource"}},
              "LostFunction9C0D1E2F": {
                "Type": "AWS::Lambda::Function",
                "Properties": {"Runtime": "java25", "Handler": "a.B", "Code": "lost"},
                "Metadata": {"aws:cdk:path": "Shop/Lost/Function/Resource"}}}}
            """);
  }

  private Application read() {
    return SourceChoice.of(template).read();
  }

  private static String chosen(Application application, String name) {
    return FunctionChoice.chosen(application, name).logicalId();
  }

  @Test
  void a_function_is_chosen_by_each_of_its_names_and_first_by_its_logical_id() {
    Application application = read();
    assertEquals("ApiFunction1A2B3C4D", chosen(application, "ApiFunction1A2B3C4D"));
    assertEquals("ApiFunction1A2B3C4D", chosen(application, "Api/Function"));
    assertEquals("OtherFunction5E6F7A8B", chosen(application, "Other/Function"));
    UserMistake none =
        assertThrows(UserMistake.class, () -> FunctionChoice.chosen(application, "Nothing"));
    assertEquals("use one of: OtherFunction5E6F7A8B, Api/Function", none.remedy());
    UserMistake several =
        assertThrows(UserMistake.class, () -> FunctionChoice.chosen(application, null));
    assertEquals("choose with --function: OtherFunction5E6F7A8B, Api/Function", several.remedy());
    UserMistake lost =
        assertThrows(UserMistake.class, () -> FunctionChoice.chosen(application, "Lost/Function"));
    assertEquals("build it first, or correct the template", lost.remedy());
  }

  @Test
  void a_function_before_is_that_of_the_logical_id() {
    Application application = read();
    DataChoice data =
        new DataChoice(List.of(), List.of("ApiFunction1A2B3C4D={}", "Other/Function={}"));
    FunctionDefinition other = FunctionChoice.chosen(application, "Other/Function");
    assertEquals(List.of("Other/Function={}"), data.in(folder, application, other).before());
    assertEquals(List.of("--before ApiFunction1A2B3C4D={}"), data.elsewhere(application, other));
  }

  @Test
  void files_beside_the_template_take_the_path_of_a_construct() throws Exception {
    Files.writeString(folder.resolve("thaw.yaml"), "{functions: {Api/Function: {memory: 512}}}");
    Files.writeString(folder.resolve("budget.yaml"), "{function: Api/Function, coldStart: 1}");
    Application application = read();
    assertEquals(
        Map.of("OtherFunction5E6F7A8B", 128, "ApiFunction1A2B3C4D", 512),
        application.functions().stream()
            .collect(
                Collectors.toMap(
                    FunctionDefinition::logicalId, each -> each.memory().mebibytes())));
    assertEquals(
        Optional.of(folder.resolve("budget.yaml").toString()),
        BudgetChoice.USUAL.of(application).map(Budget::file));
  }

  @Test
  void settings_under_a_logical_id_are_not_those_of_a_function_with_that_name() throws Exception {
    Files.writeString(
        folder.resolve("thaw.yaml"),
        "{functions: {ApiFunction1A2B3C4D: {memory: 512, event: '41'}, Other/Function: {memory: 256}}}");
    Application application = read();
    FunctionDefinition api = FunctionChoice.chosen(application, "Api/Function");
    FunctionDefinition other = FunctionChoice.chosen(application, "Other/Function");
    assertEquals(512, api.memory().mebibytes());
    assertEquals(256, other.memory().mebibytes());
    ThawFile file = ThawFile.in(application);
    assertTrue(file.of(api).event().isPresent());
    assertFalse(file.of(other).event().isPresent());
  }
}
