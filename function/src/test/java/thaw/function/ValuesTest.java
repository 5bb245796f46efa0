package thaw.function;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.function.resource.Secret;
import thaw.function.resource.StoredParameter;
import thaw.function.resource.ValueFiles;
import thaw.function.template.ReadOptions;
import thaw.function.template.resource.ApplicationReader;
import thaw.problem.UserMistake;

/** Secrets and parameters, of templates and of files. */
class ValuesTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;

  private Application read(String resources) throws IOException {
    Path template = folder.resolve("template.yaml");
    Files.writeString(template, "Resources:\n" + resources.indent(2));
    return ApplicationReader.readForServer(template, ReadOptions.defaults());
  }

  private String password(String properties) throws IOException {
    Secret secret =
        read("S: {Type: 'AWS::SecretsManager::Secret', Properties: %s}".formatted(properties))
            .secrets()
            .getFirst();
    return ((Secret.Content.Text) secret.content()).text();
  }

  @Test
  void secrets_and_parameters_of_a_template_have_its_names_and_values() throws IOException {
    Application application =
        read(
            """
            Written:
              Type: AWS::SecretsManager::Secret
              Properties:
                Name: prod/db
                Description: of the shop
                SecretString: !Sub '{"user": "${Stage}"}'
            Later: {Type: 'AWS::SecretsManager::Secret'}
            Stage:
              Type: AWS::SSM::Parameter
              Properties: {Type: String, Value: 7}
            Hosts:
              Type: AWS::SSM::Parameter
              Properties: {Name: /prod/hosts, Type: StringList, Value: 'a,b', Description: d}
            """);
    assertEquals(
        List.of(
            new Secret(
                "Written",
                "prod/db",
                "of the shop",
                new Secret.Content.Text("{\"user\": \"Stage\"}")),
            new Secret("Later", "Later", "", new Secret.Content.Missing())),
        application.secrets());
    assertEquals(
        List.of(
            new StoredParameter("Stage", "Stage", StoredParameter.Type.STRING, "7", ""),
            new StoredParameter(
                "Hosts", "/prod/hosts", StoredParameter.Type.STRING_LIST, "a,b", "d")),
        application.parameters());
    assertEquals(List.of(), application.warnings());
  }

  @Test
  void references_have_the_shape_of_those_of_AWS() throws IOException {
    Files.writeString(folder.resolve("app.jar"), "");
    Map<String, String> variables =
        read("""
        S: {Type: 'AWS::SecretsManager::Secret', Properties: {Name: prod/db}}
        P: {Type: 'AWS::SSM::Parameter', Properties: {Name: /prod/url, Type: String, Value: x}}
        Q: {Type: 'AWS::SSM::Parameter', Properties: {Type: String, Value: x}}
        F:
          Type: AWS::Serverless::Function
          Properties:
            Runtime: java21
            Handler: a.B::c
            CodeUri: app.jar
            Environment:
              Variables:
                SECRET: !Ref S
                ID: !GetAtt S.Id
                NAME: !Ref P
                PATH_ARN: !Sub 'arn:aws:ssm:${AWS::Region}:${AWS::AccountId}:parameter${P}'
        """)
            .functions()
            .getFirst()
            .environment();
    assertTrue(
        variables
            .get("SECRET")
            .matches("arn:aws:secretsmanager:us-east-1:123456789012:secret:prod/db-[a-z0-9]{6}"),
        variables.get("SECRET"));
    assertEquals(variables.get("SECRET"), variables.get("ID"));
    assertEquals("/prod/url", variables.get("NAME"));
  }

  @Test
  void a_generated_password_is_as_the_template_wants_it_and_the_same_in_each_run()
      throws IOException {
    String usual = password("{GenerateSecretString: {}}");
    assertEquals(32, usual.length());
    for (String kind : List.of("[a-z]", "[A-Z]", "[0-9]", "[^a-zA-Z0-9]")) {
      assertTrue(usual.replaceAll(kind, "").length() < usual.length(), usual + " has no " + kind);
    }
    assertEquals(usual, password("{GenerateSecretString: {}}"));
    assertNotEquals(usual, password("{Name: other, GenerateSecretString: {}}"));
    String simple =
        password(
            "{GenerateSecretString: {PasswordLength: 400, ExcludePunctuation: true,"
                + " ExcludeUppercase: true, ExcludeCharacters: 'abc0'}}");
    assertTrue(simple.matches("[d-z1-9]{400}"), simple);
    JsonNode json =
        JSON.readTree(
            password(
                "{GenerateSecretString: {SecretStringTemplate: '{\"username\": \"admin\"}',"
                    + " GenerateStringKey: password, PasswordLength: 12}}"));
    assertEquals("admin", json.path("username").asText());
    assertEquals(12, json.path("password").asText().length());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SecretsManager::Secret | SecretString: a, GenerateSecretString: {}            | X has both SecretString and GenerateSecretString
          SecretsManager::Secret | GenerateSecretString: {PasswordLength: 0}            | PasswordLength must be 1..4096 characters: 0
          SecretsManager::Secret | GenerateSecretString: {GenerateStringKey: k}         | SecretStringTemplate and GenerateStringKey need each other
          SecretsManager::Secret | GenerateSecretString: {GenerateStringKey: k, SecretStringTemplate: '['} | SecretStringTemplate must be a JSON object: [
          SecretsManager::Secret | Name: a b                                            | a secret's name has 1..512 letters, digits and characters of /_+=.@-: a b
          SSM::Parameter         | Type: String                                         | X has no Value
          SSM::Parameter         | Type: SecureString, Value: x                         | Type must be String or StringList: CloudFormation makes no others
          """)
  void what_AWS_refuses_is_a_mistake_at_its_place(String type, String properties, String cause) {
    UserMistake mistake =
        assertThrows(
            UserMistake.class,
            () -> read("X: {Type: 'AWS::%s', Properties: {%s}}".formatted(type, properties)));
    assertTrue(String.valueOf(mistake.getMessage()).endsWith(cause), mistake::getMessage);
  }

  @Test
  void a_value_that_only_a_deployed_stack_knows_is_left_out_and_said() throws IOException {
    Application application =
        read(
            "S: {Type: 'AWS::SecretsManager::Secret', Properties: {SecretString: !ImportValue x}}");
    assertEquals(List.of(), application.secrets());
    assertTrue(
        application
            .warnings()
            .getFirst()
            .endsWith(
                "S is left out: no stack here exports x; add --import x=VALUE, or imports: in thaw.yaml"),
        application.warnings()::toString);
  }

  private void file(String path, String text) throws IOException {
    Path file = folder.resolve("seed").resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  @Test
  void files_are_values_by_their_paths_and_win_over_the_template() throws IOException {
    file("secrets/prod/db.json", "{\"user\": \"me\"}\n");
    file("secrets/token", " a token with blanks ");
    file("secrets/.DS_Store", "x");
    file("parameters/prod/db/url", "jdbc:x\r\n");
    file("parameters/prod/key.SecureString", "s");
    file("parameters/stage", "test");
    file("parameters/%2Frooted", "r");
    Files.write(folder.resolve("seed/secrets/keystore"), new byte[] {(byte) 0xFF, 0, 1});
    Application application =
        read("""
        S:
          Type: AWS::SecretsManager::Secret
          Properties: {Name: prod/db, Description: d, SecretString: other}
        P:
          Type: AWS::SSM::Parameter
          Properties: {Name: stage, Type: StringList, Value: other}
        """)
            .with(ValueFiles.read(folder.resolve("seed")));
    assertEquals(
        Map.of(
            "prod/db", new Secret.Content.Text("{\"user\": \"me\"}"),
            "token", new Secret.Content.Text(" a token with blanks "),
            "keystore", new Secret.Content.Binary("/wAB")),
        application.secrets().stream()
            .collect(java.util.stream.Collectors.toMap(Secret::name, Secret::content)));
    assertEquals("d", application.secrets().getFirst().description());
    assertEquals(
        List.of(
            "stage StringList test",
            "/rooted String r",
            "/prod/db/url String jdbc:x",
            "/prod/key SecureString s"),
        application.parameters().stream()
            .map(each -> each.name() + " " + each.type().text() + " " + each.value())
            .toList());
  }

  @Test
  void a_folder_without_values_has_none_and_an_empty_file_is_a_mistake() throws IOException {
    assertEquals(new ValueFiles(List.of(), List.of()), ValueFiles.read(folder));
    file("parameters/empty", "");
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> ValueFiles.read(folder.resolve("seed")));
    assertTrue(String.valueOf(mistake.getMessage()).endsWith("parameters/empty is empty"));
  }
}
