package thaw.function.template.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.resource.Queue;
import thaw.function.resource.TableDefinition;
import thaw.function.template.ReadOptions;
import thaw.problem.UserMistake;

/** Values of templates as CloudFormation gives them. */
class ResolutionTest {
  private static final String HEAD =
      """
      Transform: [AWS::LanguageExtensions, AWS::Serverless-2016-10-31]
      Globals:
        Function: {Runtime: java25, Handler: a.B, CodeUri: target/app.jar}
      """;

  @TempDir Path folder;

  @BeforeEach
  void an_artefact_is_built() throws IOException {
    new TemplateFolder(folder).build();
  }

  private Application read(String text) throws IOException {
    return read(text, ReadOptions.defaults());
  }

  private Application read(String text, ReadOptions options) throws IOException {
    Path file = folder.resolve("template.yaml");
    Files.writeString(file, HEAD + text);
    return ApplicationReader.read(file, options);
  }

  private UserMistake refused(String text) {
    return assertThrows(UserMistake.class, () -> read(text));
  }

  private static List<String> ids(Application application) {
    return TemplateFolder.ids(application);
  }

  /** A function with one variable, and what else a template has. */
  private static String variable(String value, String further) {
    return further
        + """
        Resources:
          F:
            Type: AWS::Serverless::Function
            Properties:
              Environment:
                Variables:
                  VALUE: %s
        """
            .formatted(value);
  }

  private Optional<String> value(String value, String further) throws IOException {
    return Optional.ofNullable(
        read(variable(value, further)).functions().getFirst().environment().get("VALUE"));
  }

