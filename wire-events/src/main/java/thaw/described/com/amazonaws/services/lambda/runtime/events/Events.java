package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.*;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2CustomAuthorizerEvent.RequestContext;
import com.amazonaws.services.lambda.runtime.events.ActiveMQEvent.ActiveMQMessage;
import com.amazonaws.services.lambda.runtime.events.KafkaEvent.KafkaEventRecord;
import com.amazonaws.services.lambda.runtime.events.RabbitMQEvent.BasicProperties;
import com.amazonaws.services.lambda.runtime.events.S3BatchResponse.ResultCode;
import com.amazonaws.services.lambda.runtime.events.models.TimeWindow;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.AttributeValue;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.Identity;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.StreamRecord;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import thaw.wire.Blank;
import thaw.wire.DescribedTypes;
import thaw.wire.MixIn;
import thaw.wire.Wire;
import thaw.wire.With;

/**
 * Tells the annotation processor which types it describes, and where documents have other names
 * than Java, or the fields in another order. That order is the one in which AWS sends them, with
 * those that may be missing last, for a field that is next costs least.
 */
@SuppressWarnings({"deprecation", "unused"}) // of types that are described; of what is only read
@DescribedTypes(
    value = {
      APIGatewayCustomAuthorizerEvent.class,
      APIGatewayProxyRequestEvent.class,
      APIGatewayProxyResponseEvent.class,
      APIGatewayV2CustomAuthorizerEvent.class,
      APIGatewayV2HTTPEvent.class,
      APIGatewayV2HTTPResponse.class,
      APIGatewayV2ProxyRequestEvent.class,
      APIGatewayV2ProxyResponseEvent.class,
      APIGatewayV2WebSocketEvent.class,
      APIGatewayV2WebSocketResponse.class,
      ActiveMQEvent.class,
      AppSyncLambdaAuthorizerEvent.class,
      AppSyncLambdaAuthorizerResponse.class,
      ApplicationLoadBalancerRequestEvent.class,
      ApplicationLoadBalancerResponseEvent.class,
      CloudFormationCustomResourceEvent.class,
      CloudFrontEvent.class,
      CloudWatchCompositeAlarmEvent.class,
      CloudWatchLogsEvent.class,
      CloudWatchMetricAlarmEvent.class,
      CodeCommitEvent.class,
      CognitoEvent.class,
      CognitoUserPoolCreateAuthChallengeEvent.class,
      CognitoUserPoolCustomMessageEvent.class,
      CognitoUserPoolDefineAuthChallengeEvent.class,
      CognitoUserPoolMigrateUserEvent.class,
      CognitoUserPoolPostAuthenticationEvent.class,
      CognitoUserPoolPostConfirmationEvent.class,
      CognitoUserPoolPreAuthenticationEvent.class,
      CognitoUserPoolPreSignUpEvent.class,
      CognitoUserPoolPreTokenGenerationEvent.class,
      CognitoUserPoolPreTokenGenerationEventV2.class,
      CognitoUserPoolVerifyAuthChallengeResponseEvent.class,
      ConfigEvent.class,
      ConnectEvent.class,
      DynamodbEvent.class,
      DynamodbTimeWindowEvent.class,
      IamPolicyResponse.class,
      IamPolicyResponseV1.class,
      IoTButtonEvent.class,
      KafkaEvent.class,
      KinesisAnalyticsFirehoseInputPreprocessingEvent.class,
      KinesisAnalyticsInputPreprocessingResponse.class,
      KinesisAnalyticsOutputDeliveryEvent.class,
      KinesisAnalyticsOutputDeliveryResponse.class,
      KinesisAnalyticsStreamsInputPreprocessingEvent.class,
      KinesisEvent.class,
      KinesisFirehoseEvent.class,
      KinesisTimeWindowEvent.class,
      LambdaDestinationEvent.class,
      LexEvent.class,
      MSKFirehoseEvent.class,
      MSKFirehoseResponse.class,
      RabbitMQEvent.class,
      S3BatchEvent.class,
      S3BatchEventV2.class,
      S3BatchResponse.class,
      S3ObjectLambdaEvent.class,
      SNSEvent.class,
      SQSBatchResponse.class,
      SQSEvent.class,
      ScheduledEvent.class,
      SecretsManagerRotationEvent.class,
      SimpleIAMPolicyResponse.class,
      StreamsEventResponse.class,
      TimeWindowEventResponse.class,
    },
    parts = {
      TimeWindow.class,
      AttributeValue.class,
      Identity.class,
      StreamRecord.class,
      CognitoUserPoolEvent.CallerContext.class,
    },
    with = {AnyValue.class, JodaTime.class})
