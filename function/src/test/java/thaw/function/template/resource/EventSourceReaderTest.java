package thaw.function.template.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.function.Application;
import thaw.function.BucketNotification;
import thaw.function.EventSource;
import thaw.function.template.ReadOptions;
import thaw.problem.UserMistake;

class EventSourceReaderTest {
  private static final String HEAD =
      """
      Transform: AWS::Serverless-2016-10-31
      Resources:
        Orders: {Type: AWS::SQS::Queue}
        Dead: {Type: AWS::SQS::Queue, Properties: {QueueName: dead}}
        Pictures: {Type: AWS::S3::Bucket, Properties: {BucketName: my-pictures}}
        Items:
          Type: AWS::DynamoDB::Table
          Properties:
            KeySchema: [{AttributeName: id, KeyType: HASH}]
            AttributeDefinitions: [{AttributeName: id, AttributeType: S}]
            StreamSpecification: {StreamViewType: NEW_IMAGE}
      """;
  private static final String FUNCTION =
      """
      Pets:
        Type: AWS::Serverless::Function
        Properties:
          Runtime: java25
          Handler: com.example.Pets
          CodeUri: classes
      """;
  private static final EventSource.Target PETS = new EventSource.Target("Pets", "");

  @TempDir Path folder;

  private Application application(String resources) throws Exception {
    Files.createDirectories(folder.resolve("classes"));
    Files.writeString(folder.resolve("template.yaml"), HEAD + resources.indent(2));
    return ApplicationReader.read(folder, ReadOptions.defaults());
  }

  private List<EventSource> events(String events) throws Exception {
    return application(FUNCTION + "    Events:\n" + events.indent(6)).sources();
  }

  private EventSource.Mapping mapping(String events) throws Exception {
    return (EventSource.Mapping) events(events).getFirst();
  }

  @Test
  void a_queue_is_read_with_all_that_is_said_of_it() throws Exception {
    EventSource.Mapping mapping =
        mapping(
            """
            Queue:
              Type: SQS
              Properties:
                Queue: !GetAtt Orders.Arn
                BatchSize: 50
                MaximumBatchingWindowInSeconds: 5
                Enabled: false
                FunctionResponseTypes: [ReportBatchItemFailures]
                ScalingConfig: {MaximumConcurrency: 3}
                FilterCriteria: {Filters: [{Pattern: '{"body": {"a": [1]}}'}]}
            """);
    assertEquals(PETS, mapping.target());
    assertEquals("arn:aws:sqs:us-east-1:123456789012:Orders", mapping.sourceArn());
    assertEquals(false, mapping.enabled());
    assertEquals(
        Map.of(
            "BatchSize",
            50,
            "MaximumBatchingWindowInSeconds",
            5,
            "FunctionResponseTypes",
            List.of("ReportBatchItemFailures"),
            "ScalingConfig",
            Map.of("MaximumConcurrency", 3),
            "FilterCriteria",
            Map.of("Filters", List.of(Map.of("Pattern", "{\"body\": {\"a\": [1]}}")))),
        mapping.settings());
  }

  @Test
  void a_queue_s_provisioned_pollers_are_read_with_the_defaults() throws Exception {
    String queue =
        """
        Queue:
          Type: SQS
          Properties:
            Queue: !GetAtt Orders.Arn
            ProvisionedPollerConfig: %s
        """;
    assertEquals(
        Map.of("ProvisionedPollerConfig", Map.of("MinimumPollers", 2, "MaximumPollers", 9)),
        mapping(queue.formatted("{MaximumPollers: 9}")).settings());
    UserMistake mistake =
        assertThrows(
            UserMistake.class,
            () -> mapping(queue.formatted("{MinimumPollers: 9, MaximumPollers: 3}")));
    assertTrue(mistake.getMessage().contains("9 > 3"), mistake.getMessage());
  }