  private static final String SECTIONS =
      """
      Parameters:
        Stage: {Type: String, Default: dev}
        Zones: {Type: CommaDelimitedList, Default: 'a, b'}
        Ports: {Type: List<Number>, Default: '80,443'}
      Mappings:
        Stages:
          dev: {Url: http://dev, List: [x, y]}
          prod: {Url: http://prod}
      Conditions:
        IsProd: !Equals [!Ref Stage, prod]
        IsDev: !Not [!Condition IsProd]
        IsAny: !Or [!Condition IsProd, {Condition: IsDev}]
        IsBoth: !And [!Condition IsProd, !Condition IsDev]
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '|',
      value = {
        "!FindInMap [Stages, !Ref Stage, Url]~http://dev",
        "!Join ['+', !FindInMap [Stages, dev, List]]~x+y",
        "!FindInMap [Stages, test, Url, {DefaultValue: none}]~none",
        "!If [IsProd, 1, 2]~2",
        "!If [IsDev, 1, 2]~1",
        "!If [IsAny, 1, 2]~1",
        "!If [IsBoth, 1, 2]~2",
        "!If [IsProd, !FindInMap [Nothing, a, b], kept]~kept",
        "!Sub '${Stage}-${!Kept}'~dev-${Kept}",
        "${Stage}~${Stage}",
        "!Base64 text~dGV4dA==",
        "!Select [1, !Ref Ports]~443",
        "!Join ['-', !Ref Zones]~a-b",
        "!Join ['-', [a, !Ref 'AWS::NoValue', b]]~a-b",
        "!Join [' ', !Cidr [10.0.0.0/16, 3, 8]]~10.0.0.0/24 10.0.1.0/24 10.0.2.0/24",
        "!Select [1, !Cidr ['2001:db8::/56', 2, 64]]~2001:db8:0:1:0:0:0:0/64",
        "!Select [0, !GetAZs '']~us-east-1a",
        "!Length [a, b, c]~3",
        "{'Fn::Length': !Ref Zones}~2",
        "{'Fn::Length': !Split [',', 'a,b']}~2",
        "{'Fn::ToJsonString': {a: 1, b: [true, x], c: !Ref"
            + " Stage}}~{\"a\":1,\"b\":[true,\"x\"],\"c\":\"dev\"}",
        "!Sub ['${A}', {A: !If [IsProd, x, y]}]~y",
        "!Ref AWS::StackName~thaw",
        "!Ref AWS::Partition~aws",
      })
  void functions_have_the_values_of_cloudformation(String written, String expected)
      throws IOException {
    assertEquals(Optional.of(expected), value(written, SECTIONS));
  }

  @Test
  void a_word_in_braces_is_a_text() throws IOException {
    assertEquals(Optional.of("dev"), value("\n                Fn::Sub: ${Stage}", SECTIONS));
  }

  @ParameterizedTest
  @CsvSource({
    "yes,true",
    "No,false",
    "ON,true",
    "off,false",
    "y,y",
    "0644,420",
    "1.10,1.1",
    "1.0,1.0",
    "12:30:45,45045",
    "1_000,1000",
    "0x1F,31",
    "0b101,5",
    "+5,5",
    "-3,-3",
    "012345678901,012345678901",
    "089,089",
    "1e3,1e3",
    "1.5e+3,1500.0",
    ".5,0.5",
    "2010-09-09,2010-09-09",
    "'''yes''',yes",
    "'\"0644\"',0644",
    "1.2.3,1.2.3",
    "0o17,0o17",
    "123456789012,123456789012",
  })
  void plain_scalars_are_those_of_YAML_1_1(String written, String expected) throws IOException {
    assertEquals(Optional.of(expected), value(written, ""));
  }

  @Test
  void of_two_functions_of_one_name_the_one_whose_condition_holds_is_there() throws IOException {
    String template =
        """
        Parameters: {Stage: {Type: String, Default: dev}}
        Conditions:
          IsProd: !Equals [!Ref Stage, prod]
          IsDev: !Not [!Condition IsProd]
        Resources:
          Big:
            Type: AWS::Serverless::Function
            Condition: IsProd
            Properties: {FunctionName: shop, MemorySize: 1024}
          Small:
            Type: AWS::Serverless::Function
            Condition: IsDev
            Properties: {FunctionName: shop, MemorySize: 256}
          Table:
            Type: AWS::DynamoDB::Table
            Condition: IsProd
        Outputs:
          Prod: {Condition: IsProd, Value: !GetAtt Big.Arn}
          Dev: {Condition: IsDev, Value: !Ref Small}
        """;
    Application dev = read(template);
    assertEquals(List.of("Small"), ids(dev));
    assertEquals(256, dev.functions().getFirst().memory().mebibytes());
    assertEquals(List.of(), dev.tables());
    assertEquals("[Output[name=Dev, value=shop]]", dev.outputs().toString());
    assertEquals(List.of(), dev.warnings());
    ReadOptions options = ReadOptions.defaults().withParameters(Map.of("Stage", "prod"));
    Path file = folder.resolve("template.yaml");
    assertTrue(
        assertThrows(UserMistake.class, () -> ApplicationReader.read(file, options))
            .getMessage()
            .contains("Table has no KeySchema"));
  }

  @Test
  void no_value_is_as_if_absent() throws IOException {
    FunctionDefinition function =
        read("""
        Conditions: {Never: !Equals [a, b]}
        Resources:
          F:
            Type: AWS::Serverless::Function
            Properties:
              MemorySize: !If [Never, 1024, !Ref AWS::NoValue]
              ReservedConcurrentExecutions: !Ref AWS::NoValue
              SnapStart: !If [Never, {ApplyOn: PublishedVersions}, !Ref AWS::NoValue]
              Layers: [!Ref AWS::NoValue, !If [Never, x, !Ref AWS::NoValue]]
        """)
            .functions()
            .getFirst();
    assertEquals(OptionalInt.empty(), function.reservedConcurrency());
    assertEquals(128, function.memory().mebibytes());
    assertEquals(List.of(), function.layers());
  }

  @Test
  void an_API_s_definition_has_conditions_and_includes_too() throws IOException {
    Files.writeString(
        folder.resolve("path.yaml"),
        """
        get:
          x-amazon-apigateway-integration:
            type: aws_proxy
            httpMethod: POST
            uri: !Sub arn:aws:apigateway:${AWS::Region}:lambda:path/2015-03-31/functions/${F.Arn}/invocations
        """);
    Application application =
        read(
            """
            Conditions: {Never: !Equals [a, b]}
            Resources:
              F: {Type: AWS::Serverless::Function}
              Api:
                Type: AWS::Serverless::Api
                Properties:
                  StageName: Prod
                  DefinitionBody:
                    swagger: 2.0
                    paths:
                      /a: {'Fn::Transform': {Name: AWS::Include, Parameters: {Location: path.yaml}}}
                      /b: {'Fn::If': [Never, {get: {}}, !Ref AWS::NoValue]}
            """);
    assertEquals(
        List.of("GET /a"),
        application.apis().getFirst().routes().stream().map(route -> route.key()).toList());
    assertEquals(List.of(folder.resolve("path.yaml")), application.definitions());
  }

  @ParameterizedTest
  @CsvSource({"/never: {get: {}}, ''", "'', /never: {get: {}}"})
  void what_is_included_wins_over_what_stands_beside_it(String before, String after)
      throws IOException {
    Files.writeString(
        folder.resolve("api.yaml"),
        """
        paths:
          /a:
            get:
              x-amazon-apigateway-integration:
                type: aws_proxy
                uri: !Sub arn:aws:apigateway:${AWS::Region}:lambda:path/2015-03-31/functions/${F.Arn}/invocations
        """);
    String paths = "          paths: {%s}\n";
    Application application =
        read(
            """
            Resources:
              F: {Type: AWS::Serverless::Function}
              Api:
                Type: AWS::Serverless::Api
                Properties:
                  StageName: Prod
                  DefinitionBody:
            """
                + (before.isEmpty() ? "" : paths.formatted(before))
                + "          Fn::Transform: {Name: AWS::Include, Parameters: {Location:"
                + " api.yaml}}\n"
                + (after.isEmpty() ? "" : paths.formatted(after)));
    assertEquals(
        List.of("GET /a"),
        application.apis().getFirst().routes().stream().map(route -> route.key()).toList());
  }

  @Test
  void what_one_function_needs_and_nobody_knows_leaves_that_one_out() throws IOException {
    String template =
        """
        Resources:
          Known: {Type: AWS::Serverless::Function}
          Unknown:
            Type: AWS::Serverless::Function
            Properties: {MemorySize: !ImportValue size}
          Wrong:
            Type: AWS::Serverless::Function
            Properties: {Timeout: !FindInMap [Times, a, b]}
          Unneeded:
            Type: AWS::Serverless::Function
            Properties: {Role: !ImportValue role, Description: !Ref Nowhere}
        """;
    Application application = read(template);
    assertEquals(List.of("Known", "Unneeded"), ids(application));
    String place = folder.resolve("template.yaml") + ":";
    assertEquals(
        List.of(
            place
                + "14:56: Unneeded refers to Nowhere, which is no parameter or resource of the"
                + " template: a deployment refuses it",
            place
                + "8:30: function Unknown is left out: no stack here exports size; add --import"
                + " size=VALUE, or imports: in thaw.yaml",
            place
                + "11:27: function Wrong is left out: no mapping has this name: Times; declare it"
                + " under Mappings"),
        application.warnings());
    ReadOptions meant = ReadOptions.defaults().withMeant(Set.of("Unknown"));
    UserMistake mistake = assertThrows(UserMistake.class, () -> read(template, meant));
    assertEquals(place + "8:30: no stack here exports size", mistake.getMessage());
    ReadOptions given =
        ReadOptions.defaults()
            .withElsewhere(
                new ReadOptions.Elsewhere(
                    Map.of("size", "512"), Map.of(), Map.of(), List.of(), List.of()));
    assertEquals(512, read(template, given).functions().get(1).memory().mebibytes());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "AWS::Include~what is included is not on this machine: there.yaml",
        "Ours~the macro Ours runs on AWS only"
      })
  void what_a_macro_among_the_resources_makes_is_left_out_with_a_line(String name, String why)
      throws IOException {
    Application application =
        read(
            """
            Resources:
              Fn::Transform: {Name: %s, Parameters: {Location: there.yaml}}
              F: {Type: AWS::Serverless::Function, Properties: {Runtime: java25, Handler: a.B, CodeUri: target/app.jar}}
            """
                .formatted(name));
    assertEquals(List.of("F"), ids(application));
    String place = folder.resolve("template.yaml") + ":5:3: ";
    assertTrue(
        application
            .warnings()
            .getFirst()
            .startsWith(place + "what Fn::Transform makes is left out: " + why),
        application.warnings().toString());
  }

  @Test
  void all_parameters_without_a_value_are_told_at_once() {
    UserMistake mistake =
        refused(
            """
            Parameters:
              A: {Type: String}
              B: {Type: Number}
              C: {Type: String, Default: c}
            Resources:
              F: {Type: AWS::Serverless::Function, Properties: {FunctionName: !Ref B}}
              G: {Type: AWS::Serverless::Function, Properties: {Handler: !Sub 'a.${A}'}}
            """);
    assertEquals(
        folder.resolve("template.yaml") + ":5:3: parameters have no value and no Default: A, B",
        mistake.getMessage());
    assertEquals("add --parameter A=VALUE --parameter B=VALUE", mistake.remedy());
  }

  @Test
  void nobody_is_asked_for_a_parameter_that_only_what_has_no_effect_needs() {
    UserMistake mistake =
        refused(
            """
            Parameters:
              Host: {Type: String}
              Stage: {Type: String}
              Table: {Type: String}
              Subnet: {Type: String}
              Password: {Type: String}
            Conditions: {IsProd: !Equals [!Ref Stage, prod]}
            Globals: {Function: {VpcConfig: {SubnetIds: [!Ref Subnet]}}}
            Resources:
              F:
                Type: AWS::Serverless::Function
                Properties:
                  Runtime: java25
                  CodeUri: target/app.jar
                  Handler: !Ref Host
                  Role: !Sub '${Subnet}'
                  Environment: {Variables: {TABLE: !GetAtt Pets.Arn}}
              Pets: {Type: AWS::DynamoDB::Table, Properties: {TableName: !Ref Table}}
              Base: {Type: AWS::RDS::DBInstance, Properties: {MasterUserPassword: !Ref Password}}
            Outputs: {Net: {Value: !Ref Subnet}}
            """);
    assertEquals(
        "add --parameter Host=VALUE --parameter Stage=VALUE --parameter Table=VALUE",
        mistake.remedy());
  }

  @Test
  void a_parameter_that_no_function_needs_may_lack_a_value() throws IOException {
    assertEquals(
        List.of("F"),
        ids(
            read(
                """
                Parameters: {A: {Type: String}}
                Resources:
                  F: {Type: AWS::Serverless::Function, Properties: {Role: !Ref A}}
                """)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "!FindInMap [Stage, dev, Url]~no mapping has this name: Stage~write Stages",
        "!FindInMap [Stages, de, Url]~the mapping Stages has no key de~write dev",
        "!FindInMap [Stages, dev, Ur]~the key dev of the mapping Stages has no key Ur~write Url",
        "!If [IsPro, a, b]~no condition has this name: IsPro~write IsProd",
        "!Ref Stag~no parameter or resource has this name: Stag~write Stage",
        "!GetAtt Bucket.Arm~has no attribute Arm~write Arn",
        "!Select [3, [a]]~must choose one of 1 values: 3~give an index from 0",
        "!Cidr [10.0.0.0/30, 9, 8]~cannot divide~[block, count, bits]",
        "!Ref AWS::Regio~unknown pseudo parameter~AWS::Region",
        "!Sub '${Bucket.Nope}'~has no attribute Nope~use one of",
      })
  void what_AWS_refuses_is_refused_with_place_and_remedy(
      String written, String cause, String remedy) {
    UserMistake mistake =
        refused(
            (variable(written, SECTIONS) + "  Bucket: {Type: AWS::S3::Bucket}\n")
                .replace(
                    "Serverless::Function\n    Properties:\n",
                    "Lambda::Function\n    Properties:\n      Runtime: java25\n      Handler: a.B\n"
                        + "      Code: target/app.jar\n"));
    assertTrue(mistake.getMessage().contains(cause), mistake.getMessage());
    assertTrue(
        mistake.getMessage().startsWith(folder.resolve("template.yaml") + ":2"),
        mistake.getMessage());
    assertTrue(mistake.remedy().contains(remedy), mistake.remedy());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Conditions: {A: !Not [!Condition B], B: !Not [!Condition A]}~the condition A refers to"
            + " itself: A -> B -> A",
        "Conditions: {A: !Not [!Condition Nope]}~no condition has this name: Nope",
        "Conditions: {A: {a: b}}~a condition must be",
      })
  void conditions_that_cannot_be_decided_are_refused(String written) {
    String[] parts = written.split("~");
    UserMistake mistake =
        refused(parts[0] + "\nResources: {F: {Type: AWS::Serverless::Function}}\n");
    assertTrue(mistake.getMessage().contains(":4:"), mistake.getMessage());
    assertTrue(mistake.getMessage().contains(parts[1]), mistake.getMessage());
  }

  @Test
  void names_that_refer_to_each_other_are_refused() {
    UserMistake mistake =
        refused(
            """
            Resources:
              F: {Type: AWS::Serverless::Function, Properties: {FunctionName: !Ref G}}
              G: {Type: AWS::Serverless::Function, Properties: {FunctionName: !Ref F}}
            """);
    assertTrue(mistake.getMessage().contains("refers to itself"), mistake.getMessage());
  }

  @Test
  void loops_are_written_out() throws IOException {
    Application application =
        read(
            """
            Parameters: {Names: {Type: CommaDelimitedList, Default: 'Orders,Pets'}}
            Resources:
              Fn::ForEach::Functions:
                - Name
                - !Ref Names
                - Serve${Name}:
                    Type: AWS::Serverless::Function
                    Properties:
                      FunctionName: !Sub '${AWS::StackName}-${Name}'
                      Environment:
                        Variables:
                          NAME: ${Name}
                          REF: !Ref Name
                          Fn::ForEach::Sizes:
                            - Size
                            - ['1.5', '2']
                            - V&{Size}: 'v${Size}'
            """);
    assertEquals(List.of("ServeOrders", "ServePets"), ids(application));
    assertEquals(
        Map.of("NAME", "Pets", "REF", "Pets", "V15", "v1.5", "V2", "v2"),
        application.functions().getLast().environment());
    assertEquals("thaw-Pets", application.functions().getLast().name());
  }

  @Test
  void a_condition_may_ask_for_a_stored_value_where_another_parameter_has_the_condition()
      throws IOException {
    Application application =
        read(
            """
            Parameters: {Mode: {Type: 'AWS::SSM::Parameter::Value<String>', Default: /mode}}
            Conditions: {IsFast: !Equals [!Ref Mode, fast]}
            Resources:
              Key: {Type: AWS::SSM::Parameter, Condition: IsFast, Properties: {Name: /key, Type: String, Value: k}}
              Mode1: {Type: AWS::SSM::Parameter, Properties: {Name: /mode, Type: String, Value: fast}}
              F:
                Type: AWS::Serverless::Function
                Properties: {Environment: {Variables: {KEY: !Ref Key}}}
            """);
    assertEquals(List.of(), application.warnings());
    assertEquals(Map.of("KEY", "/key"), application.functions().getFirst().environment());
  }

  @Test
  void a_bucket_with_a_short_logical_id_has_a_name_that_s3_takes() throws IOException {
    Application application =
        read(
            """
            Resources:
              B: {Type: AWS::S3::Bucket}
              F:
                Type: AWS::Serverless::Function
                Properties: {Environment: {Variables: {BUCKET: !Ref B}}}
            """);
    String name = application.buckets().getFirst().name();
    assertTrue(name.matches("b-[0-9a-z]{12}"), name);
    assertEquals(Map.of("BUCKET", name), application.functions().getFirst().environment());
  }

  @Test
  void a_table_with_a_short_logical_id_has_a_name_that_dynamodb_takes() throws IOException {
    Application application =
        read(
            """
            Resources:
              Ab: {Type: AWS::Serverless::SimpleTable}
              T:
                Type: AWS::DynamoDB::Table
                Properties:
                  AttributeDefinitions: [{AttributeName: id, AttributeType: S}]
                  KeySchema: [{AttributeName: id, KeyType: HASH}]
                  StreamSpecification: {StreamViewType: NEW_IMAGE}
              F:
                Type: AWS::Serverless::Function
                Properties:
                  Environment: {Variables: {TABLE: !Ref T, ARN: !GetAtt T.Arn, OTHER: !Ref Ab}}
                  Events:
                    Changes:
                      Type: DynamoDB
                      Properties: {Stream: !GetAtt T.StreamArn, StartingPosition: LATEST}
            """);
    assertEquals(List.of(), application.warnings());
    Map<String, String> names =
        application.tables().stream()
            .collect(Collectors.toMap(TableDefinition::logicalId, TableDefinition::name));
    String name = names.get("T");
    assertTrue(name.matches("T-[0-9a-z]{12}"), name);
    assertTrue(names.get("Ab").matches("Ab-[0-9a-z]{12}"), names::toString);
    application
        .tables()
        .forEach(table -> assertEquals(table.name(), table.properties().get("TableName")));
    String arn = "arn:aws:dynamodb:us-east-1:123456789012:table/" + name;
    FunctionDefinition function = application.functions().getFirst();
    assertEquals(
        Map.of("TABLE", name, "ARN", arn, "OTHER", names.get("Ab")), function.environment());
    assertTrue(application.sources().toString().contains(arn), application::toString);
  }

  @Test
  void stored_values_are_those_of_the_template_and_of_files() throws IOException {
    Files.createDirectories(folder.resolve("data/parameters/app"));
    Files.createDirectories(folder.resolve("data/secrets"));
    Files.writeString(folder.resolve("data/parameters/app/zones"), "a,b\n");
    Files.writeString(folder.resolve("data/secrets/key"), "plain");
    String template =
        """
        Parameters:
          Url: {Type: 'AWS::SSM::Parameter::Value<String>', Default: /app/url}
          Zones: {Type: 'AWS::SSM::Parameter::Value<List<String>>', Default: /app/zones}
          Absent: {Type: 'AWS::SSM::Parameter::Value<String>', Default: /app/absent}
        Resources:
          Stored: {Type: AWS::SSM::Parameter, Properties: {Name: /app/url, Type: String, Value: http://stored}}
          Secret: {Type: AWS::SecretsManager::Secret, Properties: {Name: db, SecretString: '{"user":"pepper"}'}}
          F:
            Type: AWS::Serverless::Function
            Properties:
              Environment:
                Variables:
                  URL: !Ref Url
                  ZONES: !Join ['+', !Ref Zones]
                  ZONE: !Select [1, !Ref Zones]
                  DYNAMIC: 'is {{resolve:ssm:/app/url:1}}'
                  SECURE: '{{resolve:ssm-secure:/app/zones}}'
                  USER: '{{resolve:secretsmanager:db:SecretString:user}}'
                  BY_ARN: !Sub '{{resolve:secretsmanager:${Secret}:SecretString:user}}'
                  WHOLE: '{{resolve:secretsmanager:key}}'
                  ABSENT: !Ref Absent
                  NO_KEY: '{{resolve:secretsmanager:db:SecretString:word}}'
        """;
    ReadOptions options =
        ReadOptions.defaults()
            .withElsewhere(
                new ReadOptions.Elsewhere(
                    Map.of(), Map.of(), Map.of(), List.of(folder.resolve("data")), List.of()));
    Application application = read(template, options);
    assertEquals(
        Map.of(
            "URL", "http://stored",
            "ZONES", "a+b",
            "ZONE", "b",
            "DYNAMIC", "is http://stored",
            "SECURE", "a,b",
            "USER", "pepper",
            "BY_ARN", "pepper",
            "WHOLE", "plain"),
        application.functions().getFirst().environment());
    assertTrue(
        application
            .warnings()
            .toString()
            .contains(
                "variable ABSENT is left out: no value is stored for the parameter /app/absent;"
                    + " write it into the file parameters/app/absent of a folder for --seed, or add"
                    + " --parameter Absent=VALUE"),
        application.warnings()::toString);
    assertEquals(
        "told",
        read(template, options.withParameters(Map.of("Absent", "told")))
            .functions()
            .getFirst()
            .environment()
            .get("ABSENT"));
  }

  @Test
  void all_that_is_not_stored_is_told_in_one_line() throws IOException {
    String template =
        """
        Transform: AWS::Serverless-2016-10-31
        Resources:
          F:
            Type: AWS::Serverless::Function
            Properties:
              Handler: a.B
              Runtime: java21
              CodeUri: .
              Environment:
                Variables:
                  BOTH: '{{resolve:ssm:/b}} {{resolve:ssm:a}}'
                  SECRET: '{{resolve:secretsmanager:c:SecretString:d}}'
        """;

    List<String> warnings = read(template, ReadOptions.defaults()).warnings();

    assertTrue(
        warnings.contains(
            "a folder for --seed needs all of: parameters/a, parameters/b, secrets/c.json"),
        warnings::toString);
    assertTrue(
        read(
                template.replace("'{{resolve:ssm:/b}} {{resolve:ssm:a}}'", "x"),
                ReadOptions.defaults())
            .warnings()
            .stream()
            .noneMatch(line -> line.contains("needs all of")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "AWS::SSM::Parameter~Value~Type: String, Value: !Sub"
            + " 'https://${AWS::Region}'~https://us-east-1",
        "AWS::SSM::Parameter~Type~Type: String, Value: a~String",
        "AWS::EC2::VPC~CidrBlock~CidrBlock: 10.0.0.0/16~10.0.0.0/16",
        "AWS::DocDB::DBCluster~Port~Port: 27017, MasterUsername: a~27017",
      })
  void a_property_that_AWS_gives_as_an_attribute_is_the_declared_one(
      String type, String attribute, String properties, String expected) throws IOException {
    String template =
        variable("!GetAtt X." + attribute, "")
            + "  X: {Type: %s, Properties: {%s}}\n".formatted(type, properties);
    assertEquals(expected, read(template).functions().getFirst().environment().get("VALUE"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "AWS::KinesisFirehose::DeliveryStream~DeliveryStreamName: shop~shop",
        "AWS::DynamoDB::GlobalTable~TableName: shop, KeySchema: [{AttributeName: id, KeyType:"
            + " HASH}], AttributeDefinitions: [{AttributeName: id, AttributeType: S}]~shop",
        "AWS::Events::Rule~Name: shop~shop",
        "AWS::Cognito::UserPoolDomain~Domain: shop, UserPoolId: p~shop",
        "AWS::Kinesis::Stream~ShardCount: 1~X",
      })
  void a_reference_gives_the_property_that_names_the_resource(
      String type, String properties, String expected) throws IOException {
    String template =
        variable("!Ref X", "") + "  X: {Type: %s, Properties: {%s}}\n".formatted(type, properties);
    assertEquals(expected, read(template).functions().getFirst().environment().get("VALUE"));
  }

  @Test
  void the_alias_that_SAM_publishes_has_its_own_name() throws IOException {
    String template =
        variable("!Ref X.Alias", "")
            + "  X: {Type: AWS::Serverless::Function, Properties: {AutoPublishAlias: prod}}\n";
    assertTrue(
        read(template)
            .functions()
            .getFirst()
            .environment()
            .get("VALUE")
            .endsWith(":function:X:prod"));
  }

  @Test
  void what_only_AWS_makes_is_asked_for_by_its_name() throws IOException {
    String template =
        variable("!Ref Pool", "")
            + """
                      HOST: !GetAtt Db.Endpoint.Address
              Pool: {Type: AWS::Cognito::UserPool}
              Db: {Type: AWS::RDS::DBInstance}
            """;
    Application application = read(template);
    assertEquals(Map.of(), application.functions().getFirst().environment());
    assertTrue(
        application
            .warnings()
            .toString()
            .contains(
                "variable HOST is left out: only AWS knows Db.Endpoint.Address; add --attribute"
                    + " Db.Endpoint.Address=VALUE, or attributes: in thaw.yaml"),
        application.warnings()::toString);
    ReadOptions options =
        ReadOptions.defaults()
            .withElsewhere(
                new ReadOptions.Elsewhere(
                    Map.of(),
                    Map.of("Pool", "us-east-1_a", "Db.Endpoint.Address", "localhost"),
                    Map.of(),
                    List.of(),
                    List.of()));
    assertEquals(
        Map.of("VALUE", "us-east-1_a", "HOST", "localhost"),
        read(template, options).functions().getFirst().environment());
  }

  @Test
  void another_account_is_given_where_mappings_go_by_it() throws IOException {
    String template =
        variable(
            "!FindInMap [Accounts, !Ref AWS::AccountId, Stage]",
            """
            Mappings:
              Accounts:
                '111122223333': {Stage: build}
            """);
    assertEquals(
        "name one of its accounts: --parameter AWS::AccountId=111122223333",
        refused(template).remedy());
    ReadOptions options =
        ReadOptions.defaults().withParameters(Map.of("AWS::AccountId", "111122223333"));
    assertEquals(
        Map.of("VALUE", "build"), read(template, options).functions().getFirst().environment());
  }

  @Test
  void a_function_that_is_there_as_a_parameter_says_asks_for_the_parameter() {
    UserMistake mistake =
        refused(
            """
            Parameters: {Stage: {Type: String}}
            Conditions: {IsProd: !Equals [!Ref Stage, prod]}
            Resources:
              F: {Type: AWS::Serverless::Function, Condition: IsProd}
            """);
    assertEquals("add --parameter Stage=VALUE", mistake.remedy());
  }

  @Test
  void what_is_not_known_beside_a_function_leaves_only_that_out() throws IOException {
    Application application =
        read(
            """
            Resources:
              F:
                Type: AWS::Serverless::Function
                Properties:
                  EventInvokeConfig:
                    DestinationConfig: {OnSuccess: {Type: EventBridge, Destination: !ImportValue bus}}
                  Events:
                    Post: {Type: Api, Properties: {Path: /a, Method: post}}
                    Get: {Type: Api, Properties: {Path: /b, Method: get, RestApiId: !ImportValue api}}
              Key: {Type: AWS::ApiGateway::UsagePlanKey, Properties: {KeyId: !ImportValue key, UsagePlanId: !Ref Plan, KeyType: API_KEY}}
              Plan: {Type: AWS::ApiGateway::UsagePlan}
              Opens: {Type: AWS::ApiGateway::ApiKey, Properties: {Enabled: true, Value: !ImportValue value}}
              Elsewhere: {Type: AWS::Serverless::Api, Properties: {StageName: !ImportValue stage}}
              Orders: {Type: AWS::SQS::Queue, Properties: {QueueName: !ImportValue queue}}
              Files: {Type: AWS::S3::Bucket, Properties: {BucketName: !ImportValue bucket}}
              Encrypted: {Type: AWS::SQS::Queue, Properties: {KmsMasterKeyId: !ImportValue key}}
              Pets: {Type: AWS::DynamoDB::Table, Properties: {TableName: !ImportValue table}}
            """);
    assertEquals(List.of("F"), ids(application));
    assertEquals(
        List.of("POST /a"),
        application.apis().getFirst().routes().stream().map(route -> route.key()).toList());
    assertEquals(
        List.of("Encrypted"), application.queues().stream().map(each -> each.name()).toList());
    assertEquals(List.of(), application.tables());
    assertTrue(
        application.warnings().stream()
            .anyMatch(each -> each.contains("the API key Opens has a value of its own here: no")),
        application.warnings()::toString);
    for (String left :
        List.of(
            "the API Elsewhere", "Destination", "the event", "Key", "Orders", "Files", "Pets")) {
      assertTrue(
          application.warnings().stream()
              .anyMatch(each -> each.contains(": " + left + " is left out: no stack here exports")),
          left + ": " + application.warnings());
    }
  }

  @Test
  void a_layer_of_elsewhere_may_have_a_copy_here() throws IOException {
    Files.createDirectories(folder.resolve("adapter"));
    String template =
        """
        Resources:
          F:
            Type: AWS::Serverless::Function
            Properties:
              Layers:
                - !Sub arn:aws:lambda:${AWS::Region}:753240598075:layer:LambdaAdapterLayerX86:23
        """;
    Application without = read(template);
    assertTrue(
        without.warnings().toString().contains("or name a copy of it under layers: in thaw.yaml"),
        without.warnings()::toString);
    for (String name :
        List.of(
            "LambdaAdapterLayerX86",
            "arn:aws:lambda:us-east-1:753240598075:layer:LambdaAdapterLayerX86:23")) {
      ReadOptions options =
          ReadOptions.defaults()
              .withElsewhere(
                  new ReadOptions.Elsewhere(
                      Map.of(),
                      Map.of(),
                      Map.of(name, folder.resolve("adapter")),
                      List.of(),
                      List.of()));
      Application application = read(template, options);
      assertEquals(1, application.functions().getFirst().layers().size());
      assertEquals(List.of(), application.warnings());
    }
  }

  @Test
  void a_consumer_of_a_stream_stands_for_the_stream() throws IOException {
    Application application =
        read(
            """
            Resources:
              F:
                Type: AWS::Serverless::Function
                Properties:
                  Events:
                    E: {Type: Kinesis, Properties: {Stream: !GetAtt Reader.ConsumerARN, StartingPosition: LATEST}}
              Clicks: {Type: AWS::Kinesis::Stream, Properties: {ShardCount: 1}}
              Reader: {Type: AWS::Kinesis::StreamConsumer, Properties: {StreamARN: !GetAtt Clicks.Arn, ConsumerName: r}}
            """);
    assertEquals(
        List.of("Clicks"), application.streams().stream().map(each -> each.name()).toList());
    assertTrue(
        application.sources().toString().contains("stream/Clicks,"),
        application.sources()::toString);
  }

  @Test
  void five_hundred_functions_that_each_refer_to_the_next_one_are_read() throws IOException {
    StringBuilder text =
        new StringBuilder("Parameters: {Stage: {Type: String, Default: dev}}\nResources:\n");
    for (int i = 0; i < 500; i++) {
      text.append(
          """
            F%1$d:
              Type: AWS::Serverless::Function
              Properties:
                FunctionName: !Sub '${Stage}-%1$d'
                Environment:
                  Variables: {QUEUE: !Ref F%2$d, ARN: !GetAtt F%2$d.Arn, STAGE: !Join ['-', [a, !Ref Stage]]}
          """
              .formatted(i, i + 1));
    }
    text.append("  F500: {Type: AWS::SQS::Queue}\n");
    assertEquals(500, read(text.toString()).functions().size());
  }

  @Test
  void a_long_logical_id_makes_a_name_that_is_cut() throws IOException {
    String id = "A".repeat(70);
    Application application =
        read("Resources: {%s: {Type: AWS::Serverless::Function}}\n".formatted(id));
    String name = application.functions().getFirst().name();
    assertEquals(64, name.length());
    assertTrue(name.startsWith("A".repeat(51) + "-"), name);
  }

  @Test
  void globals_are_merged_as_SAM_does_it() throws IOException {
    Application application =
        read(
            """
            Conditions: {Never: !Equals [a, b]}
            Resources:
              F:
                Type: AWS::Serverless::Function
                Properties:
                  Environment: !If [Never, {Variables: {ONE: 1}}, {Variables: {TWO: 2}}]
              G:
                Type: AWS::Serverless::Function
                IgnoreGlobals: [Environment]
            """);
    assertEquals(Map.of("TWO", "2"), application.functions().getFirst().environment());
  }

  @Test
  void nested_stacks_have_their_functions_run_and_their_outputs_known() throws IOException {
    Files.createDirectories(folder.resolve("child"));
    Files.writeString(folder.resolve("child/app.jar"), "");
    Files.writeString(
        folder.resolve("child/template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Parameters: {Stage: {Type: String}, List: {Type: CommaDelimitedList}}
        Resources:
          F:
            Type: AWS::Serverless::Function
            Properties: {Runtime: java25, Handler: a.B, CodeUri: app.jar, Environment: {Variables: {STAGE: !Ref Stage}}}
          Inner:
            Type: AWS::Serverless::Function
            Properties:
              Runtime: java25
              Handler: a.B
              CodeUri: app.jar
              Layers: [!Ref Layer]
              Environment: {Variables: {OTHER: !Ref F, LAST: !Select [1, !Ref List]}}
          Layer: {Type: AWS::Serverless::LayerVersion, Properties: {ContentUri: layer}}
          Orders: {Type: AWS::SQS::Queue}
        Outputs:
          Queue: {Value: !GetAtt Orders.Arn}
        """);
    Files.createDirectories(folder.resolve("child/layer"));
    Application application =
        read(
            """
            Resources:
              F:
                Type: AWS::Serverless::Function
                Properties:
                  Environment: {Variables: {QUEUE: !GetAtt Child.Outputs.Queue}}
              Child:
                Type: AWS::Serverless::Application
                Properties:
                  Location: child/template.yaml
                  Parameters: {Stage: !Sub '${AWS::Region}', List: [a, b]}
            """);
    assertEquals(List.of("F", "ChildF", "Inner"), ids(application));
    List<FunctionDefinition> functions = application.functions();
    assertEquals(
        Map.of("QUEUE", "arn:aws:sqs:us-east-1:123456789012:Orders"),
        functions.getFirst().environment());
    assertEquals("us-east-1", functions.get(1).environment().get("STAGE"));
    assertEquals(Map.of("OTHER", "ChildF", "LAST", "b"), functions.get(2).environment());
    assertEquals(1, functions.get(2).layers().size());
    assertTrue(
        functions.get(2).code().toString().contains("child/app.jar"),
        functions.get(2).code()::toString);
    assertEquals(1, application.queues().size());
    assertEquals(List.of(), application.warnings());
  }