@MixIn(
    value = APIGatewayProxyRequestEvent.class,
    names =
        "resource path httpMethod headers multiValueHeaders queryStringParameters "
            + "multiValueQueryStringParameters pathParameters stageVariables requestContext "
            + "body isBase64Encoded")
@MixIn(
    value = APIGatewayProxyRequestEvent.ProxyRequestContext.class,
    names =
        "resourceId resourcePath httpMethod extendedRequestId requestTime path accountId "
            + "protocol stage domainPrefix requestTimeEpoch requestId identity domainName "
            + "apiId authorizer")
@MixIn(
    value = APIGatewayProxyRequestEvent.RequestIdentity.class,
    names =
        "cognitoIdentityPoolId accountId cognitoIdentityId caller sourceIp "
            + "principalOrgId accessKey cognitoAuthenticationType "
            + "cognitoAuthenticationProvider userArn userAgent user")
@MixIn(
    value = APIGatewayV2HTTPEvent.class,
    names =
        "version routeKey rawPath rawQueryString headers requestContext isBase64Encoded "
            + "cookies queryStringParameters body")
@MixIn(
    value = APIGatewayV2HTTPEvent.RequestContext.class,
    names = "accountId apiId domainName domainPrefix http requestId")
@MixIn(
    value = APIGatewayV2WebSocketEvent.RequestContext.class,
    names =
        "accountId resourceId stage requestId identity authorizer httpMethod apiId "
            + "connectedAt connectionId domainName error eventType extendedRequestId "
            + "integrationLatency messageDirection messageId requestTime requestTimeEpoch "
            + "routeKey status resourcePath")
@MixIn(
    value = ApplicationLoadBalancerRequestEvent.class,
    names =
        "requestContext httpMethod path queryStringParameters headers body " + "isBase64Encoded")
@MixIn(
    value = CloudFormationCustomResourceEvent.class,
    names =
        "RequestType ServiceToken ResponseURL StackId RequestId LogicalResourceId "
            + "PhysicalResourceId ResourceType ResourceProperties OldResourceProperties")
@MixIn(
    value = {
      CloudFrontEvent.class,
      CodeCommitEvent.class,
      DynamodbEvent.class,
      KinesisEvent.class,
      SNSEvent.class,
      SQSEvent.class
    },
    names = "Records")
@MixIn(value = CloudWatchLogsEvent.class, names = "awslogs")
@MixIn(
    value = CodeCommitEvent.Record.class,
    names =
        "eventId eventVersion eventTime eventTriggerName eventPartNumber eventName "
            + "eventTriggerConfigId eventSource awsRegion customData eventTotalParts "
            + "codecommit eventSourceARN userIdentityARN")
@MixIn(value = ConnectEvent.class, names = "Details Name")
@MixIn(
    value = ConnectEvent.ContactData.class,
    names =
        "Attributes Channel ContactId CustomerEndpoint InitialContactId InitiationMethod "
            + "InstanceARN PreviousContactId Queue SystemEndpoint")
@MixIn(
    value = {ConnectEvent.CustomerEndpoint.class, ConnectEvent.SystemEndpoint.class},
    names = "Address Type")
@MixIn(value = ConnectEvent.Details.class, names = "ContactData Parameters")
@MixIn(value = ConnectEvent.Queue.class, names = "ARN Name")
@MixIn(
    value = DynamodbEvent.DynamodbStreamRecord.class,
    names = "eventID eventName eventVersion eventSource awsRegion dynamodb eventSourceARN")
@MixIn(
    value = {DynamodbTimeWindowEvent.class, KinesisTimeWindowEvent.class},
    names =
        "window state shardId isFinalInvokeForWindow isWindowTerminatedEarly Records "
            + "eventSourceARN")
@MixIn(
    value = {IamPolicyResponse.PolicyDocument.class, IamPolicyResponseV1.PolicyDocument.class},
    names = "Version Statement")
@MixIn(
    value = {IamPolicyResponse.Statement.class, IamPolicyResponseV1.Statement.class},
    names = "Action Effect Resource Condition")
@MixIn(
    value = KinesisEvent.KinesisEventRecord.class,
    names = "kinesis eventSource eventVersion eventID eventName invokeIdentityArn awsRegion")
@MixIn(
    value = KinesisEvent.Record.class,
    names = "kinesisSchemaVersion partitionKey sequenceNumber data")
@MixIn(
    value = S3ObjectLambdaEvent.class,
    names =
        "getObjectContext configuration userRequest userIdentity protocolVersion "
            + "XAmzRequestId")
