package thaw.app.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.app.choice.DataChoice;
import thaw.app.choice.SourceChoice;
import thaw.app.choice.TimeoutChoice;
import thaw.function.Application;
import thaw.lambda.DeployedFunction;

/** Which function here is the deployed one. */
class LocalFunctionTest {
  @TempDir Path folder;

  private static DeployedFunction deployed(String name) {
    return new DeployedFunction(
        "arn:aws:lambda:us-east-1:123456789012:function:" + name,
        name,
        "$LATEST",
        "java25",
        "a.B",
        512,
        3,
        "x86_64",
        "",
        "Active",
        "Successful",
        "",
        Map.of(),
        Optional.empty(),
        false,
        false,
        "Text",
        "");
  }

  @Test
  void the_deployed_one_has_its_function_name_and_a_given_name_is_first_a_logical_id()
      throws Exception {
    Files.createDirectories(folder.resolve("classes"));
    Path template =
        Files.writeString(
            folder.resolve("Shop.template.json"),
            """
            {"Resources": {
              "B": {
                "Type": "AWS::Lambda::Function",
                "Properties": {"Runtime": "java25", "Handler": "a.B", "Code": "classes",
                  "FunctionName": "orders"},
                "Metadata": {"aws:cdk:path": "Shop/Api/Function/Resource"}},
              "A": {
                "Type": "AWS::Lambda::Function",
                "Properties": {"Runtime": "java25", "Handler": "a.B", "Code": "classes",
                  "FunctionName": "B"}}}}
            """);
    SourceChoice source = SourceChoice.of(template);
    assertEquals("A", chosen(source, List.of(), "B"));
    assertEquals("B", chosen(source, List.of("B"), "B"));
    assertEquals("B", chosen(source, List.of("Api/Function"), "other"));
  }

  private static String chosen(SourceChoice source, List<String> names, String deployed) {
    Application application = source.read();
    return new LocalFunction(source, names, TimeoutChoice.NONE, DataChoice.NONE, Axes.NONE)
        .chosen(application, deployed(deployed))
        .function()
        .logicalId();
  }
}