  @Test
  void a_stream_is_read_with_all_that_is_said_of_it() throws Exception {
    EventSource.Mapping mapping =
        mapping(
            """
            Stream:
              Type: DynamoDB
              Properties:
                Stream: !GetAtt Items.StreamArn
                StartingPosition: LATEST
                BisectBatchOnFunctionError: true
                MaximumRetryAttempts: -1
                MaximumRecordAgeInSeconds: 3600
                ParallelizationFactor: 2
                TumblingWindowInSeconds: 30
                DestinationConfig: {OnFailure: {Destination: !GetAtt Dead.Arn}}
            """);
    assertTrue(
        mapping.sourceArn().startsWith("arn:aws:dynamodb:us-east-1:123456789012:table/Items/"));
    assertEquals(
        Map.of(
            "StartingPosition",
            "LATEST",
            "BisectBatchOnFunctionError",
            true,
            "MaximumRetryAttempts",
            -1,
            "MaximumRecordAgeInSeconds",
            3600,
            "ParallelizationFactor",
            2,
            "TumblingWindowInSeconds",
            30,
            "DestinationConfig",
            Map.of("OnFailure", Map.of("Destination", "arn:aws:sqs:us-east-1:123456789012:dead"))),
        mapping.settings());
  }

  @Test
  void a_bucket_a_schedule_and_a_rule_are_read() throws Exception {
    List<EventSource> sources =
        events(
            """
            Picture:
              Type: S3
              Properties:
                Bucket: !Ref Pictures
                Events: [s3:ObjectCreated:*, s3:ObjectRemoved:Delete]
                Filter:
                  S3Key: {Rules: [{Name: prefix, Value: in/}, {Name: Suffix, Value: .png}]}
            Tick:
              Type: Schedule
              Properties: {Schedule: rate(5 minutes), Input: '{"a": 1}', Enabled: false}
            Later:
              Type: ScheduleV2
              Properties:
                ScheduleExpression: cron(0 12 * * ? *)
                ScheduleExpressionTimezone: Europe/Vienna
                Name: noon
            Paid:
              Type: EventBridgeRule
              Properties:
                EventBusName: shop
                Pattern: {source: [shop], detail: {amount: [{numeric: [">", 100]}]}}
                InputTransformer:
                  InputPathsMap: {who: $.detail.who}
                  InputTemplate: '{"who": <who>}'
            """);
    assertEquals(
        new EventSource.ObjectChanges(
            PETS,
            "Picture",
            "my-pictures",
            List.of("s3:ObjectCreated:*", "s3:ObjectRemoved:Delete"),
            "in/",
            ".png"),
        sources.get(0));
    EventSource.Schedule tick = (EventSource.Schedule) sources.get(1);
    assertEquals("PetsTick", tick.name());
    assertEquals("rate(5 minutes)", tick.expression());
    assertEquals(new EventSource.Input.Constant("{\"a\": 1}"), tick.input());
    assertEquals(false, tick.enabled());
    EventSource.Schedule later = (EventSource.Schedule) sources.get(2);
    assertEquals("noon", later.name());
    assertEquals(
        Optional.of(
            new EventSource.Scheduler(
                "default", "Europe/Vienna", Optional.empty(), Optional.empty())),
        later.scheduler());
    EventSource.BusRule paid = (EventSource.BusRule) sources.get(3);
    assertEquals("shop", paid.bus());
    assertEquals(
        "{\"source\":[\"shop\"],\"detail\":{\"amount\":[{\"numeric\":[\">\",100]}]}}",
        paid.pattern());
    assertEquals(
        new EventSource.Input.Transformed(Map.of("who", "$.detail.who"), "{\"who\": <who>}"),
        paid.input());
  }

