package thaw.template;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.problem.UserMistake;

class CirclesTest {
  @TempDir Path folder;

  private TemplateValue.Members resolved(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("template.yaml"), text);
    return Resolution.of(file, TemplateText.read(file), Map.of(), new NoDeployment()).resolved();
  }

  private static String functions(String head, String first, String second) {
    return """
    %s
    Conditions: {Never: !Equals [a, b]}
    Resources:
      Alone: {Type: AWS::SNS::Topic, DependsOn: One}
      One: {Type: AWS::Serverless::Function, %s}
      Two: {Type: AWS::Serverless::Function, %s}
    """
        .formatted(head, first, second);
  }

  private static String variable(String value) {
    return "Properties: {Environment: {Variables: {OTHER: " + value + "}}}";
  }

  private static final String TO_ONE = variable("!Ref One");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DependsOn: Two",
        "DependsOn: [Two]",
        "Properties: {Environment: {Variables: {OTHER: !GetAtt Two.Arn}}}",
        "Properties: {Environment: {Variables: {OTHER: !GetAtt [Two, Arn]}}}",
        "Properties: {Environment: {Variables: {OTHER: !Sub 'a ${Two.Arn}'}}}",
        "Properties: {Environment: {Variables: {OTHER: !Sub ['${a}', {a: !Ref Two}]}}}",
        "Properties: {Layers: [!If [Never, a, !Ref Two]]}"
      })
  void resources_that_need_each_other_are_refused_with_the_circle(String first) {
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> resolved(functions("", first, TO_ONE)));
    assertEquals(
        folder
            + "/template.yaml:5:3: resources need each other, and AWS refuses them: One -> Two -> One",
        mistake.getMessage());
  }

  @Test
  void a_resource_that_needs_itself_is_refused() {
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> resolved(functions("", TO_ONE, "DependsOn: One")));
    assertTrue(String.valueOf(mistake.getMessage()).endsWith("AWS refuses them: One -> One"));
  }

  private static String sam(String properties, String further) {
    return """
    Transform: AWS::Serverless-2016-10-31
    Resources:
      F:
        Type: AWS::Serverless::Function
        Properties: {%s}
      %s
    """
        .formatted(properties, further);
  }

  private static final String API =
      "Environment: {Variables: {URL: !Ref %1$s}}, Events: {E: {Type: Api, Properties: {Path: /, Method: get%2$s}}}";

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "Policies: [{LambdaInvokePolicy: {FunctionName: !Ref F}}]~F -> F",
        "EventInvokeConfig: {DestinationConfig: {OnFailure: {Destination: !GetAtt F.Arn}}}~F -> F",
        "Policies: [!Ref B], Events: {E: {Type: S3, Properties: {Bucket: !Ref B}}}~F -> B -> F"
      })
  void what_sam_puts_into_a_role_or_another_resource_makes_circles(
      String properties, String circle) {
    UserMistake mistake =
        assertThrows(
            UserMistake.class, () -> resolved(sam(properties, "B: {Type: AWS::S3::Bucket}")));
    assertTrue(String.valueOf(mistake.getMessage()).endsWith("AWS refuses them: " + circle));
    String ofItsOwn = properties + ", Role: arn";
    if (circle.equals("F -> F")) {
      assertDoesNotThrow(() -> resolved(sam(ofItsOwn, "")));
    }
  }

  @Test
  void an_api_needs_the_functions_of_its_events_unless_it_is_defined() {
    String api = "A: {Type: AWS::Serverless::Api, Properties: {StageName: p%s}}";
    String ofEvent = API.formatted("A", ", RestApiId: !Ref A");
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> resolved(sam(ofEvent, api.formatted(""))));
    assertTrue(String.valueOf(mistake.getMessage()).endsWith("AWS refuses them: F -> A -> F"));
    assertDoesNotThrow(() -> resolved(sam(ofEvent, api.formatted(", DefinitionBody: {}"))));
    UserMistake implicit =
        assertThrows(
            UserMistake.class, () -> resolved(sam(API.formatted("ServerlessRestApi", ""), "")));
    assertTrue(
        String.valueOf(implicit.getMessage())
            .endsWith(
                "template.yaml:3:3: resources need each other, and AWS refuses them:"
                    + " F -> ServerlessRestApi -> F"));
  }

  /** SAM leaves alone what it has not made: an API of CloudFormation's, and one of elsewhere. */
  @ParameterizedTest
  @ValueSource(strings = {"A: {Type: AWS::ApiGateway::RestApi}", "B: {Type: AWS::S3::Bucket}"})
  void an_api_that_is_not_sam_s_needs_no_function_of_its_events(String other) {
    String declared = other.startsWith("A:") ? "" : "Parameters: {A: {Type: String, Default: a}}";
    assertDoesNotThrow(() ->
        resolved(
            sam(API.formatted("A", ", RestApiId: !Ref A"), other)
                .replaceFirst("(?m)^Resources:", declared + "\nResources:")));
  }

  /** Events and hooks are resources of their own; a macro may take a reference away. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Properties: {Events: {E: {Type: Api, Properties: {RestApiId: !Ref Two}}}}",
        "Properties: {DeploymentPreference: {Hooks: {PreTraffic: !Ref Two}}}",
        "Properties: {Layers: [!If [Never, !Ref Two, a]]}",
        "Properties: {Environment: {Variables: {OTHER: !Sub '${!Two}'}}}",
        "Properties: {Environment: {Variables: {OTHER: !Sub ['${Two}', {Two: a}]}}}",
        "Properties: {Environment: {Variables: {OTHER: !Sub []}}}",
        "Properties: {Environment: {Variables: {OTHER: !If [], MORE: !Ref []}}}",
        "Condition: Never"
      })
  void what_is_no_circle_on_aws_is_none(String first) {
    assertDoesNotThrow(() -> resolved(functions("", first, "DependsOn: One")));
    assertDoesNotThrow(
        () -> resolved(functions("Transform: OurMacro", "DependsOn: Two", "DependsOn: One")));
  }

  @Test
  void a_chain_of_ten_thousand_ends() throws IOException {
    StringBuilder text = new StringBuilder("Resources:\n");
    for (int i = 0; i < 10_000; i++) {
      text.append("  R%d: {Type: AWS::SNS::Topic, DependsOn: R%d}\n".formatted(i, i + 1));
    }
    text.append("  R10000: {Type: AWS::SNS::Topic}\n");
    assertDoesNotThrow(() -> resolved(text.toString()));
    String circle = text.toString().replace("R10000: {", "R10000: {DependsOn: R0, ");
    UserMistake mistake = assertThrows(UserMistake.class, () -> resolved(circle));
    assertTrue(String.valueOf(mistake.getMessage()).endsWith("R18 -> R19 -> ... -> R0"));
  }
}
