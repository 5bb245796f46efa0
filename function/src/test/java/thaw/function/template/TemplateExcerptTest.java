package thaw.function.template;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
  void apis_without_a_route_go_too() {
    String template =
        """
        Resources:
          Api:
            Type: AWS::Serverless::Api
            Properties: {StageName: live}
          Defined:
            Type: AWS::Serverless::Api
            Properties: {DefinitionUri: api.yaml}
          First:
            Type: AWS::Serverless::Function
            Properties:
              Events:
                Get:
                  Type: HttpApi
                  Properties: {Path: /, Method: get}
          Second:
            Type: AWS::Serverless::Function
            Properties:
              Events:
                Get:
                  Type: Api
                  Properties: {Path: /, Method: get, RestApiId: !Ref Api}
                Put:
                  Type: Api
                  Properties: {Path: /, Method: put}
        Outputs:
          One:
            Value: !Ref Api
          Two:
            Value: !Sub "https://${ServerlessRestApi}.example"
          Three:
            Value: !Ref ServerlessHttpApi
        """;
    String first = TemplateExcerpt.of(template, "First", Set.of()).orElseThrow();
    assertFalse(first.contains("  Api:"), first);
    assertTrue(first.contains("  Defined:"), first);
    assertEquals("Outputs:\n  Three:\n    Value: !Ref ServerlessHttpApi\n", outputs(first));
    String second = TemplateExcerpt.of(template, "Second", Set.of()).orElseThrow();
    assertTrue(second.contains("  Api:"), second);
    assertTrue(outputs(second).contains("One") && outputs(second).contains("Two"), second);
    assertFalse(outputs(second).contains("Three"), second);
  }

  private static String outputs(String template) {
    return template.substring(template.indexOf("Outputs:"));
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
  void a_function_that_it_names_is_a_parameter() {
    assertEquals(
        """
        Transform: AWS::Serverless-2016-10-31
        Parameters:
          AuthArn:
            Type: String
            Description: GetAtt Auth.Arn of the stack that has this function
          OtherArn:
            Type: String
            Description: GetAtt Other.Arn of the stack that has this function
          OtherName:
            Type: String
            Description: Ref Other of the stack that has this function
          OtherVersionArn:
            Type: String
            Description: GetAtt Other.Version.Arn of the stack that has this function

        Resources:
          F:
            Type: AWS::Serverless::Function
            DependsOn: [Table]
            Properties:
              Description: It asks Other.
              Role: !GetAtt Role.Arn
              Environment:
                Variables:
                  NAME: !Ref OtherName
                  LONG: {Ref: OtherArn}
                  BLOCK:
                    Ref: OtherVersionArn
                  TEXT: !Sub "${Table}/${OtherArn}/${!Other}/${AWS::Region}"
                  MORE: !Sub ["${OtherName}-${It}", {It: !Ref OtherArn}]
                  FOLDED:
                    Fn::Sub: >-
                      é ${OtherArn}
                      and ${OtherName}
              Events:
                Http: {Type: Api, Properties: {RestApiId: !Ref Api, Path: /, Method: get}}
          Api:
            Type: AWS::Serverless::Api
            Properties:
              Auth: {Authorizers: {Own: {FunctionArn: !Ref AuthArn}}}
          Table:
            Type: AWS::DynamoDB::Table
          Role:
            Type: AWS::IAM::Role
            Properties: {Policies: [{Resource: [!Ref OtherArn]}]}
        """,
        TemplateExcerpt.of(
                """
                Transform: AWS::Serverless-2016-10-31
                Resources:
                  F:
                    Type: AWS::Serverless::Function
                    DependsOn: [Table, Permission]
                    Properties:
                      Description: It asks Other.
                      Role: !GetAtt Role.Arn
                      Environment:
                        Variables:
                          NAME: !Ref Other
                          LONG: {"Fn::GetAtt": [Other, Arn]}
                          BLOCK:
                            Fn::GetAtt:
                              - Other
                              - Version.Arn
                          TEXT: !Sub "${Table}/${Other.Arn}/${!Other}/${AWS::Region}"
                          MORE: !Sub ["${Other}-${It}", {It: !GetAtt Other.Arn}]
                          FOLDED:
                            Fn::Sub: >-
                              é ${Other.Arn}
                              and ${Other}
                      Events:
                        Http: {Type: Api, Properties: {RestApiId: !Ref Api, Path: /, Method: get}}
                  Other:
                    Type: AWS::Serverless::Function
                  Auth:
                    Type: AWS::Serverless::Function
                  Api:
                    Type: AWS::Serverless::Api
                    Properties:
                      Auth: {Authorizers: {Own: {FunctionArn: !GetAtt Auth.Arn}}}
                  Table:
                    Type: AWS::DynamoDB::Table
                  Role:
                    Type: AWS::IAM::Role
                    Properties: {Policies: [{Resource: [!GetAtt Other.Arn]}]}
                  Permission:
                    Type: AWS::Lambda::Permission
                    Properties: {FunctionName: !Ref Other}
                """,
                "F",
                Set.of())
            .orElseThrow());
  }

  @Test
  void a_parameter_of_a_function_has_a_name_that_nothing_has() {
    assertEquals(
        """
        Globals:
          Function: {Environment: {Variables: {OTHER: !Ref OtherNameX}}}
        Parameters:
            OtherNameX:
              Type: String
              Description: Ref Other of the stack that has this function
            OtherName: {Type: String}
        Resources:
          F:
            Type: AWS::Serverless::Function
        """,
        TemplateExcerpt.of(
                """
                Globals:
                  Function: {Environment: {Variables: {OTHER: !Ref Other}}}
                Parameters:
                    OtherName: {Type: String}
                Resources:
                  F:
                    Type: AWS::Serverless::Function
                  Other:
                    Type: AWS::Serverless::Function
                """,
                "F",
                Set.of())
            .orElseThrow());
  }

  @Test
  void a_template_in_flow_style_has_no_lines_to_be_left_out() {
    String json = "{\"Resources\": {\"F\": {\"Type\": \"AWS::Lambda::Function\"}}}";

    assertEquals(Optional.empty(), TemplateExcerpt.of(json, "F", Set.of()));
    assertEquals(Optional.empty(), TemplateExcerpt.of("no: [yaml", "F", Set.of()));
  }
}