  @Test
  void resources_of_cloudformation_are_read() throws Exception {
    List<EventSource> sources =
        application(
                FUNCTION
                    + """
                    Mapping:
                      Type: AWS::Lambda::EventSourceMapping
                      Properties: {FunctionName: !Ref Pets, EventSourceArn: !GetAtt Orders.Arn}
                    Hourly:
                      Type: AWS::Events::Rule
                      Properties:
                        ScheduleExpression: rate(1 hour)
                        Targets: [{Id: a, Arn: !GetAtt Pets.Arn, Input: '"go"'}]
                    Noon:
                      Type: AWS::Scheduler::Schedule
                      Properties:
                        ScheduleExpression: cron(0 12 * * ? *)
                        FlexibleTimeWindow: {Mode: 'OFF'}
                        Target: {Arn: !GetAtt Pets.Arn, RoleArn: x}
                    """)
            .sources();
    assertEquals(3, sources.size());
    assertTrue(sources.stream().allMatch(source -> source.target().equals(PETS)));
  }

  @Test
  void a_published_alias_gets_the_events() throws Exception {
    List<EventSource> sources =
        application(
                FUNCTION
                    + "    AutoPublishAlias: live\n"
                    + "    Events:\n"
                    + "      Queue: {Type: SQS, Properties: {Queue: !GetAtt Orders.Arn}}\n")
            .sources();
    assertEquals(new EventSource.Target("Pets", "live"), sources.getFirst().target());
  }

  @Test
  void what_is_not_provided_is_one_line_each() throws Exception {
    Application application =
        application(
            FUNCTION
                + """
                    Events:
                      Login: {Type: Cognito, Properties: {UserPool: p, Trigger: PreSignUp}}
                      Broker: {Type: MQ, Properties: {Broker: b, Queues: [q]}}
                      Elsewhere: {Type: SQS, Properties: {Queue: !ImportValue theirs}}
                """);
    assertEquals(List.of(), application.sources());
    assertEquals(
        List.of(
            "the event Login of Pets (Cognito) is not provided locally",
            "the event Broker of Pets (MQ) is not provided locally",
            "Elsewhere is left out: no stack here exports theirs; add --import theirs=VALUE, or"
                + " imports: in thaw.yaml"),
        application.warnings().stream()
            .filter(line -> !line.contains("AWS::"))
            .map(line -> line.replaceFirst("^.*?:\\d+:\\d+: ", ""))
            .toList());
  }

  @Test
  void mistakes_are_said_with_their_place() {
    assertMistake(
        "Queue: {Type: SQS, Properties: {Queue: orders}}", "Queue must be an ARN: orders");
    assertMistake(
        "Queue: {Type: SQS, Properties: {Queue: !GetAtt Orders.Arn, BatchSize: 11}}",
        "a queue's BatchSize must be 1..10 without a MaximumBatchingWindowInSeconds: 11");
    assertMistake(
        "Queue: {Type: SQS, Properties: {Queue: !GetAtt Orders.Arn, BatchSize: ten}}",
        "BatchSize must be 1..10000: ten");
    assertMistake(
        "S: {Type: DynamoDB, Properties: {Stream: !GetAtt Items.StreamArn}}",
        "S has no StartingPosition");
    assertMistake("S: {Type: S3, Properties: {Bucket: !Ref Pictures}}", "S has no Events");
    assertMistake("S: {Type: Schedule, Properties: {}}", "S has no Schedule");
    assertMistake("S: {Type: EventBridgeRule}", "PetsS has no Pattern");
  }

  private void assertMistake(String event, String cause) {
    UserMistake mistake = assertThrows(UserMistake.class, () -> events(event));
    String message = String.valueOf(mistake.getMessage());
    assertTrue(message.endsWith(cause), message);
    assertTrue(message.contains("template.yaml:"), message);
  }

