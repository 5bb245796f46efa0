package thaw.function.template;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalPathsTest {
  private static final String TEMPLATE =
      """
      # Ä comment: with CodeUri: code
      Resources:
        Api:
          Type: AWS::Serverless::Api
          Properties:
            DefinitionBody:
              'Fn::Transform': {Name: AWS::Include, Parameters: {Location: "./api.yaml"}}
        Flow:
          Type: AWS::Serverless::StateMachine
          Properties:
            DefinitionUri: flows/main.json # of all
            Definition: {Comment: api.yaml}
        Nested:
          Type: AWS::CloudFormation::Stack
          Properties:
            TemplateURL: 'its own.yaml'
        Elsewhere:
          Type: AWS::Serverless::Application
          Properties:
            Location:
              ApplicationId: arn:aws:serverlessrepo:us-east-1:1:applications/a
        Away:
          Type: AWS::CloudFormation::Stack
          Properties:
            TemplateURL: https://bucket.s3.amazonaws.com/api.yaml
        Gone:
          Type: AWS::CloudFormation::Stack
          Properties:
            TemplateURL: gone.yaml
        Reference:
          Type: AWS::CloudFormation::Stack
          Properties:
            TemplateURL: !Ref api.yaml
      """;

  @TempDir Path folder;

  @Test
  void paths_lead_to_the_same_files_from_another_folder_and_all_else_stays() throws Exception {
    Path project = Files.createDirectories(folder.resolve("project/flows")).getParent();
    for (String file : new String[] {"api.yaml", "flows/main.json", "its own.yaml"}) {
      Files.writeString(project.resolve(file), "");
    }

    String moved = LocalPaths.movedTo(TEMPLATE, project, folder.resolve("out/package"));

    assertEquals(
        TEMPLATE
            .replace("\"./api.yaml\"", "../../project/api.yaml")
            .replace("flows/main.json", "../../project/flows/main.json")
            .replace("'its own.yaml'", "'../../project/its own.yaml'"),
        moved);
    assertEquals(TEMPLATE, LocalPaths.movedTo(TEMPLATE, project, project));
  }
}
