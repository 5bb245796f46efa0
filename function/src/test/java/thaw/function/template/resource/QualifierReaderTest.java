package thaw.function.template.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.function.AliasDefinition;
import thaw.function.Application;
import thaw.function.EventInvokeConfig;
import thaw.function.EventSource;
import thaw.function.FunctionDefinition;
import thaw.function.FunctionUrl;

/** What SAM has as properties of a function and CloudFormation as resources beside it. */
class QualifierReaderTest {
  private static final String FUNCTION =
      """
      Resources:
        F:
          Type: AWS::Lambda::Function
          Properties:
            FunctionName: f
            Runtime: java21
            Handler: a.B
            Code: target/app.jar
            SnapStart: {ApplyOn: PublishedVersions}
        V: {Type: AWS::Lambda::Version, Properties: {FunctionName: !Ref F}}
      """;
  private static final String ALIAS =
      """
        Live: {Type: AWS::Lambda::Alias, Properties: {FunctionName: !Ref F, FunctionVersion: !GetAtt V.Version, Name: live}}
      """;

  @TempDir Path folder;

  @BeforeEach
  void build() throws Exception {
    new TemplateFolder(folder).build();
  }

  private Application read(String resources) throws Exception {
    Application application = new TemplateFolder(folder).read(resources);
    assertEquals(List.of(), application.warnings());
    return application;
  }

  @Test
  void a_version_is_published_for_snap_start() throws Exception {
    FunctionDefinition function = read(FUNCTION).functions().getFirst();
    assertTrue(function.publishesVersion());
    assertEquals(Set.of(), function.publishedAliases());
    assertEquals(Set.of("live"), read(FUNCTION + ALIAS).functions().getFirst().publishedAliases());
  }

  @Test
  void urls_and_settings_of_events_belong_to_function_or_alias() throws Exception {
    FunctionDefinition function =
        read(FUNCTION
                + ALIAS
                + """
                  U: {Type: AWS::Lambda::Url, Properties: {TargetFunctionArn: !GetAtt F.Arn, AuthType: AWS_IAM}}
                  UL: {Type: AWS::Lambda::Url, Properties: {TargetFunctionArn: !GetAtt F.Arn, Qualifier: live, AuthType: NONE, Cors: {AllowOrigins: ['*']}, InvokeMode: RESPONSE_STREAM}}
                  E: {Type: AWS::Lambda::EventInvokeConfig, Properties: {FunctionName: !Ref F, Qualifier: $LATEST, MaximumRetryAttempts: 1}}
                  EL:
                    Type: AWS::Lambda::EventInvokeConfig
                    Properties:
                      FunctionName: !Ref F
                      Qualifier: !Select [7, !Split [':', !Ref Live]]
                      MaximumRetryAttempts: 0
                      DestinationConfig: {OnFailure: {Destination: !GetAtt Q.Arn}}
                  Q: {Type: AWS::SQS::Queue}
                """)
            .functions()
            .getFirst();
    assertEquals("AWS_IAM", function.url().orElseThrow().authType());
    assertEquals(OptionalInt.of(1), function.asynchronous().config().maximumRetryAttempts());
    AliasDefinition live = function.aliases().getFirst();
    FunctionUrl url = live.url().orElseThrow();
    assertEquals("NONE", url.authType());
    assertEquals(Optional.of("RESPONSE_STREAM"), url.invokeMode());
    assertEquals(Optional.of(List.of("*")), url.cors().orElseThrow().allowOrigins());
    assertEquals(OptionalInt.of(0), live.events().maximumRetryAttempts());
    assertEquals(Optional.of("arn:aws:sqs:us-east-1:123456789012:Q"), live.events().onFailure());
  }

  /** SAM gives both to the alias that it publishes. */
  @Test
  void url_and_settings_of_sam_belong_to_its_alias() throws Exception {
    FunctionDefinition function =
        read(TemplateFolder.function(
                "Runtime: java21",
                "Handler: a.B",
                "AutoPublishAlias: prod",
                "FunctionUrlConfig: {AuthType: NONE}",
                "EventInvokeConfig: {MaximumRetryAttempts: 0}"))
            .functions()
            .getFirst();
    assertFalse(function.url().isPresent());
    assertEquals(EventInvokeConfig.NONE, function.asynchronous().config());
    AliasDefinition prod = function.aliases().getFirst();
    assertEquals("prod", prod.name());
    assertEquals("NONE", prod.url().orElseThrow().authType());
    assertEquals(OptionalInt.of(0), prod.events().maximumRetryAttempts());
  }

  @Test
  void sources_feed_aliases_and_versions() throws Exception {
    List<EventSource> sources =
        read(FUNCTION
                + ALIAS
                + """
                  Q: {Type: AWS::SQS::Queue}
                  M:
                    Type: AWS::Lambda::EventSourceMapping
                    Properties: {EventSourceArn: !GetAtt Q.Arn, FunctionName: !Join ['', [!Select [6, !Split [':', !Ref Live]], ':live']]}
                  N: {Type: AWS::Lambda::EventSourceMapping, Properties: {EventSourceArn: !GetAtt Q.Arn, FunctionName: !Ref V}}
                  R: {Type: AWS::Events::Rule, Properties: {EventPattern: {source: [x]}, Targets: [{Arn: !Ref Live, Id: a}]}}
                  S: {Type: AWS::Scheduler::Schedule, Properties: {ScheduleExpression: rate(1 hour), FlexibleTimeWindow: {Mode: 'OFF'}, Target: {Arn: !Ref Live, RoleArn: x}}}
                """)
            .sources();
    assertEquals(
        List.of("live", "1", "live", "live"),
        sources.stream().map(source -> source.target().qualifier()).toList());
  }

  /** A consumer has the records of its stream. */
  @Test
  void the_consumer_of_a_stream_reads_its_stream() throws Exception {
    EventSource source =
        read(FUNCTION
                + """
                  Stream: {Type: AWS::Kinesis::Stream, Properties: {Name: orders, ShardCount: 1}}
                  Reader: {Type: AWS::Kinesis::StreamConsumer, Properties: {StreamARN: !GetAtt Stream.Arn, ConsumerName: fast}}
                  M: {Type: AWS::Lambda::EventSourceMapping, Properties: {EventSourceArn: !GetAtt Reader.ConsumerARN, FunctionName: !Ref F, StartingPosition: LATEST}}
                """)
            .sources()
            .getFirst();
    assertEquals(
        "arn:aws:kinesis:us-east-1:123456789012:stream/orders",
        ((EventSource.Mapping) source).sourceArn());
  }
}