  @Test
  void nested_stacks_that_lead_to_themselves_are_refused() throws IOException {
    UserMistake mistake =
        refused(
            """
            Resources:
              F: {Type: AWS::Serverless::Function}
              Child: {Type: AWS::CloudFormation::Stack, Properties: {TemplateURL: template.yaml}}
            """);
    assertTrue(
        mistake.getMessage().contains(":6:3: the stack Child leads to itself"),
        mistake.getMessage());
  }

  @Test
  void exports_of_stacks_beside_it_are_known() throws IOException {
    Files.writeString(
        folder.resolve("A.template.json"),
        """
        {"Resources": {"B": {"Type": "AWS::S3::Bucket", "Properties": {"BucketName": "shop"}}},
         "Outputs": {"O": {"Value": {"Ref": "B"}, "Export": {"Name": "A:ExportsOutputRefB"}}}}
        """);
    Path file = folder.resolve("B.template.json");
    Files.writeString(
        file,
        """
        {"Resources": {"F": {"Type": "AWS::Lambda::Function", "Properties": {
           "Runtime": "java25", "Handler": "a.B", "Code": "target/app.jar",
           "Environment": {"Variables": {"BUCKET": {"Fn::ImportValue": "A:ExportsOutputRefB"}}}}}}}
        """);
    assertEquals(
        Map.of("BUCKET", "shop"),
        ApplicationReader.read(file, ReadOptions.defaults()).functions().getFirst().environment());
  }

