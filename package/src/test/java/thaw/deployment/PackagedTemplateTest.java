package thaw.deployment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.function.FunctionDefinition;
import thaw.function.template.ReadOptions;
import thaw.function.template.resource.ApplicationReader;
import thaw.problem.UserMistake;

/** The template beside a package of a function that has none. */
class PackagedTemplateTest {
  private static final String FUNCTION =
      """
      Transform: AWS::Serverless-2016-10-31
      Resources:
        F:
          Type: AWS::Serverless::Function
      """;

  @TempDir Path folder;
  private String text = "";

  @Test
  void values_of_variables_are_left_to_whoever_deploys_it() throws Exception {
    Files.createDirectory(folder.resolve("classes"));
    FunctionDefinition bare =
        ApplicationReader.read(
                folder.resolve("classes"), ReadOptions.defaults().withHandler("a.H::handle"))
            .functions()
            .getFirst();
    FunctionDefinition function =
        bare.with()
            .environment(
                Map.of("DB_KEY", "swordfish", "DBKEY", "pike", "JAVA_TOOL_OPTIONS", "-Dx='1'"))
            .build();
    String text =
        PackagedTemplate.of(
            Optional.empty(), function, PackagedTemplate.provided(function, "classes", "x86_64"));
    assertFalse(text.contains("swordfish") || text.contains("pike"), text);
    Path file = Files.writeString(folder.resolve("template.yaml"), text);
    Map<String, String> given = Map.of("DBKEY", "first", "DBKEYX", "second");
    assertEquals(
        Map.of("DBKEY", "first", "DB_KEY", "second", "JAVA_TOOL_OPTIONS", "-Dx='1'"),
        ApplicationReader.read(file, ReadOptions.defaults().withParameters(given))
            .functions()
            .getFirst()
            .environment());
  }

  @Test
  void a_bare_hyphen_in_a_list_stays_as_it_is_written() throws Exception {
    String join = "!Join [ \"-\", [ a, !Select [ 0, !Split [ -, b-c ] ] ] ]";
    String own =
        FUNCTION
            + """
                Properties:
                  CodeUri: classes
                  Handler: a.H::handle
                  Runtime: java21
                  FunctionName: %s
            """
                .formatted(join);
    FunctionDefinition function = read(own);
    PackagedTemplate.requireTakenOver(Optional.of(folder.resolve("template.yaml")), function);
    String text =
        PackagedTemplate.of(
            Optional.of(own), function, PackagedTemplate.provided(function, "classes", "x86_64"));
    assertTrue(text.contains(join), text);
  }

