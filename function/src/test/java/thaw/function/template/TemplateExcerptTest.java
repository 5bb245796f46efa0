package thaw.function.template;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TemplateExcerptTest {
  private static final String TEMPLATE =
      """
      Transform: AWS::Serverless-2016-10-31

      Resources:
        # The first one.
        First:
          Type: AWS::Serverless::Function
          Properties: # of it
            CodeUri: first/

        # The second one,
        # in two lines.
        Second:
          Type: AWS::Lambda::Function
          Properties:
            Description: >-
              folded
              text
        # Kept with what it says of First.
        Table:
          Type: AWS::DynamoDB::Table
        Permission:
          Type: AWS::Lambda::Permission
          Properties:
            FunctionName: !GetAtt Second.Arn
        Above:
          Type: AWS::CloudFormation::CustomResource
          DependsOn: [Permission]

      Outputs:
        Second:
          Value: !Ref First
        Url:
          Value: !Sub "https://${Second}.example"
      """;

  @Test
  void other_functions_go_with_what_refers_to_them() {
    assertEquals(
        """
        Transform: AWS::Serverless-2016-10-31

        Resources:
          # The first one.
          First:
            Type: AWS::Serverless::Function
            Properties: # of it
              CodeUri: first/

          # Kept with what it says of First.
          Table:
            Type: AWS::DynamoDB::Table
        Outputs:
          Second:
            Value: !Ref First
        """,
        TemplateExcerpt.of(TEMPLATE, "First", Set.of()).orElseThrow());
  }

  @Test
  void outputs_that_are_all_gone_leave_no_heading() {
    assertEquals(
        """
        Transform: AWS::Serverless-2016-10-31

        Resources:
          # The second one,
          # in two lines.
          Second:
            Type: AWS::Lambda::Function
            Properties:
              Description: >-
                folded
                text
          # Kept with what it says of First.
          Table:
            Type: AWS::DynamoDB::Table
          Permission:
            Type: AWS::Lambda::Permission
            Properties:
              FunctionName: !GetAtt Second.Arn
          Above:
            Type: AWS::CloudFormation::CustomResource
            DependsOn: [Permission]

        Outputs:
          Url:
            Value: !Sub "https://${Second}.example"
        """,
        TemplateExcerpt.of(TEMPLATE, "Second", Set.of()).orElseThrow());
  }

  @Test
  void a_template_in_flow_style_has_no_lines_to_be_left_out() {
    String json = "{\"Resources\": {\"F\": {\"Type\": \"AWS::Lambda::Function\"}}}";

    assertEquals(Optional.empty(), TemplateExcerpt.of(json, "F", Set.of()));
    assertEquals(Optional.empty(), TemplateExcerpt.of("no: [yaml", "F", Set.of()));
  }
}
