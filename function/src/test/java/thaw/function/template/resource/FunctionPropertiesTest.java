package thaw.function.template.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
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
import thaw.function.DurableConfig;
import thaw.function.FunctionDefinition;
import thaw.function.HostArchitecture;
import thaw.function.ManagedInstances;
import thaw.function.packaging.CodeSource;
import thaw.problem.UserMistake;

/** Functions of a template, property by property. */
class FunctionPropertiesTest {
  @TempDir Path folder;

  @BeforeEach
  void an_artefact_is_built() throws IOException {
    new TemplateFolder(folder).build();
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
    Application wrong = read(template.replace("Tracing: PassThrough", "Tracing: Always"));
    assertEquals(3, wrong.functions().size());
    assertTrue(
        wrong
            .warnings()
            .toString()
            .contains("is left out: Tracing must be Active, PassThrough or Disabled: Always; "),
        wrong.warnings()::toString);
  }

  @Test
  void a_function_knows_where_its_template_wants_another_kind_of_machine() throws IOException {
    String other = HostArchitecture.NAME.equals("arm64") ? "x86_64" : "arm64";
    String template =
        """
        Resources:
          F:
            Type: AWS::Serverless::Function
            Properties:
              Runtime: java25
              CodeUri: target/app.jar
              Handler: a.B
              Architectures: [ARCHITECTURE]
        """;
    FunctionDefinition foreign =
        read(template.replace("ARCHITECTURE", other)).functions().getFirst();
    assertEquals(Optional.of(other), foreign.otherArchitecture());
    assertTrue(foreign.foreignMachine().orElseThrow().startsWith("The template says " + other));
    assertEquals(
        Optional.empty(),
        read(template.replace("ARCHITECTURE", HostArchitecture.NAME))
            .functions()
            .getFirst()
            .foreignMachine());
  }

  @Test
  void another_kind_of_machine_in_globals_is_told_once() throws IOException {
    List<String> warnings =
        read("""
        Globals:
          Function: {Runtime: java25, CodeUri: target/app.jar, Handler: a.B, Architectures: [OTHER]}
        Resources:
          F: {Type: AWS::Serverless::Function}
          G: {Type: AWS::Serverless::Function}
        """
                .replace("OTHER", HostArchitecture.NAME.equals("arm64") ? "x86_64" : "arm64"))
            .warnings();
    assertEquals(
        1, warnings.stream().filter(each -> each.contains("Architectures is ignored")).count());
  }