  /** CDK has a custom resource beside the bucket, with the members of S3's API. */
  @Test
  void notifications_of_cdk_are_those_of_the_bucket() throws Exception {
    Application application =
        application(
            FUNCTION
                + """
                Notify:
                  Type: Custom::S3BucketNotifications
                  Properties:
                    ServiceToken: arn:aws:lambda:us-east-1:123456789012:function:Handler
                    BucketName: !Ref Pictures
                    NotificationConfiguration:
                      LambdaFunctionConfigurations:
                        - Events: ['s3:ObjectCreated:*']
                          Filter: {Key: {FilterRules: [{Name: suffix, Value: .png}, {Name: prefix, Value: in/}]}}
                          LambdaFunctionArn: !GetAtt Pets.Arn
                      QueueConfigurations: [{Events: ['s3:ObjectRemoved:*'], QueueArn: !GetAtt Orders.Arn}]
                    Managed: true
                """);
    assertEquals(
        List.of(
            new EventSource.ObjectChanges(
                PETS, "Notify", "my-pictures", List.of("s3:ObjectCreated:*"), "in/", ".png")),
        application.sources());
    assertEquals(
        List.of(
            new BucketNotification(
                "Notify",
                "my-pictures",
                List.of("s3:ObjectRemoved:*"),
                "",
                "",
                new BucketNotification.Receiver.Queue(
                    "arn:aws:sqs:us-east-1:123456789012:Orders"))),
        application.notifications());
    assertEquals(List.of(), application.warnings());
  }

  @Test
  void a_bucket_tells_queues_topics_and_the_bus() throws Exception {
    Application application =
        application(
            FUNCTION
                + """
                Told:
                  Type: AWS::SNS::Topic
                Files:
                  Type: AWS::S3::Bucket
                  Properties:
                    BucketName: files
                    NotificationConfiguration:
                      QueueConfigurations:
                        - Event: 's3:ObjectCreated:Put'
                          Queue: !GetAtt Orders.Arn
                          Filter: {S3Key: {Rules: [{Name: prefix, Value: in/}]}}
                      TopicConfigurations:
                        - {Event: 's3:ObjectRemoved:*', Topic: !Ref Told}
                      EventBridgeConfiguration: {EventBridgeEnabled: true}
                Others:
                  Type: AWS::S3::Bucket
                  Properties:
                    NotificationConfiguration:
                      EventBridgeConfiguration: {EventBridgeEnabled: false}
                """);
    assertEquals(
        List.of(
            new BucketNotification(
                "Files",
                "files",
                List.of("s3:ObjectCreated:Put"),
                "in/",
                "",
                new BucketNotification.Receiver.Queue("arn:aws:sqs:us-east-1:123456789012:Orders")),
            new BucketNotification(
                "Files",
                "files",
                List.of("s3:ObjectRemoved:*"),
                "",
                "",
                new BucketNotification.Receiver.Topic("arn:aws:sns:us-east-1:123456789012:Told")),
            new BucketNotification(
                "Files", "files", List.of("s3:*"), "", "", new BucketNotification.Receiver.Bus())),
        application.notifications());
    assertEquals(List.of(), application.warnings());
  }

  /** CDK's TableV2. */
  @Test
  void a_global_table_is_a_table_with_its_stream() throws Exception {
    Application application =
        application(
            """
            World:
              Type: AWS::DynamoDB::GlobalTable
              Properties:
                TableName: world
                BillingMode: PAY_PER_REQUEST
                KeySchema: [{AttributeName: id, KeyType: HASH}]
                AttributeDefinitions: [{AttributeName: id, AttributeType: S}]
                Replicas: [{Region: !Ref AWS::Region}]
                StreamSpecification: {StreamViewType: NEW_IMAGE}
            """
                + FUNCTION
                + """
                    Environment: {Variables: {TABLE: !Ref World}}
                Map:
                  Type: AWS::Lambda::EventSourceMapping
                  Properties: {FunctionName: !Ref Pets, EventSourceArn: !GetAtt World.StreamArn, StartingPosition: LATEST}
                """);
    assertEquals(List.of(), application.warnings());
    assertEquals("world", application.tables().get(1).name());
    assertEquals("world", application.functions().getFirst().environment().get("TABLE"));
    assertEquals(
        "arn:aws:dynamodb:us-east-1:123456789012:table/world/stream/2026-01-01T00:00:00.000",
        ((EventSource.Mapping) application.sources().getFirst()).sourceArn());
  }
}