  @Test
  void what_a_named_stack_has_is_there_also_for_a_package_without_a_template() throws IOException {
    Path data = Files.createDirectories(folder.resolve("data")).resolve("template.yaml");
    Files.writeString(
        data,
        """
        Resources:
          F:
            Type: AWS::Serverless::SimpleTable
          Jobs:
            Type: AWS::SQS::Queue
          Other:
            Type: AWS::Serverless::Function
            Properties: {Runtime: java25, Handler: a.B, CodeUri: nowhere.jar}
        Outputs:
          Queue:
            Value: !Ref Jobs
            Export: {Name: jobs}
        """);
    Path template = folder.resolve("template.yaml");
    Files.writeString(
        template,
        """
        Resources:
          F:
            Type: AWS::Serverless::Function
            Properties:
              Runtime: java25
              Handler: a.B
              CodeUri: target/app.jar
              Environment: {Variables: {QUEUE: !ImportValue jobs}}
        """);
    ReadOptions options =
        ReadOptions.defaults()
            .withHandler("a.B")
            .withElsewhere(
                new ReadOptions.Elsewhere(
                    Map.of(), Map.of(), Map.of(), List.of(), List.of(data.toAbsolutePath())));
    Application application = ApplicationReader.read(template, options);
    assertEquals(List.of("F"), ids(application.functions(), FunctionDefinition::logicalId));
    assertEquals(List.of("dataF"), ids(application.tables(), TableDefinition::logicalId));
    assertTrue(application.functions().getFirst().environment().get("QUEUE").endsWith("/Jobs"));

    Application bare = ApplicationReader.read(folder.resolve("target/app.jar"), options);
    assertEquals(List.of("app.jar"), ids(bare.functions(), FunctionDefinition::logicalId));
    assertEquals(List.of("F"), ids(bare.tables(), TableDefinition::logicalId));
    assertEquals(List.of("Jobs"), ids(bare.queues(), Queue::logicalId));
    assertEquals(List.of(), bare.warnings());
  }

