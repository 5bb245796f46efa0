package thaw.function.template;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TemplateLayersTest {
  private static final String TEMPLATE =
      """
      Globals:
        Function:
          Layers:
            - !Ref Words
      Resources:
        Words:
          Type: AWS::Serverless::LayerVersion
          Properties:
            ContentUri: words/
        Plain:
          Type: AWS::Lambda::LayerVersion
          Properties:
            Content: plain.zip
        Stored:
          Type: AWS::Lambda::LayerVersion
          Properties:
            Content: {S3Bucket: layers, S3Key: stored.zip}
        First:
          Type: AWS::Serverless::Function
          Properties:
            Layers:
              - arn:aws:lambda:us-east-1:123456789012:layer:words:1
              - !GetAtt Plain.LayerVersionArn
              - Ref: Stored
              - !Sub "arn:${AWS::Partition}:lambda:\u00e9:1"
        Second:
          Type: AWS::Serverless::Function
          Properties:
            Layers: !Ref List
      """;

  @Test
  void layers_with_contents_are_told_from_those_of_elsewhere() {
    assertEquals(
        Optional.of(
            new TemplateLayers(
                Set.of("Words", "Plain"),
                List.of("Words", "Plain"),
                List.of(
                    "arn:aws:lambda:us-east-1:123456789012:layer:words:1",
                    "Ref: Stored",
                    "!Sub \"arn:${AWS::Partition}:lambda:\u00e9:1\""))),
        TemplateLayers.of(TEMPLATE, "First"));
  }

  @Test
  void layers_that_are_no_list_cannot_be_taken_over() {
    assertEquals(Optional.empty(), TemplateLayers.of(TEMPLATE, "Second"));
    assertEquals(Optional.empty(), TemplateLayers.of("no: [yaml", "First"));
  }
}