  @Test
  void a_template_that_cannot_be_taken_over_is_told_with_the_place_of_the_function()
      throws Exception {
    FunctionDefinition function =
        read(
            FUNCTION
                + """
                    Properties:
                      CodeUri: classes
                      Handler: a.H::handle
                      Runtime: java21
                      Layers: [!Ref L]
                      Environment: {Variables: {OTHER: !Ref L}}
                  L:
                    Type: AWS::Serverless::LayerVersion
                    Properties: {ContentUri: classes}
                """);
    Optional<Path> file = Optional.of(folder.resolve("template.yaml"));
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> PackagedTemplate.requireTakenOver(file, function));
    assertEquals(
        file.get()
            + ":3:3: the template cannot be taken over: F needs L, a layer that is in the package,"
            + " elsewhere than in Layers",
        mistake.getMessage());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "  F: {Type: AWS::Serverless::Function, Properties: *own}\n",
        "  F:\n    Type: AWS::Serverless::Function\n    Properties: *own\n",
        "  F: # it\n    Type: AWS::Serverless::Function\n    Properties:\n      <<: *own\n      Runtime: java21\n",
        "  F:\n    Type: AWS::Serverless::Function\n    Properties: {CodeUri: classes, Handler: 'a.H::handle', Runtime: java21, Environment: {Variables: {TABLE: !Ref Pets}}}\n",
      })
  void a_function_on_one_line_or_by_an_alias_is_written_in_block_style(String written)
      throws Exception {
    String own =
        """
        Transform: AWS::Serverless-2016-10-31
        Own: &own {CodeUri: classes, Handler: a.H::handle, Runtime: java21, Environment: {Variables: {TABLE: !Ref Pets}}}
        Resources:
        """
            + written
            + """
              Pets: # stays as it is
                Type: AWS::DynamoDB::Table
                Properties: {KeySchema: [{AttributeName: id, KeyType: HASH}], AttributeDefinitions: [{AttributeName: id, AttributeType: S}], BillingMode: PAY_PER_REQUEST}
            """;
    assertEquals("Pets", packaged("template.yaml", own).environment().get("TABLE"));
    assertTrue(text.contains("Pets: # stays as it is\n"), text);
  }

  @Test
  void a_template_of_cdk_becomes_one_that_names_the_package() throws Exception {
    String own =
        """
        {"Resources": {
          "F": {
            "Type": "AWS::Lambda::Function",
            "Properties": {
              "Code": {"S3Bucket": {"Fn::Sub": "cdk-${AWS::AccountId}"}, "S3Key": "a.zip"},
              "Handler": "a.H::handle", "Runtime": "java21", "MemorySize": 512,
              "Description": "yes", "Role": {"Fn::GetAtt": ["R", "Arn"]},
              "Environment": {"Variables": {"TABLE": {"Ref": "Pets"}, "MODE": "0644", "TEXT": "a: b\\nc"}}},
            "Metadata": {"aws:cdk:path": "S/F", "aws:asset:path": "classes", "aws:asset:property": "Code"}},
          "Other": {
            "Type": "AWS::Lambda::Function",
            "Properties": {"Code": {"ZipFile": "x"}, "Handler": "index.h", "Runtime": "nodejs22.x", "Role": "r"}},
          "R": {"Type": "AWS::IAM::Role", "Properties": {"AssumeRolePolicyDocument": {"Version": "2012-10-17", "Statement": []}}},
          "Pets": {"Type": "AWS::DynamoDB::Table", "Properties": {
            "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
            "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}]}}},
         "Outputs": {"O": {"Value": {"Fn::GetAtt": ["Other", "Arn"]}}}}
        """;
    FunctionDefinition function = packaged("S.template.json", own);
    assertEquals(
        Map.of("TABLE", "Pets", "MODE", "0644", "TEXT", "a: b\nc"), function.environment());
    assertEquals(folder.resolve("function.zip"), function.code().path());
    assertTrue(text.contains("aws:cdk:path: S/F"), text);
    assertFalse(text.contains("aws:asset"), text);
    assertFalse(text.contains("Other"), text);
    assertTrue(text.contains("Description: 'yes'\n"), text);
  }

  /** Reads the function's template, and what is beside its package. */
  private FunctionDefinition packaged(String name, String own) throws IOException {
    Files.createDirectories(folder.resolve("classes"));
    Files.createFile(folder.resolve("function.zip"));
    Path file = Files.writeString(folder.resolve(name), own);
    FunctionDefinition function =
        ApplicationReader.read(file, ReadOptions.defaults()).functions().getFirst();
    PackagedTemplate.requireTakenOver(Optional.of(file), function);
    text =
        PackagedTemplate.of(
            PackagedTemplate.original(Optional.of(file), function, folder),
            function,
            PackagedTemplate.provided(function, "function.zip", "x86_64"));
    Path beside = Files.writeString(folder.resolve("packaged.yaml"), text);
    FunctionDefinition made =
        ApplicationReader.read(beside, ReadOptions.defaults()).functions().getFirst();
    assertEquals("provided.al2023", made.runtime());
    return made;
  }

  private FunctionDefinition read(String own) throws IOException {
    Files.createDirectories(folder.resolve("classes"));
    Path file = Files.writeString(folder.resolve("template.yaml"), own);
    return ApplicationReader.read(file, ReadOptions.defaults()).functions().getFirst();
  }

  @Test
  void the_architecture_is_one_also_where_all_functions_have_it() throws Exception {
    Files.createDirectory(folder.resolve("classes"));
    String own =
        """
        Transform: AWS::Serverless-2016-10-31
        Globals:
          Function:
            Architectures: [x86_64]
            Timeout: 5
        Resources:
          F:
            Type: AWS::Serverless::Function
            Properties:
              CodeUri: classes
              Handler: a.H::handle
              Runtime: java21
        """;
    Path file = Files.writeString(folder.resolve("template.yaml"), own);
    FunctionDefinition function =
        ApplicationReader.read(file, ReadOptions.defaults()).functions().getFirst();
    String text =
        PackagedTemplate.of(
            Optional.of(own), function, PackagedTemplate.provided(function, "classes", "x86_64"));
    assertEquals(2, text.split("Architectures", -1).length, text);
    assertEquals(
        5,
        ApplicationReader.read(Files.writeString(file, text), ReadOptions.defaults())
            .functions()
            .getFirst()
            .timeout()
            .toSeconds());
  }
}