  private static <T> List<String> ids(List<T> all, Function<T, String> id) {
    return all.stream().map(id).toList();
  }

  private Application beside(String data, String shop) throws IOException {
    Files.writeString(folder.resolve("Data.template.json"), data);
    Path file = folder.resolve("Shop.template.json");
    Files.writeString(file, shop);
    return ApplicationReader.read(file, ReadOptions.defaults());
  }

  /** CDK exports a table's ARN for the policy; the program has the table's name in its code. */
  @Test
  void what_a_stack_beside_it_has_is_served_along_if_its_exports_are_imported() throws IOException {
    String table =
        """
        "T": {"Type": "AWS::DynamoDB::Table", "Properties": {
           "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
           "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}]}}\
        """;
    Files.writeString(
        folder.resolve("Base.template.json"),
        """
        {"Resources": {"Q": {"Type": "AWS::SQS::Queue"}, %s},
         "Outputs": {"O": {"Value": {"Fn::GetAtt": ["Q", "Arn"]}, "Export": {"Name": "Base:Q"}}}}
        """
            .formatted(table));
    Files.writeString(
        folder.resolve("Other.template.json"),
        """
        {"Resources": {"S": {"Type": "AWS::S3::Bucket"}},
         "Outputs": {"O": {"Value": {"Ref": "S"}, "Export": {"Name": "Other:S"}}}}
        """);
    Application application =
        beside(
            """
            {"Resources": {"S": {"Type": "AWS::SNS::Topic"}, %s,
               "Provider": {"Type": "AWS::Lambda::Function", "Properties": {
                 "Runtime": "java25", "Handler": "a.B", "Code": "target/app.jar"}}},
             "Outputs": {
               "O": {"Value": {"Fn::GetAtt": ["T", "Arn"]}, "Export": {"Name": "Data:T"}},
               "P": {"Value": {"Fn::ImportValue": "Base:Q"}, "Export": {"Name": "Data:P"}}}}
            """
                .formatted(table),
            """
            {"Resources": {%s,
               "F": {"Type": "AWS::Lambda::Function", "Properties": {
                 "Runtime": "java25", "Handler": "a.B", "Code": "target/app.jar",
                 "Environment": {"Variables": {"QUEUE": {"Fn::ImportValue": "Data:P"}}}}},
               "P": {"Type": "AWS::IAM::Policy", "Properties": {"PolicyDocument": {"Statement": [
                 {"Resource": {"Fn::ImportValue": "Data:T"}}]}}}}}
            """
                .formatted(table));
    assertEquals(
        List.of("F"), application.functions().stream().map(FunctionDefinition::logicalId).toList());
    assertEquals(
        List.of("BaseT", "DataT", "T"),
        application.tables().stream().map(TableDefinition::logicalId).sorted().toList());
    assertEquals(List.of("Q"), application.queues().stream().map(each -> each.name()).toList());
    assertEquals(List.of("S"), application.topics().stream().map(each -> each.name()).toList());
    assertEquals(List.of(), application.buckets());
    assertEquals(
        List.of(
            folder.resolve("Shop.template.json")
                + ": resources of Data and Base are served along: this stack imports exports, or"
                + " has names of them"),
        application.warnings());
  }

