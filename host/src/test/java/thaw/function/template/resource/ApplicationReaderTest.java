package thaw.function.template.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.function.Api;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.ManagedInstances;
import thaw.function.MemorySize;
import thaw.function.packaging.CodeSource;
import thaw.function.template.ReadOptions;
import thaw.problem.UserMistake;

class ApplicationReaderTest {
  private static final ReadOptions OPTIONS = ReadOptions.defaults();
  private static final String NO_EFFECT =
      "SnapStart has no effect on $LATEST: publish a version, or name one by AutoPublishAlias";

  @TempDir Path folder;

  @BeforeEach
  void an_artefact_is_built() throws IOException {
    Files.createDirectory(folder.resolve("target"));
    Files.writeString(folder.resolve("target/app.jar"), "");
  }

  @Test
  void tracing_is_active_where_globals_or_the_function_say_so() throws IOException {
    String template =
        """
        Transform: AWS::Serverless-2016-10-31
        Globals:
          Function: {Runtime: java25, CodeUri: target/app.jar, Handler: a.B, Tracing: Active}
        Resources:
          Inherits: {Type: AWS::Serverless::Function}
          Passes: {Type: AWS::Serverless::Function, Properties: {Tracing: PassThrough}}
          Plain:
            Type: AWS::Lambda::Function
            Properties: {Runtime: java25, Code: target/app.jar, Handler: a.B}
          Config:
            Type: AWS::Lambda::Function
            Properties:
              Runtime: java25
              Code: target/app.jar
              Handler: a.B
              TracingConfig: {Mode: Active}
        """;
    assertEquals(
        List.of(true, false, false, true),
        read(template).functions().stream().map(FunctionDefinition::tracesActively).toList());
    UserMistake mistake =
        assertThrows(
            UserMistake.class, () -> read(template.replace("Tracing: PassThrough", "Tracing: On")));
    assertTrue(
        mistake.getMessage().endsWith("Tracing must be Active, PassThrough or Disabled: On"),
        mistake.getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{a: ", "- "})
  void a_template_that_is_nested_without_end_is_a_mistake(String opening) throws IOException {
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> read("Resources: \n  " + opening.repeat(50_000)));
    assertTrue(mistake.getMessage().contains("nest"), mistake.getMessage());
  }

  @Test
  void a_template_that_is_much_too_large_is_refused_before_it_is_searched() throws IOException {
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> read("Resources: [" + ", ".repeat(10_000_000)));
    assertTrue(mistake.getMessage().contains("at most 3145728 bytes"), mistake.getMessage());
  }

  @Test
  void variables_of_more_than_four_kilobytes_are_refused_as_by_lambda() throws IOException {
    String template =
        """
        Resources:
          F:
            Type: AWS::Serverless::Function
            Properties:
              Runtime: java25
              CodeUri: target/app.jar
              Handler: a.B
              Environment: {Variables: {A: "VALUE"}}
        """;
    int most = 4096 - "{\"A\":\"\"}".length();
    assertEquals(
        most,
        read(template.replace("VALUE", "x".repeat(most)))
            .functions()
            .getFirst()
            .environment()
            .get("A")
            .length());
    UserMistake mistake =
        assertThrows(
            UserMistake.class, () -> read(template.replace("VALUE", "x".repeat(most + 1))));
    assertTrue(
        mistake.getMessage().endsWith("must be at most 4 KB together: 4097 bytes"),
        mistake.getMessage());
  }

  @Test
  void a_template_like_those_of_powertools_is_read_whole() throws IOException {
    Application application =
        read(
            """
            AWSTemplateFormatVersion: '2010-09-09'
            Transform: AWS::Serverless-2016-10-31
            Parameters:
              Stage: {Type: String, Default: prod}
            Globals:
              Function:
                Timeout: 20
                Runtime: java21
                MemorySize: 512
                CodeUri: target/app.jar
                Tracing: Active
                SnapStart:
                  ApplyOn: PublishedVersions
                Architectures:
                  #- arm64
                  - x86_64   \s
                Environment:
                  Variables:
                    JAVA_TOOL_OPTIONS: -XX:+TieredCompilation -XX:TieredStopAtLevel=1
                    TABLE: !Ref Products
                    LEVEL: INFO
              Api:
                EndpointConfiguration: REGIONAL
            Resources:
              Create:
                Type: AWS::Serverless::Function
                DependsOn: MyApiStage
                Properties:
                  FunctionName: !Sub ${Stage}-create
                  Handler: software.CreateHandler::handleRequest
                  MemorySize: 1024
                  ReservedConcurrentExecutions: 5
                  AutoPublishAlias: live
                  Policies:
                    - DynamoDBCrudPolicy: {TableName: !Ref Products}
                  Environment:
                    Variables:
                      LEVEL: DEBUG
                      QUEUE: !GetAtt Orders.Arn
                  Events:
                    Post:
                      Type: Api
                      Properties: {RestApiId: !Ref MyApi, Path: '/{id}', Method: post}
              Get:
                Type: AWS::Serverless::Function
                Properties:
                  Handler: software.GetHandler
              MyApi:
                Type: AWS::Serverless::Api
                Properties: {StageName: !Ref Stage}
              Orders:
                Type: AWS::SQS::Queue
              Products:
                Type: AWS::DynamoDB::Table
                Properties:
                  TableName: product-table
                  AttributeDefinitions: [{AttributeName: PK, AttributeType: S}]
                  KeySchema: [{AttributeName: PK, KeyType: HASH}]
              Pool:
                Type: AWS::Cognito::UserPool
            Outputs:
              Url: {Value: !Sub 'https://${MyApi}.execute-api.${AWS::Region}.amazonaws.com/'}
            """);
    FunctionDefinition create = application.functions().getFirst();
    FunctionDefinition get = application.functions().getLast();
    assertEquals(List.of("Create", "Get"), ids(application));
    assertEquals("prod-create", create.name());
    assertEquals("Get", get.name());
    assertEquals(new MemorySize(1024), create.memory());
    assertEquals(OptionalInt.of(5), create.reservedConcurrency());
    assertEquals(OptionalInt.empty(), get.reservedConcurrency());
    assertEquals(new MemorySize(512), get.memory());
    assertEquals(Duration.ofSeconds(20), get.timeout());
    assertEquals("java21", create.runtime());
    assertTrue(create.snapStart());
    assertEquals(new CodeSource.Archive(folder.resolve("target/app.jar")), get.code());
    assertEquals(
        Map.of(
            "JAVA_TOOL_OPTIONS",
            "-XX:+TieredCompilation -XX:TieredStopAtLevel=1",
            "TABLE",
            "product-table",
            "LEVEL",
            "DEBUG",
            "QUEUE",
            "arn:aws:sqs:us-east-1:123456789012:Orders"),
        create.environment());
    assertEquals("INFO", get.environment().get("LEVEL"));
    assertEquals("product-table", application.tables().getFirst().name());
    assertEquals(
        List.of(
            template() + ":44:3: function Get: " + NO_EFFECT,
            template() + ":59:3: Pool (AWS::Cognito::UserPool) is not provided locally"),
        application.warnings());
    assertEquals(folder, application.root());
  }

  static Stream<Arguments> environment_values_are_strings_as_on_cloudformation() {
    return Stream.of(
        Arguments.of("plain", "plain"),
        Arguments.of("42", "42"),
        Arguments.of("1.50", "1.50"),
        Arguments.of("012", "012"),
        Arguments.of("True", "true"),
        Arguments.of("'True'", "True"),
        Arguments.of("\"\"", ""),
        Arguments.of("'{\"a\": 1}'", "{\"a\": 1}"),
        Arguments.of("!Ref Stage", "prod"),
        Arguments.of("{Ref: Stage}", "prod"),
        Arguments.of("!Ref AWS::Region", "us-east-1"),
        Arguments.of("!Ref Named", "named-table"),
        Arguments.of("!Ref Simple", "Simple"),
        Arguments.of("!Ref Bucket", "bucket"),
        Arguments.of("!Ref Queue", "https://sqs.us-east-1.amazonaws.com/123456789012/Queue"),
        Arguments.of("!Ref Topic", "arn:aws:sns:us-east-1:123456789012:Topic"),
        Arguments.of("!Ref Fn", "prod-fn"),
        Arguments.of("!Ref Fn.Version", "arn:aws:lambda:us-east-1:123456789012:function:prod-fn:1"),
        Arguments.of("!Ref ServerlessRestApi", Api.idOf("ServerlessRestApi")),
        Arguments.of("!GetAtt FnRole.Arn", "arn:aws:iam::123456789012:role/FnRole"),
        Arguments.of("!GetAtt Fn.Arn", "arn:aws:lambda:us-east-1:123456789012:function:prod-fn"),
        Arguments.of(
            "!GetAtt [Named, Arn]", "arn:aws:dynamodb:us-east-1:123456789012:table/named-table"),
        Arguments.of(
            "{'Fn::GetAtt': [Simple, Arn]}",
            "arn:aws:dynamodb:us-east-1:123456789012:table/Simple"),
        Arguments.of("!Sub ${Stage}-${AWS::AccountId}", "prod-123456789012"),
        Arguments.of("!Sub '${!Literal}-${Queue.QueueName}'", "${Literal}-Queue"),
        Arguments.of("!Sub ['${A}/${Stage}', {A: !Ref Simple}]", "Simple/prod"),
        Arguments.of("{'Fn::Sub': '${Stage}$1'}", "prod$1"),
        Arguments.of("!Join ['-', [a, !Ref Stage, 3]]", "a-prod-3"),
        Arguments.of("!Join [',', !Ref Zones]", "a,b"),
        Arguments.of("!Select [1, !Split ['/', 'x/y/z']]", "y"),
        Arguments.of("!Select ['0', !Ref Zones]", "a"),
        Arguments.of(
            "!Join [ '', [ !Select [ 0, !Split [ -, 'a-b' ] ], -, '[ -, ]' ] ]", "a-[ -, ]"),
        Arguments.of("!Sub '{{resolve:ssm:/db/${Stage}}}'", "{{resolve:ssm:/db/prod}}"));
  }

  @ParameterizedTest
  @MethodSource
  void environment_values_are_strings_as_on_cloudformation(String written, String expected)
      throws IOException {
    assertEquals(expected, environment(written).environment().get("VALUE"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"!ImportValue other", "!If [A, b, c]", "!Ref AWS::NoValue"})
  void a_variable_that_cannot_be_known_is_left_out(String written) throws IOException {
    assertEquals(Map.of(), environment(written).environment());
  }

  @Test
  void missing_code_of_a_function_that_is_not_meant_is_no_mistake() throws IOException {
    Path template = folder.resolve("template.yaml");
    Files.writeString(folder.resolve("app.jar"), "");
    Files.writeString(
        template,
        """
        Transform: AWS::Serverless-2016-10-31
        Globals: {Function: {Runtime: java21, Handler: a.B::c}}
        Resources:
          Built: {Type: AWS::Serverless::Function, Properties: {CodeUri: app.jar}}
          Native: {Type: AWS::Serverless::Function, Properties: {CodeUri: native.zip}}
        """);
    ReadOptions options = ReadOptions.defaults();
    Application one = ApplicationReader.read(template, options.withMeant(Set.of("Built")));
    assertEquals(List.of("Built"), one.functions().stream().map(f -> f.logicalId()).toList());
    assertTrue(
        one.warnings().toString().contains("function Native is left out: CodeUri does not exist: "),
        one.warnings()::toString);
    for (ReadOptions both : List.of(options, options.withMeant(Set.of("Native", "Built")))) {
      UserMistake mistake =
          assertThrows(UserMistake.class, () -> ApplicationReader.read(template, both));
      assertTrue(mistake.getMessage().contains("CodeUri does not exist: "), mistake.getMessage());
    }
  }

  @Test
  void a_misspelt_function_is_told_before_that_nothing_is_built() throws IOException {
    Path template = folder.resolve("template.yaml");
    Files.writeString(
        template,
        """
        Transform: AWS::Serverless-2016-10-31
        Globals: {Function: {Runtime: java21, Handler: a.B::c}}
        Resources:
          Create: {Type: AWS::Serverless::Function, Properties: {CodeUri: app.jar}}
          Remove: {Type: AWS::Serverless::Function, Properties: {CodeUri: app.jar, FunctionName: pets-out}}
        """);
    assertEquals("use Create", unknown(template, "Craete").remedy());
    assertEquals("use pets-out", unknown(template, "pet-out").remedy());
    UserMistake far = unknown(template, "Nothing", "Nothing AOT cache");
    assertEquals("no function has the name Nothing", far.getMessage());
    assertEquals("use one of: Create, Remove, pets-out", far.remedy());
    UserMistake unbuilt = unknown(template, "pets-out");
    assertTrue(unbuilt.getMessage().contains("CodeUri does not exist: "), unbuilt.getMessage());
  }

  private static UserMistake unknown(Path template, String... names) {
    ReadOptions options = ReadOptions.defaults().withMeant(Set.of(names));
    return assertThrows(UserMistake.class, () -> ApplicationReader.read(template, options));
  }

  static Stream<Arguments> a_mistake_names_place_and_remedy() {
    return Stream.of(
        mistake("MemorySize: 64", "6:7: MemorySize must be 128..10240 MB: 64", "range"),
        mistake("MemorySize: lots", "6:7: MemorySize must be 128..10240 MB: lots", "range"),
        mistake("Timeout: 901", "6:7: Timeout must be 1..900 s: 901", "range"),
        mistake(
            "ReservedConcurrentExecutions: -1",
            "6:7: ReservedConcurrentExecutions must be 0..1000000 requests: -1",
            "range"),
        mistake("Timeout: 0", "6:7: Timeout must be 1..900 s: 0", "range"),
        mistake("Runtime: Java 21", "6:7: Runtime must be an identifier", "java25"),
        mistake("Handler: '  '", "6:7: Handler must be a text", "Handler"),
        mistake("Handler: a.B:c", "6:7: Handler of a Java function must name a class", "::method"),
        mistake("Handler: 'a.B :: c'", "6:7: Handler must be 128 characters", "::method"),
        mistake("FunctionName: a b", "6:7: FunctionName must be 1..64", "name"),
        mistake("CodeUri: s3://b/k.zip", "6:7: CodeUri lies in S3", "local jar"),
        mistake("CodeUri: {Bucket: b, Key: k}", "6:7: CodeUri lies in S3", "local jar"),
        mistake("CodeUri: target/none.jar", "6:7: CodeUri does not exist", "there is app.jar"),
        mistake("CodeUri: target/${x}.jar", "6:7: CodeUri does not exist", "!Sub"),
        mistake("CodeUri: template.yaml", "6:7: CodeUri must be a .jar, a .zip", "jar"),
        mistake("SnapStart: {ApplyOn: Always}", "6:19: SnapStart's ApplyOn must be", "Published"),
        mistake("SnapStart: yes", "6:7: SnapStart must be a mapping", "indent"),
        mistake("Environment: {Variables: {A: [1]}}", "6:33: environment variable A", "quotes"),
        mistake("Environment: {Variables: {A: }}", "6:33: environment variable A", "quotes"),
        mistake("FunctionName: !Ref Nme", "6:21: no parameter or resource has this", "write Name"),
        mistake(
            "FunctionName: !Ref Name", "6:21: parameter Name has no value", "--parameter Name="),
        mistake("FunctionName: !Sub '${F}x'", "6:21: the name of F refers to itself", "without"),
        mistake("FunctionName: !Join x", "6:21: !Join is not understood", "[delimiter"),
        mistake("FunctionName: !Select [3, [a]]", "6:21: !Select must choose one of 1", "index"),
        mistake("FunctionName: !FindInMap [a, b, c]", "6:21: !FindInMap is not supported", "value"),
        mistake("Layers: x", "6:7: Layers must be a list", "\"- \""),
        mistake("Timeout: 3\n      Timeout: 4", "7:7: duplicate key, first at line 6", "remove"),
        mistake("Timeout: 3\n\tMemorySize: 1", "7:1: a tab indents this line", "spaces"),
        mistake("Timeout: [3", "this is not valid YAML", "mend"),
        mistake("Timeout: 3\n---\na: b", "7:1: a second document", "one template"),
        mistake("Runtime: {{ cookiecutter.runtime }}", "6:17: this template is not", "render"),
        mistake("{%- if x %}", "6:8: this template is not rendered", "render"),
        mistake("Timeout: 3\n#set( $x = 'y' )", "7:1: this template is not rendered", "render"));
  }

  @ParameterizedTest
  @MethodSource
  void a_mistake_names_place_and_remedy(String property, String cause, String remedy)
      throws IOException {
    String others =
        Stream.of("Handler: a.B::c", "Runtime: java21", "CodeUri: target/app.jar")
            .filter(line -> !line.startsWith(property.replaceFirst(":.*(?s:.*)", ":")))
            .reduce("", (lines, line) -> lines + "      " + line + "\n");
    // The property stands at line 6, the rest of the function in Globals below.
    String text =
        "Transform: AWS::Serverless-2016-10-31\n"
            + "Resources:\n  F:\n    Type: AWS::Serverless::Function\n    Properties:\n      "
            + property
            + "\nGlobals:\n  Function:\n"
            + others
            + "    Description: x\nParameters:\n  Name: {Type: String}\n";
    String indented = text.replace("    Description", "      Description");
    UserMistake mistake = assertThrows(UserMistake.class, () -> read(indented));
    assertTrue(mistake.getMessage().startsWith(template() + ":"), mistake.getMessage());
    assertTrue(mistake.getMessage().contains(cause), mistake.getMessage());
    assertTrue(mistake.remedy().contains(remedy), mistake.remedy());
  }

  private static Arguments mistake(String property, String cause, String remedy) {
    return Arguments.of(property, cause, remedy);
  }

  @ParameterizedTest
  @CsvSource({
    "Handlr, Handler",
    "handler, Handler",
  })
  void a_missing_property_with_a_near_name_says_what_to_rename(String written, String meant) {
    UserMistake mistake =
        assertThrows(
            UserMistake.class, () -> read(function("Runtime: java21", written + ": a.B::c")));
    assertEquals("rename " + written + " to " + meant, mistake.remedy());
  }

  @Test
  void a_misspelt_property_is_warned_of_with_the_nearest_name() throws IOException {
    Application application =
        read(function("Handler: a.B", "Runtime: java21", "MemorySze: 512", "Zzz: 1"));
    assertEquals(
        List.of(
            template() + ":8:7: a function has no property MemorySze, did you mean MemorySize?",
            template() + ":9:7: a function has no property Zzz"),
        application.warnings());
    assertEquals(MemorySize.DEFAULT, application.functions().getFirst().memory());
    assertEquals(Duration.ofSeconds(3), application.functions().getFirst().timeout());
  }

  @Test
  void kinds_of_functions_that_run_as_ordinary_ones_are_warned_of() throws IOException {
    Application application =
        read(function("Handler: a.B", "Runtime: java21", "DurableConfig: {ExecutionTimeout: 60}"));
    assertEquals(1, application.warnings().size());
    assertTrue(
        application
            .warnings()
            .getLast()
            .endsWith(
                "DurableConfig is ignored, there are no durable executions: it gets plain events"),
        application.warnings().toString());
  }

  @Test
  void a_function_may_run_on_managed_instances_as_sam_and_cloudformation_write_it()
      throws IOException {
    String members =
        "{PerExecutionEnvironmentMaxConcurrency: 64, ExecutionEnvironmentMemoryGiBPerVCpu: 4%s}";
    for (String config :
        List.of(
            members.formatted(", Arn: a"),
            "{LambdaManagedInstancesCapacityProviderConfig: " + members.formatted("") + "}")) {
      FunctionDefinition function =
          read(function(
                  "Handler: a.B",
                  "Runtime: java21",
                  "MemorySize: 16384",
                  "Timeout: 5400",
                  "FunctionScalingConfig: {MinExecutionEnvironments: 1}",
                  "CapacityProviderConfig: " + config))
              .functions()
              .getFirst();
      ManagedInstances on = function.managed().orElseThrow();
      assertEquals(64, on.requestsAtOnce(function.memory()));
      assertEquals(4, function.vcpus());
      assertEquals(OptionalInt.of(1), on.least());
      assertTrue(function.publishesLatest());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          MemorySize: 1024       | at least 2048 MB
          Runtime: java17        | need java21 or later
          SnapStart: {ApplyOn: PublishedVersions} | SnapStart is not for functions
          FunctionScalingConfig: {MaxExecutionEnvironments: 20000} | must be 0..15000
          """)
  void what_managed_instances_do_not_take_is_refused(String property, String cause) {
    List<String> properties =
        new ArrayList<>(List.of("Handler: a.B", "CapacityProviderConfig: {Arn: a}", property));
    if (!property.startsWith("Runtime")) {
      properties.add("Runtime: java21");
    }
    if (!property.startsWith("MemorySize")) {
      properties.add("MemorySize: 2048");
    }
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> read(function(properties.toArray(String[]::new))));
    assertTrue(String.valueOf(mistake.getMessage()).contains(cause), mistake.getMessage());
  }

  @Test
  void a_function_may_have_environments_for_each_tenant() throws IOException {
    String config = "TenancyConfig: {TenantIsolationMode: %s}";
    assertTrue(
        read(function("Handler: a.B", "Runtime: java21", config.formatted("PER_TENANT")))
            .functions()
            .getFirst()
            .isolatesTenants());
    assertEquals(
        "write TenantIsolationMode: PER_TENANT",
        assertThrows(
                UserMistake.class,
                () -> read(function("Handler: a.B", "Runtime: java21", config.formatted("NONE"))))
            .remedy());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SnapStart: {ApplyOn: PublishedVersions}",
        "FunctionUrlConfig: {AuthType: NONE}",
        "ProvisionedConcurrencyConfig: {ProvisionedConcurrentExecutions: 1}"
      })
  void what_environments_for_each_tenant_exclude_is_a_mistake(String property) {
    String config = "TenancyConfig: {TenantIsolationMode: PER_TENANT}";
    UserMistake mistake =
        assertThrows(
            UserMistake.class,
            () -> read(function("Handler: a.B", "Runtime: java21", config, property)));
    String name = property.substring(0, property.indexOf(':'));
    assertTrue(
        String.valueOf(mistake.getMessage()).contains("TenancyConfig cannot be used with " + name),
        mistake.getMessage());
  }

  @Test
  void parameters_given_by_the_user_win_over_defaults() throws IOException {
    String template =
        function("Handler: a.B", "Runtime: java21", "MemorySize: !Ref Memory")
            + "Parameters:\n  Memory: {Type: Number, Default: 256, AllowedValues: [256, 512]}\n";
    assertEquals(256, read(template).functions().getFirst().memory().mebibytes());
    assertEquals(512, read(template, Map.of("Memory", "512")).memory().mebibytes());
    assertEquals(
        "choose one of: 256, 512",
        assertThrows(UserMistake.class, () -> read(template, Map.of("Memory", "300"))).remedy());
    assertEquals(
        "write --parameter Memory=VALUE",
        assertThrows(UserMistake.class, () -> read(template, Map.of("Memroy", "512"))).remedy());
  }

  @Test
  void a_parameter_that_nothing_needs_may_lack_a_value() throws IOException {
    read(
        function("Handler: a.B", "Runtime: java21", "VpcConfig: {SubnetIds: !Ref Subnets}")
            + "Parameters:\n  Subnets: {Type: 'List<AWS::EC2::Subnet::Id>'}\n");
  }

  @Test
  void images_and_inline_code_are_left_out_and_their_neighbours_read() throws IOException {
    Application application =
        read(
            function("Handler: a.B", "Runtime: java21")
                + """
                  Image:
                    Type: AWS::Serverless::Function
                    Properties: {PackageType: Image}
                  Inline:
                    Type: AWS::Lambda::Function
                    Properties: {Handler: i.h, Runtime: python3.13, Code: {ZipFile: 'x = 1'}}
                  Node:
                    Type: AWS::Lambda::Function
                    Properties: {Handler: index.handler, Runtime: nodejs22.x, Code: target}
                """);
    assertEquals(List.of("F", "Node"), ids(application));
    assertTrue(application.warnings().getFirst().contains("function Image is left out"));
    assertTrue(application.warnings().get(1).contains("function Inline is left out"));
  }

  @Test
  void layers_of_the_template_are_read_and_arns_are_warned_of() throws IOException {
    Files.createDirectories(folder.resolve("layer/java/lib"));
    Application application =
        read(
            function(
                    "Handler: a.B",
                    "Runtime: java21",
                    "Layers: [!Ref Deps, !Sub 'arn:aws:lambda:${AWS::Region}:1:layer:x:1']")
                + "  Deps: {Type: AWS::Serverless::LayerVersion, Properties: {ContentUri:"
                + " layer}}\n");
    assertEquals(
        List.of(new CodeSource.Folder(folder.resolve("layer"))),
        application.functions().getFirst().layers());
    assertEquals(1, application.warnings().size());
    assertTrue(application.warnings().getFirst().contains("arn:aws:lambda:us-east-1:1:layer:x:1"));
  }

  @Test
  void lists_of_globals_come_before_a_functions_own() throws IOException {
    for (String name : List.of("one", "two")) {
      Files.createDirectory(folder.resolve(name));
    }
    Application application =
        read(
            function("Handler: a.B", "Runtime: java21", "Layers: [!Ref Two]")
                + """
                  One: {Type: AWS::Serverless::LayerVersion, Properties: {ContentUri: one}}
                  Two: {Type: AWS::Serverless::LayerVersion, Properties: {ContentUri: two}}
                Globals: {Function: {Layers: [!Ref One]}}
                """);
    assertEquals(
        List.of(folder.resolve("one"), folder.resolve("two")),
        application.functions().getFirst().layers().stream().map(CodeSource::path).toList());
  }

  @Test
  void tables_become_create_table_requests() throws IOException {
    Application application =
        read(
            function("Handler: a.B", "Runtime: java21")
                + """
                  Simple:
                    Type: AWS::Serverless::SimpleTable
                    Properties: {PrimaryKey: {Name: key, Type: Number}}
                  Full:
                    Type: AWS::DynamoDB::Table
                    Properties:
                      TableName: !Sub ${AWS::StackName}-full
                      AttributeDefinitions: [{AttributeName: PK, AttributeType: S}]
                      KeySchema: [{AttributeName: PK, KeyType: HASH}]
                      ProvisionedThroughput: {ReadCapacityUnits: "5", WriteCapacityUnits: 6}
                      StreamSpecification: {StreamViewType: NEW_IMAGE}
                      PointInTimeRecoverySpecification: {PointInTimeRecoveryEnabled: true}
                """);
    assertEquals(
        Map.of(
            "TableName",
            "Simple",
            "AttributeDefinitions",
            List.of(Map.of("AttributeName", "key", "AttributeType", "N")),
            "KeySchema",
            List.of(Map.of("AttributeName", "key", "KeyType", "HASH")),
            "BillingMode",
            "PAY_PER_REQUEST"),
        application.tables().getFirst().properties());
    assertEquals(
        Map.of(
            "TableName", "thaw-full",
            "AttributeDefinitions", List.of(Map.of("AttributeName", "PK", "AttributeType", "S")),
            "KeySchema", List.of(Map.of("AttributeName", "PK", "KeyType", "HASH")),
            "ProvisionedThroughput", Map.of("ReadCapacityUnits", 5L, "WriteCapacityUnits", 6L),
            "StreamSpecification", Map.of("StreamEnabled", true, "StreamViewType", "NEW_IMAGE")),
        application.tables().getLast().properties());
  }

  @ParameterizedTest
  @CsvSource({
    "pom.xml, MAVEN, mvn package",
    "build.gradle, GRADLE, gradle build",
    "build.gradle.kts, GRADLE, gradle build",
  })
  void a_folder_with_a_build_file_is_a_project(String file, CodeSource.BuildTool tool, String run)
      throws IOException {
    Path project = Files.createDirectory(folder.resolve("hello"));
    Files.createFile(project.resolve(file));
    Application application =
        read(function("Handler: a.B", "Runtime: java21", "CodeUri: ./hello/"));
    assertEquals(new CodeSource.Project(project, tool), application.functions().getFirst().code());
    UserMistake mistake =
        assertThrows(
            UserMistake.class,
            () -> read(function("Handler: a.B", "Runtime: java21", "CodeUri: hello/build/x.jar")));
    assertEquals("build it first: (cd " + project + " && " + run + ")", mistake.remedy());
  }

  @Test
  void what_gradle_makes_is_not_said_to_be_mavens() throws IOException {
    Files.createFile(folder.resolve("pom.xml"));
    Files.createFile(folder.resolve("build.gradle.kts"));
    Files.createFile(folder.resolve("gradlew"));
    UserMistake mistake =
        assertThrows(
            UserMistake.class,
            () -> read(function("Handler: a.B", "Runtime: java21", "CodeUri: build/libs/x.jar")));
    assertEquals("build it first: (cd " + folder + " && ./gradlew build)", mistake.remedy());
  }

  @Test
  void what_sam_has_built_is_taken_as_it_is() throws IOException {
    Path build = Files.createDirectories(folder.resolve(".aws-sam/build"));
    Path code = Files.createDirectories(build.resolve("F"));
    Files.createFile(code.resolve("pom.xml"));
    Files.writeString(
        build.resolve("template.yaml"), function("Handler: a.B", "Runtime: java21", "CodeUri: F"));
    assertEquals(
        new CodeSource.Folder(code),
        ApplicationReader.read(build, OPTIONS).functions().getFirst().code());
  }

  /** As {@code cdk synth} writes it, but for what concerns no function. */
  private static final String CDK =
      """
      {
        "Resources": {
          "Fn9270CBC0": {
            "Type": "AWS::Lambda::Function",
            "Properties": {
              "Code": {
                "S3Bucket": {"Fn::Sub": "cdk-hnb659fds-assets-${AWS::AccountId}-${AWS::Region}"},
                "S3Key": "1f.jar"
              },
              "Handler": "a.B",
              "Layers": [{"Ref": "Layer5A"}],
              "Role": {"Fn::GetAtt": ["Role1", "Arn"]},
              "Runtime": "java21"
            },
            "DependsOn": ["Role1"],
            "Metadata": {
              "aws:cdk:path": "Stack/Fn/Resource",
              "aws:asset:path": "asset.1f.jar",
              "aws:asset:is-bundled": false,
              "aws:asset:property": "Code"
            }
          },
          "Layer5A": {
            "Type": "AWS::Lambda::LayerVersion",
            "Properties": {"Content": {"S3Bucket": "b", "S3Key": "2e.zip"}},
            "Metadata": {"aws:asset:path": "asset.2e", "aws:asset:property": "Content"}
          },
          "CDKMetadata": {
            "Type": "AWS::CDK::Metadata",
            "Properties": {"Analytics": "v2:deflate64:x"},
            "Condition": "CDKMetadataAvailable"
          }
        },
        "Conditions": {"CDKMetadataAvailable": {"Fn::Equals": ["a", "b"]}},
        "Parameters": {
          "BootstrapVersion": {
            "Type": "AWS::SSM::Parameter::Value<String>",
            "Default": "/cdk-bootstrap/hnb659fds/version"
          }
        },
        "Rules": {"CheckBootstrapVersion": {"Assertions": []}}
      }
      """;

  @Test
  void what_cdk_has_synthesised_is_run_with_its_assets() throws IOException {
    Files.createFile(folder.resolve("cdk.json"));
    UserMistake none =
        assertThrows(UserMistake.class, () -> ApplicationReader.read(folder, OPTIONS));
    assertEquals("run: cdk synth", none.remedy());
    Path out = Files.createDirectories(folder.resolve("cdk.out"));
    Files.writeString(out.resolve("Stack.template.json"), CDK);
    Files.writeString(out.resolve("Other.template.json"), "{\"Resources\": {}}");
    UserMistake missing =
        assertThrows(UserMistake.class, () -> ApplicationReader.read(folder, OPTIONS));
    assertEquals("run: cdk synth", missing.remedy());
    Path jar = Files.createFile(out.resolve("asset.1f.jar"));
    Path layer = Files.createDirectories(out.resolve("asset.2e"));
    for (Path source : List.of(folder, out)) {
      Application application = ApplicationReader.read(source, OPTIONS);
      FunctionDefinition function = application.functions().getFirst();
      assertEquals(new CodeSource.Archive(jar), function.code());
      assertEquals(List.of(new CodeSource.Folder(layer)), function.layers());
      assertEquals(List.of(), application.warnings());
    }
    Files.writeString(out.resolve("Other.template.json"), CDK);
    UserMistake two = assertThrows(UserMistake.class, () -> ApplicationReader.read(out, OPTIONS));
    assertEquals(out + " has 2 stacks with functions", two.getMessage());
  }

  @Test
  void code_that_a_makefile_builds_is_said_to_be_built_first() throws IOException {
    Files.createFile(folder.resolve("Makefile"));
    UserMistake mistake =
        assertThrows(
            UserMistake.class,
            () ->
                read(function("Handler: bootstrap", "Runtime: provided.al2023", "CodeUri: build")));
    assertTrue(mistake.getMessage().contains("CodeUri does not exist: "), mistake.getMessage());
    assertEquals("build it first: make -C " + folder, mistake.remedy());
  }

  @Test
  void a_project_above_the_application_is_not_said_to_build_its_code() throws IOException {
    Files.createFile(folder.resolve("pom.xml"));
    Path application = Files.createDirectories(folder.resolve("app"));
    Files.writeString(
        application.resolve("template.yaml"),
        function("Handler: a.B", "Runtime: java21", "CodeUri: bin/x.jar"));
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> ApplicationReader.read(application, OPTIONS));
    assertEquals("correct the path", mistake.remedy());
  }

  @Test
  void code_uri_dot_and_an_absent_code_uri_mean_the_templates_folder() throws IOException {
    Files.createFile(folder.resolve("pom.xml"));
    for (String line : List.of("CodeUri: .", "Description: none")) {
      Application application =
          read(
              """
              Resources:
                F:
                  Type: AWS::Serverless::Function
                  Properties:
                    Handler: a.B
                    Runtime: java21
                    %s
              """
                  .formatted(line));
      assertInstanceOf(CodeSource.Project.class, application.functions().getFirst().code());
      assertEquals(folder.toAbsolutePath(), application.functions().getFirst().code().path());
    }
  }

  @Test
  void a_json_template_may_be_indented_with_tabs() throws IOException {
    Path json = folder.resolve("template.json");
    Files.writeString(
        json,
        """
        {
        \t"Resources": {
        \t\t"F": {"Type": "AWS::Lambda::Function", "Properties": {
        \t\t\t"Handler": "a.B", "Runtime": "java21", "Timeout": 7, "Code": "target/app.jar",
        \t\t\t"Environment": {"Variables": {"R": {"Ref": "AWS::Region"}, "J": {"Fn::Join": ["", ["a", "b"]]}}}}}
        \t}
        }
        """);
    FunctionDefinition function = ApplicationReader.read(folder, OPTIONS).functions().getFirst();
    assertEquals(Duration.ofSeconds(7), function.timeout());
    assertEquals(Map.of("R", "us-east-1", "J", "ab"), function.environment());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''              | is empty",
        "just text       | must be a mapping",
        "'Outputs: {}'   | the template has no Resources",
        "'Resources: {}' | declares no function",
        "'Resources: []' | Resources must be a mapping",
        "'Resources: {A: {Properties: {}}}' | resource A has no Type",
        "'a: &x [*x]'    | ",
      })
  void a_file_that_is_no_template_is_a_mistake(String text, String cause) {
    UserMistake mistake = assertThrows(UserMistake.class, () -> read(text));
    assertTrue(mistake.getMessage().contains(cause == null ? "" : cause), mistake.getMessage());
  }

  @Test
  void a_jar_needs_a_handler_and_is_one_function() {
    Path jar = folder.resolve("target/app.jar");
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> ApplicationReader.read(jar, OPTIONS));
    assertEquals("name it: --handler package.Class::method", mistake.remedy());
    FunctionDefinition function =
        ApplicationReader.read(jar, OPTIONS.withHandler("a.B::c")).functions().getFirst();
    assertEquals("app.jar", function.logicalId());
    assertEquals("app", function.name());
    assertEquals("java25", function.runtime());
    assertEquals(new CodeSource.Archive(jar), function.code());
    assertEquals(MemorySize.DEFAULT, function.memory());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a b", "a.B:c", "a.B::", "::c", "a::b::c"})
  void a_bare_package_refuses_a_handler_that_is_none(String handler) {
    assertThrows(
        UserMistake.class,
        () -> ApplicationReader.read(folder.resolve("target"), OPTIONS.withHandler(handler)));
  }

  @Test
  void a_folder_without_a_template_is_a_task_root_or_a_project() throws IOException {
    ReadOptions options = OPTIONS.withHandler("Main::run");
    assertEquals(
        new CodeSource.Folder(folder),
        ApplicationReader.read(folder, options).functions().getFirst().code());
    Files.createFile(folder.resolve("pom.xml"));
    assertEquals(
        new CodeSource.Project(folder, CodeSource.BuildTool.MAVEN),
        ApplicationReader.read(folder, options).functions().getFirst().code());
  }

  @Test
  void a_path_that_does_not_exist_is_a_mistake() {
    for (String name : List.of("none.yaml", "none.jar", "none")) {
      assertThrows(
          UserMistake.class,
          () -> ApplicationReader.read(folder.resolve(name), OPTIONS.withHandler("a.B")));
    }
  }

  private FunctionDefinition environment(String written) throws IOException {
    return read("""
    Parameters:
      Stage: {Type: String, Default: prod}
      Zones: {Type: CommaDelimitedList, Default: 'a, b'}
    Resources:
      Fn:
        Type: AWS::Serverless::Function
        Properties:
          FunctionName: !Sub '${Stage}-fn'
          Handler: a.B
          Runtime: java25
          CodeUri: target/app.jar
          Environment:
            Variables:
              VALUE:\
    """
            + " "
            + written
            + """

              Named: {Type: AWS::DynamoDB::Table, Properties: {TableName: named-table, KeySchema: []}}
              Simple: {Type: AWS::Serverless::SimpleTable}
              Bucket: {Type: AWS::S3::Bucket}
              Queue: {Type: AWS::SQS::Queue}
              Topic: {Type: AWS::SNS::Topic}
            """)
        .functions()
        .getFirst();
  }

  /** A template of one function, F, whose properties start at line 6. */
  private static String function(String... properties) {
    StringBuilder text =
        new StringBuilder(
            """
            Transform: AWS::Serverless-2016-10-31
            Resources:
              F:
                Type: AWS::Serverless::Function
                Properties:
            """);
    for (String property : properties) {
      text.append("      ").append(property).append('\n');
    }
    boolean code = Stream.of(properties).anyMatch(property -> property.startsWith("CodeUri"));
    return text.append(code ? "" : "      CodeUri: target/app.jar\n").toString();
  }

  private static List<String> ids(Application application) {
    return application.functions().stream().map(FunctionDefinition::logicalId).toList();
  }

  private Path template() {
    return folder.resolve("template.yaml");
  }

  private Application read(String text) throws IOException {
    Files.writeString(template(), text);
    return ApplicationReader.read(folder, OPTIONS);
  }

  private FunctionDefinition read(String text, Map<String, String> parameters) throws IOException {
    Files.writeString(template(), text);
    return ApplicationReader.read(template(), OPTIONS.withParameters(parameters))
        .functions()
        .getFirst();
  }
}