@MixIn(value = SNSEvent.MessageAttribute.class, names = "Type Value")
@MixIn(
    value = SNSEvent.SNS.class,
    names =
        "SignatureVersion Timestamp Signature SigningCertUrl MessageId Message "
            + "MessageAttributes Type UnsubscribeUrl TopicArn Subject")
@MixIn(
    value = SNSEvent.SNSRecord.class,
    names = "EventVersion EventSubscriptionArn EventSource Sns")
@MixIn(
    value = SQSEvent.SQSMessage.class,
    names =
        "messageId receiptHandle body attributes messageAttributes md5OfBody eventSource "
            + "eventSourceARN awsRegion")
@MixIn(
    value = ScheduledEvent.class,
    names = "version id detail-type source account time region resources")
@MixIn(
    value = SecretsManagerRotationEvent.class,
    names = "Step SecretId ClientRequestToken RotationToken")
@MixIn(value = AttributeValue.class, names = "S N B M L NULL BOOL SS NS BS")
@MixIn(
    value = StreamRecord.class,
    names =
        "ApproximateCreationDateTime Keys NewImage OldImage SequenceNumber SizeBytes "
            + "StreamViewType")
final class Events {
  private Events() {}

  @MixIn(ActiveMQMessage.class)
  interface ActiveMq {
    @With(value = Values.class, constant = "LOOSE_INT64")
    long getExpiration();
  }

  @MixIn(BasicProperties.class)
  interface RabbitMq {
    @With(value = Values.class, constant = "LOOSE_INT32")
    int getExpiration();
  }

  @MixIn(KafkaEventRecord.class)
  interface Kafka {
    @With(value = Values.class, constant = "HEADERS")
    List<Map<String, byte[]>> getHeaders();
  }

  @MixIn(KinesisFirehoseEvent.Record.class)
  interface Firehose {
    @With(value = Values.class, constant = "TEXTS")
    Map<String, String> getKinesisRecordMetadata();
  }

  @MixIn(MSKFirehoseEvent.Record.class)
  interface KafkaFirehose {
    @With(value = Values.class, constant = "TEXTS")
    Map<String, String> getMskRecordMetadata();
  }

  @MixIn(KinesisEvent.Record.class)
  interface Kinesis {
    @With(StreamRecordMixIn.class)
    Date getApproximateArrivalTimestamp();
  }

  @MixIn(KinesisAnalyticsInputPreprocessingResponse.Record.class)
  interface Preprocessed {
    @With(value = Values.class, constant = "PREPROCESSED")
    KinesisAnalyticsInputPreprocessingResponse.Result getResult();
  }

  @MixIn(KinesisAnalyticsOutputDeliveryResponse.Record.class)
  interface Delivered {
    @With(value = Values.class, constant = "DELIVERED")
    KinesisAnalyticsOutputDeliveryResponse.Result getResult();
  }

  @MixIn(MSKFirehoseResponse.Record.class)
  interface Transformed {
    @With(value = Values.class, constant = "TRANSFORMED")
    MSKFirehoseResponse.Result getResult();
  }

  @MixIn(S3BatchResponse.class)
  interface Batch {
    @With(value = Values.class, constant = "TASK")
    ResultCode getTreatMissingKeysAs();
  }

  @MixIn(S3BatchResponse.Result.class)
  interface BatchResult {
    @With(value = Values.class, constant = "TASK")
    ResultCode getResultCode();
  }

  /** Inner classes: whose they are is seen by nobody. */
  @MixIn({LexEvent.CurrentIntent.class, LexEvent.Bot.class})
  static final class Lex {
    private Lex() {}

    @Blank
    static LexEvent.CurrentIntent intent() {
      return new LexEvent().new CurrentIntent();
    }

    @Blank
    static LexEvent.Bot bot() {
      return new LexEvent().new Bot();
    }
  }

  /** Its time is a text when it is set, and is parsed when it is got. */
  @MixIn(RequestContext.class)
  static final class AuthorizerContext {
    private AuthorizerContext() {}

    /**
     * Returns the time as API Gateway writes it; the getter fails when there is no time, or
     * something else.
     */
    static @Nullable String getTime(RequestContext context, Wire w) {
      if (w.reading()) {
        return null;
      }
      try {
        return context.getTime().toString("dd/MMM/yyyy:HH:mm:ss Z", Locale.ENGLISH);
      } catch (NullPointerException none) {
        return null;
      } catch (IllegalArgumentException other) {
        throw w.error("no point of time: ".concat(String.valueOf(other.getMessage())));
      }
    }

    static long getTimeEpoch(RequestContext context) {
      return context.getTimeEpoch().toEpochMilli();
    }
  }
}