  @Test
  void what_a_stack_beside_it_has_is_served_along_if_a_variable_or_policy_names_it()
      throws IOException {
    Application application =
        beside(
            """
            {"Resources": {
               "A": {"Type": "AWS::SQS::Queue", "Properties": {"QueueName": "orders"}},
               "B": {"Type": "AWS::S3::Bucket", "Properties": {"BucketName": "bills"}},
               "C": {"Type": "AWS::S3::Bucket", "Properties": {"BucketName": "letters"}}}}
            """,
            """
            {"Resources": {
               "C": {"Type": "AWS::S3::Bucket", "Properties": {"BucketName": "letters"}},
               "F": {"Type": "AWS::Lambda::Function", "Properties": {
                 "Runtime": "java25", "Handler": "a.B", "Code": "target/app.jar",
                 "Environment": {"Variables": {"BUCKET": "bills", "LETTERS": {"Ref": "C"}}}}},
               "P": {"Type": "AWS::IAM::Policy", "Properties": {"PolicyDocument": {"Statement": [
                 {"Resource": {"Fn::Sub": "arn:aws:sqs:${AWS::Region}:${AWS::AccountId}:orders"}}]}}}}}
            """);
    assertEquals(
        List.of("orders"), application.queues().stream().map(each -> each.name()).toList());
    assertEquals(
        List.of("letters", "bills"),
        application.buckets().stream().map(each -> each.name()).toList());
  }