  @Test
  void another_kind_of_machine_may_be_named_by_a_parameter_or_a_condition() throws IOException {
    String other = HostArchitecture.NAME.equals("arm64") ? "x86_64" : "arm64";
    String template =
        """
        Parameters:
          One: {Type: String, Default: OTHER}
          Many: {Type: CommaDelimitedList, Default: OTHER}
          Stored: {Type: AWS::SSM::Parameter::Value<String>, Default: /architecture}
        Conditions:
          IsOther: !Equals [!Ref One, OTHER]
        Mappings:
          Machines: {here: {name: OTHER}}
        Resources:
          F:
            Type: AWS::Serverless::Function
            Properties:
              Runtime: java25
              CodeUri: target/app.jar
              Handler: a.B
              Architectures: VALUE
        """
            .replace("OTHER", other);
    for (String value :
        List.of(
            "[!Ref One]",
            "!Ref Many",
            "[!If [IsOther, OTHER, x]]",
            "!If [IsOther, [OTHER], !Ref AWS::NoValue]",
            "[!Sub '${One}']",
            "[!FindInMap [Machines, here, name]]",
            "!Split [',', !Ref One]",
            "!Ref One")) {
      assertEquals(
          Optional.of(other),
          read(template.replace("VALUE", value.replace("OTHER", other)))
              .functions()
              .getFirst()
              .otherArchitecture(),
          value);
    }
    assertEquals(
        Optional.empty(),
        read(template.replace("VALUE", "[!Ref Stored]"))
            .functions()
            .getFirst()
            .otherArchitecture());
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
              Environment: {Variables: {ALL: "VALUE"}}
        """;
    int most = 4096 - "{\"ALL\":\"\"}".length();
    assertEquals(
        most,
        read(template.replace("VALUE", "x".repeat(most)))
            .functions()
            .getFirst()
            .environment()
            .get("ALL")
            .length());
    UserMistake mistake =
        assertThrows(
            UserMistake.class, () -> read(template.replace("VALUE", "x".repeat(most + 1))));
    assertTrue(
        mistake.getMessage().endsWith("must be at most 4 KB together: 4097 bytes"),
        mistake.getMessage());
  }

  static Stream<Arguments> environment_values_are_strings_as_on_cloudformation() {
    return Stream.of(
        Arguments.of("plain", "plain"),
        Arguments.of("42", "42"),
        Arguments.of("1.50", "1.5"),
        Arguments.of("012", "10"),
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
        Arguments.of("!Ref Other", "prod-other"),
        Arguments.of(
            "!Ref Other.Version", "arn:aws:lambda:us-east-1:123456789012:function:prod-other:1"),
        Arguments.of("!Ref ServerlessRestApi", Api.idOf("ServerlessRestApi")),
        Arguments.of("!GetAtt FnRole.Arn", "arn:aws:iam::123456789012:role/FnRole"),
        Arguments.of(
            "!GetAtt Other.Arn", "arn:aws:lambda:us-east-1:123456789012:function:prod-other"),
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
            "!Join [ '', [ !Select [ 0, !Split [ -, 'a-b' ] ], -, '[ -, ]' ] ]", "a-[ -, ]"));
  }

  @ParameterizedTest
  @MethodSource
  void environment_values_are_strings_as_on_cloudformation(String written, String expected)
      throws IOException {
    assertEquals(expected, environment(written).environment().get("VALUE"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"!ImportValue other", "!Sub '{{resolve:ssm:/db/${Stage}}}'", "!Ref AWS::NoValue"})
  void a_variable_that_cannot_be_known_is_left_out(String written) throws IOException {
    assertEquals(Map.of(), environment(written).environment());
  }

  @Test
  void a_durable_function_says_how_long_its_executions_may_take_and_are_kept() throws IOException {
    Application application =
        read(
            TemplateFolder.function(
                "Handler: a.B",
                "Runtime: java21",
                "DurableConfig: {ExecutionTimeout: 60, RetentionPeriodInDays: 7}"));
    assertEquals(List.of(), application.warnings());
    assertEquals(
        Optional.of(new DurableConfig(60, 7, null)), application.functions().getFirst().durable());
    for (String wrong :
        List.of("{RetentionPeriodInDays: 7}", "{ExecutionTimeout: 0}", "{ExecutionTimeout: 1.5}")) {
      assertThrows(
          UserMistake.class,
          () ->
              read(
                  TemplateFolder.function(
                      "Handler: a.B", "Runtime: java21", "DurableConfig: " + wrong)),
          wrong);
    }
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
          read(TemplateFolder.function(
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
        assertThrows(
            UserMistake.class,
            () -> read(TemplateFolder.function(properties.toArray(String[]::new))));
    assertTrue(String.valueOf(mistake.getMessage()).contains(cause), mistake.getMessage());
  }

  @Test
  void a_function_may_have_environments_for_each_tenant() throws IOException {
    String config = "TenancyConfig: {TenantIsolationMode: %s}";
    assertTrue(
        read(TemplateFolder.function(
                "Handler: a.B", "Runtime: java21", config.formatted("PER_TENANT")))
            .functions()
            .getFirst()
            .isolatesTenants());
    assertEquals(
        "write TenantIsolationMode: PER_TENANT",
        assertThrows(
                UserMistake.class,
                () ->
                    read(
                        TemplateFolder.function(
                            "Handler: a.B", "Runtime: java21", config.formatted("NONE"))))
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
            () ->
                read(TemplateFolder.function("Handler: a.B", "Runtime: java21", config, property)));
    String name = property.substring(0, property.indexOf(':'));
    assertTrue(
        String.valueOf(mistake.getMessage()).contains("TenancyConfig cannot be used with " + name),
        mistake.getMessage());
  }

  @Test
  void lists_of_globals_come_before_a_functions_own() throws IOException {
    for (String name : List.of("one", "two")) {
      Files.createDirectory(folder.resolve(name));
    }
    Application application =
        read(
            TemplateFolder.function("Handler: a.B", "Runtime: java21", "Layers: [!Ref Two]")
                + """
                  One: {Type: AWS::Serverless::LayerVersion, Properties: {ContentUri: one}}
                  Two: {Type: AWS::Serverless::LayerVersion, Properties: {ContentUri: two}}
                Globals: {Function: {Layers: [!Ref One]}}
                """);
    assertEquals(
        List.of(folder.resolve("one"), folder.resolve("two")),
        application.functions().getFirst().layers().stream().map(CodeSource::path).toList());
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
              Other: {Type: AWS::Serverless::Function, Properties: {FunctionName: !Sub '${Stage}-other'}}
            """)
        .functions()
        .getFirst();
  }

  private Application read(String text) throws IOException {
    return new TemplateFolder(folder).read(text);
  }
}
