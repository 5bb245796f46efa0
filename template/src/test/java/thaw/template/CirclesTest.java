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