  @Test
  void exports_that_go_in_a_circle_are_refused() throws IOException {
    Files.writeString(
        folder.resolve("Other.template.json"),
        """
        {"Resources": {}, "Outputs": {"O": {"Value": {"Fn::ImportValue": "a"}, "Export": {"Name": "b"}}}}
        """);
    UserMistake mistake =
        assertThrows(
            UserMistake.class,
            () ->
                beside(
                    """
                    {"Resources": {}, "Outputs": {"O": {"Value": {"Fn::ImportValue": "b"}, "Export": {"Name": "a"}}}}
                    """,
                    """
                    {"Resources": {"F": {"Type": "AWS::Lambda::Function", "Properties": {
                       "Runtime": "java25", "Handler": "a.B", "Code": "target/app.jar",
                       "Environment": {"Variables": {"LOOP": {"Fn::ImportValue": "a"}}}}}}}
                    """));
    assertEquals(
        folder.resolve("Data.template.json") + ":1:46: the export b refers to itself",
        mistake.getMessage());
  }

  @Test
  void layers_and_parameters_of_stacks_beside_it_are_known() throws IOException {
    Files.createDirectories(folder.resolve("layer/java/lib"));
    Files.writeString(
        folder.resolve("A.template.json"),
        """
        {"Resources": {
           "L": {"Type": "AWS::Lambda::LayerVersion", "Properties": {"LayerName": "shared", "Content": "layer"}},
           "P": {"Type": "AWS::SSM::Parameter", "Properties": {"Name": "/layer", "Type": "String", "Value": {"Ref": "L"}}},
           "T": {"Type": "AWS::SSM::Parameter", "Properties": {"Name": "/table", "Type": "String", "Value": "orders"}}},
         "Outputs": {"O": {"Value": {"Ref": "L"}, "Export": {"Name": "A:ExportsOutputRefL"}}}}
        """);
    Path file = folder.resolve("B.template.json");
    for (String layer :
        List.of("{\"Fn::ImportValue\": \"A:ExportsOutputRefL\"}", "{\"Ref\": \"Layer\"}")) {
      Files.writeString(
          file,
          """
          {"Parameters": {
             "Layer": {"Type": "AWS::SSM::Parameter::Value<String>", "Default": "/layer"},
             "Table": {"Type": "AWS::SSM::Parameter::Value<String>", "Default": "/table"}},
           "Resources": {"F": {"Type": "AWS::Lambda::Function", "Properties": {
             "Runtime": "java25", "Handler": "a.B", "Code": "target/app.jar", "Layers": [%s],
             "Environment": {"Variables": {"TABLE": {"Ref": "Table"}}}}}}}
          """
              .formatted(layer));
      Application application = ApplicationReader.read(file, ReadOptions.defaults());
      assertFalse(application.warnings().toString().contains("left out"));
      FunctionDefinition function = application.functions().getFirst();
      assertEquals(Map.of("TABLE", "orders"), function.environment());
      assertEquals(
          List.of(folder.resolve("layer")),
          function.layers().stream().map(each -> each.path().normalize()).toList());
    }
  }

  @Test
  void aliases_of_aliases_without_end_are_refused() throws IOException {
    StringBuilder text = new StringBuilder("Metadata:\n  A0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 12; i++) {
      text.append("  A%d: &a%d [%s]\n".formatted(i, i, ("*a" + (i - 1) + ", ").repeat(10)));
    }
    UserMistake mistake = refused(text + "Resources: {F: {Type: AWS::Serverless::Function}}\n");
    assertTrue(mistake.getMessage().contains("aliases"), mistake.getMessage());
    assertTrue(mistake.getMessage().contains("template.yaml:"), mistake.getMessage());
  }

  @Test
  void merge_keys_take_over_members() throws IOException {
    Application application =
        read(
            """
            Metadata: {Usual: &usual {MemorySize: 512, Timeout: 9}}
            Resources:
              F: {Type: AWS::Serverless::Function, Properties: {<<: *usual, Timeout: 4}}
            """);
    assertEquals(512, application.functions().getFirst().memory().mebibytes());
    assertEquals(4, application.functions().getFirst().timeout().toSeconds());
  }
}
