package thaw.template;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DependenciesTest {
  @TempDir Path folder;

  private List<String> warnings(String head, String dependsOn) throws IOException {
    Path file = folder.resolve("template.yaml");
    Files.writeString(
        file,
        """
        %s
        Conditions: {Never: !Equals [a, b]}
        Resources:
          Table: {Type: AWS::DynamoDB::Table}
          Away: {Type: AWS::SNS::Topic, Condition: Never}
          Api: {Type: AWS::Serverless::Api}
          Topic:
            Type: AWS::SNS::Topic
            DependsOn: %s
        """
            .formatted(head, dependsOn));
    return Resolution.of(file, TemplateText.read(file), Map.of(), new NoDeployment()).warnings();
  }

  @Test
  void a_name_that_is_no_resources_is_told_with_the_one_that_is_near() throws IOException {
    assertEquals(
        List.of(
            folder
                + "/template.yaml:9:24: Topic depends on Tabel, which is no resource of the template: a"
                + " deployment refuses it; Table is one"),
        warnings("", "[Table, Tabel]"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "!Ref Tabel~31~Tabel~; Table is one",
        "!Sub '${Other.Arn}${!Kept}${AWS::Region}'~31~Other~''",
        "!If [Never, !GetAtt Nope.Arn, !Ref Table]~43~Nope~''"
      })
  void a_reference_to_nothing_is_told_once(String value, int column, String name, String meant)
      throws IOException {
    assertEquals(
        List.of(
            "%s/template.yaml:10:%d: Topic refers to %s, which is no parameter or resource of the template: a deployment refuses it%s"
                .formatted(folder, column, name, meant)),
        warnings("", "Table\n    Properties: {DisplayName: " + value + "}"));
  }

  @Test
  void what_has_a_condition_or_is_made_by_sam_or_a_macro_is_known() throws IOException {
    assertEquals(List.of(), warnings("", "Away"));
    assertEquals(1, warnings("", "ApiProdStage").size());
    assertEquals(List.of(), warnings("Transform: AWS::Serverless-2016-10-31", "ApiProdStage"));
    assertEquals(List.of(), warnings("Transform: AWS::Serverless-2016-10-31", "ServerlessRestApi"));
    assertEquals(1, warnings("Transform: AWS::Serverless-2016-10-31", "Other").size());
    assertEquals(List.of(), warnings("Transform: [OurMacro]", "Other"));
  }
}
