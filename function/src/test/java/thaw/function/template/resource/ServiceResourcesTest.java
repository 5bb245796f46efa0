package thaw.function.template.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.function.Application;
import thaw.function.EventSource;
import thaw.function.resource.Bucket;
import thaw.function.resource.DataStream;
import thaw.function.resource.Queue;
import thaw.function.resource.Topic;
import thaw.function.template.ReadOptions;
import thaw.problem.UserMistake;

class ServiceResourcesTest {
  @TempDir Path folder;

  private Application read(String resources) {
    try {
      Path template = folder.resolve("template.yaml");
      Files.writeString(folder.resolve("app.jar"), "");
      Files.writeString(
          template, "Transform: AWS::Serverless-2016-10-31\nResources:\n" + resources.indent(2));
      return ApplicationReader.readForServer(template, ReadOptions.defaults());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String function(String properties) {
    return """
    F:
      Type: AWS::Serverless::Function
      Properties:
        Runtime: java21
        Handler: a.B::c
        CodeUri: app.jar
    """
        + properties.indent(4);
  }

  private UserMistake mistake(String resources) {
    return assertThrows(UserMistake.class, () -> read(resources));
  }

  @Test
  void a_queue_has_the_attributes_that_SQS_takes() {
    List<Queue> queues =
        read("""
        Orders:
          Type: AWS::SQS::Queue
          Properties:
            QueueName: orders
            VisibilityTimeout: 77
            DelaySeconds: "5"
            Tags: [{Key: a, Value: b}]
            RedrivePolicy:
              deadLetterTargetArn: !GetAtt Letters.Arn
              maxReceiveCount: 3
        Letters: {Type: 'AWS::SQS::Queue'}
        """)
            .queues();
    assertEquals(
        List.of(
            new Queue(
                "Orders",
                "orders",
                Map.of(
                    "VisibilityTimeout",
                    "77",
                    "DelaySeconds",
                    "5",
                    Queue.REDRIVE_POLICY,
                    "{\"deadLetterTargetArn\":\"arn:aws:sqs:us-east-1:123456789012:Letters\",\"maxReceiveCount\":3}")),
            new Queue("Letters", "Letters")),
        queues);
  }

  @Test
  void a_FIFO_queue_without_a_name_gets_one_that_ends_as_it_must() {
    Application application =
        read(
            """
            InOrder:
              Type: AWS::SQS::Queue
              Properties: {FifoQueue: true, ContentBasedDeduplication: true}
            """
                + function(
                    "Environment: {Variables: {URL: !Ref InOrder, ARN: !GetAtt InOrder.Arn}}"));
    assertEquals(
        List.of(
            new Queue(
                "InOrder",
                "InOrder.fifo",
                Map.of("FifoQueue", "true", "ContentBasedDeduplication", "true"))),
        application.queues());
    assertEquals(
        Map.of(
            "URL",
            "https://sqs.us-east-1.amazonaws.com/123456789012/InOrder.fifo",
            "ARN",
            "arn:aws:sqs:us-east-1:123456789012:InOrder.fifo"),
        application.functions().getFirst().environment());
  }

  @Test
  void a_queue_that_an_event_names_is_there_without_being_declared() {
    assertEquals(
        List.of(
            new Queue("elsewhere", "elsewhere"),
            new Queue("other.fifo", "other.fifo", Map.of("FifoQueue", "true"))),
        read(function(
                    """
                    Events:
                      One:
                        Type: SQS
                        Properties: {Queue: 'arn:aws:sqs:us-east-1:123456789012:elsewhere'}
                    """)
                + """
                Mapping:
                  Type: AWS::Lambda::EventSourceMapping
                  Properties:
                    FunctionName: !Ref F
                    EventSourceArn: arn:aws:sqs:us-east-1:123456789012:other.fifo
                Stream:
                  Type: AWS::Lambda::EventSourceMapping
                  Properties: {EventSourceArn: !ImportValue stream}
                """)
            .queues());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          VisibilityTimeout: 43201     | VisibilityTimeout must be 0..43200 seconds: 43201
          DelaySeconds: x              | DelaySeconds must be 0..900 seconds: x
          QueueName: a b               | a queue's name has 1..80 letters, digits, hyphens and underscores: a b
          QueueName: a.fifo            | only the name of a FIFO queue may end with .fifo: a.fifo
          FifoQueue: maybe             | FifoQueue must be true or false
          ContentBasedDeduplication: true | ContentBasedDeduplication is for FIFO queues, and Q is not one
          RedrivePolicy: {maxReceiveCount: 3} | the RedrivePolicy names no deadLetterTargetArn
          RedrivePolicy: {deadLetterTargetArn: 'arn:aws:sqs:r:1:d'} | the RedrivePolicy names no maxReceiveCount
          RedrivePolicy: {deadLetterTargetArn: 'arn:aws:sqs:r:1:d.fifo', maxReceiveCount: 1} | the dead-letter queue of a standard queue must be one, too: arn:aws:sqs:r:1:d.fifo
          """)
  void a_mistake_in_a_queue_has_a_place(String property, String message) {
    UserMistake mistake =
        mistake("Q:\n  Type: AWS::SQS::Queue\n  Properties:\n    " + property + "\n");
    assertTrue(mistake.getMessage().endsWith(": " + message), mistake.getMessage());
    assertTrue(mistake.getMessage().contains("template.yaml:"), mistake.getMessage());
  }

  @Test
  void the_name_of_a_FIFO_queue_must_say_so() {
    UserMistake mistake =
        mistake("Q:\n  Type: AWS::SQS::Queue\n  Properties: {QueueName: a, FifoQueue: true}\n");
    assertEquals("write QueueName: a.fifo", mistake.remedy());
  }

  @Test
  void two_queues_of_one_name_are_a_mistake() {
    assertTrue(
        mistake(
                """
                A: {Type: 'AWS::SQS::Queue', Properties: {QueueName: q}}
                B: {Type: 'AWS::SQS::Queue', Properties: {QueueName: q}}
                """)
            .getMessage()
            .endsWith("A and B are queues of the same name: q"));
  }

  @Test
  void a_bucket_has_a_name_versions_and_notifications() {
    assertEquals(
        List.of(
            new Bucket(
                "Photos",
                "photos",
                true,
                Map.of(
                    "LambdaConfigurations",
                    List.of(
                        Map.of(
                            "Event",
                            "s3:ObjectCreated:*",
                            "Function",
                            "arn:aws:lambda:us-east-1:123456789012:function:F")))),
            new Bucket("Named", "my.bucket")),
        read("""
        Photos:
          Type: AWS::S3::Bucket
          Properties:
            VersioningConfiguration: {Status: Enabled}
            BucketEncryption: !If [Safe, a, b]
            NotificationConfiguration:
              LambdaConfigurations:
                - {Event: 's3:ObjectCreated:*', Function: !GetAtt F.Arn}
        Named: {Type: 'AWS::S3::Bucket', Properties: {BucketName: my.bucket}}
        """
                + function(""))
            .buckets());
  }

  @ParameterizedTest
  @ValueSource(strings = {"Photos", "a", "a..b", "-ab", "10.0.0.1", "under_score"})
  void a_bucket_has_a_name_as_S3_demands(String name) {
    assertTrue(
        mistake("B: {Type: 'AWS::S3::Bucket', Properties: {BucketName: " + name + "}}\n")
            .getMessage()
            .endsWith(
                "a bucket's name has 3..63 lower-case letters, digits, dots and hyphens: " + name));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Policies: [{EventBridgePutEventsPolicy: {EventBusName: default}}]",
        "Policies: [{Statement: [{Effect: Allow, Action: 'events:PutEvents', Resource: '*'}]}]",
        "Events: {E: {Type: EventBridgeRule, Properties: {Pattern: {source: [a]}}}}"
      })
  void a_function_that_puts_or_waits_for_events_has_to_do_with_a_bus(String properties) {
    assertTrue(read(function(properties)).busEvents());
  }

  @Test
  void tables_alone_need_nothing_else() {
    Application application =
        read(
            "T: {Type: 'AWS::Serverless::SimpleTable'}\n"
                + function("Policies: [AWSLambdaBasicExecutionRole]"));
    assertEquals(List.of(), application.queues());
    assertEquals(List.of(), application.buckets());
    assertEquals(false, application.busEvents());
    assertEquals(List.of(), application.warnings());
  }

  @Test
  void subscriptions_of_three_kinds_are_read_and_others_are_said() {
    Application application =
        read(
            """
            Orders:
              Type: AWS::SNS::Topic
              Properties:
                Subscription:
                  - {Protocol: sqs, Endpoint: !GetAtt Q.Arn}
                  - {Protocol: email, Endpoint: a@b.c}
            Q: {Type: 'AWS::SQS::Queue'}
            Hook:
              Type: AWS::SNS::Subscription
              Properties:
                TopicArn: !Ref Orders
                Protocol: https
                Endpoint: https://example.org/hook
                RawMessageDelivery: true
                FilterPolicyScope: MessageBody
                FilterPolicy: {kind: [order, {prefix: x}]}
            """
                + function(
                    """
                    Events:
                      Told:
                        Type: SNS
                        Properties:
                          Topic: arn:aws:sns:us-east-1:123456789012:elsewhere
                          FilterPolicy: {n: [1]}
                    """));
    assertEquals(
        List.of(new Topic("Orders", "Orders"), new Topic("elsewhere", "elsewhere")),
        application.topics());
    assertEquals(
        List.of(
            "Queue[arn=arn:aws:sqs:us-east-1:123456789012:Q] Optional.empty false",
            "Web[url=https://example.org/hook] Optional[Filter[policy={\"kind\":[\"order\",{\"prefix\":\"x\"}]}, ofBody=true]] true",
            "Function[target=Target[function=F, qualifier=]] Optional[Filter[policy={\"n\":[1]}, ofBody=false]] false"),
        application.subscriptions().stream()
            .map(each -> each.receiver() + " " + each.filter() + " " + each.raw())
            .toList());
    assertEquals(1, application.warnings().size(), application.warnings()::toString);
    assertTrue(
        application
            .warnings()
            .getFirst()
            .endsWith("the subscription of Orders2 by email is not provided locally"));
  }

  @Test
  void streams_of_Kinesis_are_the_declared_ones_and_those_that_mappings_name() {
    Application application =
        read(
            """
            Clicks: {Type: 'AWS::Kinesis::Stream', Properties: {Name: clicks, ShardCount: 3}}
            Wide:
              Type: AWS::Kinesis::Stream
              Properties: {StreamModeDetails: {StreamMode: ON_DEMAND}}
            """
                + function(
                    """
                    Events:
                      Clicked:
                        Type: Kinesis
                        Properties: {Stream: !GetAtt Clicks.Arn, StartingPosition: LATEST}
                      Other:
                        Type: Kinesis
                        Properties:
                          Stream: arn:aws:kinesis:us-east-1:123456789012:stream/elsewhere
                          StartingPosition: TRIM_HORIZON
                    """));
    assertEquals(
        List.of(
            new DataStream("Clicks", "clicks", 3),
            new DataStream("Wide", "Wide", 4),
            new DataStream("elsewhere", "elsewhere", 1)),
        application.streams());
    assertEquals(List.of(), application.warnings());
    assertEquals(
        "arn:aws:kinesis:us-east-1:123456789012:stream/clicks",
        ((EventSource.Mapping) application.sources().getFirst()).sourceArn());
  }
}
