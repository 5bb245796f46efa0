package thaw.function.template.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
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
    new TemplateFolder(folder).build();
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
    assertEquals(List.of("Create", "Get"), TemplateFolder.ids(application));
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
    assertEquals(List.of(template() + ":44:3: function Get: " + NO_EFFECT), application.warnings());
    assertEquals(folder, application.root());
  }

  @Test
  void parameters_given_by_the_user_win_over_defaults() throws IOException {
    String template =
        TemplateFolder.function("Handler: a.B", "Runtime: java21", "MemorySize: !Ref Memory")
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
        TemplateFolder.function(
                "Handler: a.B", "Runtime: java21", "VpcConfig: {SubnetIds: !Ref Subnets}")
            + "Parameters:\n  Subnets: {Type: 'List<AWS::EC2::Subnet::Id>'}\n");
  }

  @Test
  void tables_become_create_table_requests() throws IOException {
    Application application =
        read(
            TemplateFolder.function("Handler: a.B", "Runtime: java21")
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
        \t\t\t"Environment": {"Variables": {"REGION": {"Ref": "AWS::Region"}, "JOINED": {"Fn::Join": ["", ["a", "b"]]}}}}}
        \t}
        }
        """);
    FunctionDefinition function = ApplicationReader.read(folder, OPTIONS).functions().getFirst();
    assertEquals(Duration.ofSeconds(7), function.timeout());
    assertEquals(Map.of("REGION", "us-east-1", "JOINED", "ab"), function.environment());
  }

  private Path template() {
    return new TemplateFolder(folder).template();
  }

  private Application read(String text) throws IOException {
    return new TemplateFolder(folder).read(text);
  }

  private FunctionDefinition read(String text, Map<String, String> parameters) throws IOException {
    return new TemplateFolder(folder).read(text, parameters);
  }

  /** Whoever waits for an answer of it, or for its events, is told; nobody waits for a policy. */
  @Test
  void only_resources_that_somebody_may_wait_for_are_told_of() throws Exception {
    StringBuilder resources =
        new StringBuilder(TemplateFolder.function("Runtime: java21", "Handler: a.B"));
    int number = 0;
    for (String type :
        List.of(
            "AWS::ApiGateway::Account",
            "AWS::ApiGateway::GatewayResponse",
            "AWS::KMS::Key",
            "AWS::EC2::SecurityGroup",
            "AWS::IAM::Policy",
            "AWS::Logs::LogGroup",
            "AWS::CloudWatch::Alarm",
            "AWS::Cognito::UserPool",
            "AWS::Route53::RecordSet",
            "AWS::WAFv2::WebACL",
            "Custom::LogRetention",
            "AWS::Logs::SubscriptionFilter",
            "AWS::Redshift::Cluster",
            "Custom::Mine")) {
      resources.append("  R%d: {Type: '%s'}\n".formatted(number++, type));
    }
    assertEquals(
        List.of(
            "R11 (AWS::Logs::SubscriptionFilter) is not provided locally",
            "R12 (AWS::Redshift::Cluster) is not provided locally",
            "R13 (Custom::Mine) is not provided locally"),
        new TemplateFolder(folder)
            .read(resources.toString()).warnings().stream()
                .map(warning -> warning.replaceFirst("^.*?:\\d+:\\d+: ", ""))
                .toList());
  }

  /** Time that grows with the square would be 16 times as long. */
  @Test
  void four_times_the_functions_and_queues_take_four_times_as_long() throws IOException {
    long small = fastestNanos(100);
    assertTrue(fastestNanos(400) < 11 * small);
  }

  private long fastestNanos(int functions) throws IOException {
    StringBuilder resources = new StringBuilder("Resources:\n");
    for (int i = 0; i < functions; i++) {
      resources.append(
          """
            Q%1$d: {Type: AWS::SQS::Queue}
            F%1$d:
              Type: AWS::Serverless::Function
              Properties:
                Runtime: java21
                Handler: a.B::c
                CodeUri: target/app.jar
                Events: {Q: {Type: SQS, Properties: {Queue: !GetAtt Q%1$d.Arn}}}
          """
              .formatted(i));
    }
    long fastest = Long.MAX_VALUE;
    for (int i = 0; i < 5; i++) {
      long begin = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      assertEquals(functions, read(resources.toString()).functions().size());
      fastest =
          Math.min(fastest, ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - begin);
    }
    return fastest;
  }
}
