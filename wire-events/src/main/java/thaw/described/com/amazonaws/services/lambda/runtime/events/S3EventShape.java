package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.S3Event;
import com.amazonaws.services.lambda.runtime.events.models.s3.S3EventNotification.RequestParametersEntity;
import com.amazonaws.services.lambda.runtime.events.models.s3.S3EventNotification.ResponseElementsEntity;
import com.amazonaws.services.lambda.runtime.events.models.s3.S3EventNotification.S3BucketEntity;
import com.amazonaws.services.lambda.runtime.events.models.s3.S3EventNotification.S3Entity;
import com.amazonaws.services.lambda.runtime.events.models.s3.S3EventNotification.S3EventNotificationRecord;
import com.amazonaws.services.lambda.runtime.events.models.s3.S3EventNotification.S3ObjectEntity;
import com.amazonaws.services.lambda.runtime.events.models.s3.S3EventNotification.UserIdentityEntity;
import java.util.ArrayList;
import java.util.List;
import org.joda.time.DateTime;
import org.jspecify.annotations.Nullable;
import thaw.wire.Field;
import thaw.wire.ObjectShape;
import thaw.wire.Shape;
import thaw.wire.Shapes;
import thaw.wire.Wire;

/**
 * Notifications of a bucket. Its objects cannot be changed once they are made; as Lambda's
 * serializer makes them, texts and objects that are missing are empty, never null.
 */
public final class S3EventShape extends ObjectShape<S3Event> {
  private static final Field RECORDS = Field.of(1, "Records");
  private static final Shape<S3EventNotificationRecord> RECORD = new Part<>(0);

  /** Makes a shape that any thread may use. */
  public S3EventShape() {}

  @Override
  protected S3Event blank() {
    return new S3Event(new ArrayList<>());
  }

  @Override
  protected S3Event fields(Wire w, S3Event e) {
    List<S3EventNotificationRecord> records = w.list(RECORDS, e.getRecords(), RECORD);
    return w.reading() ? new S3Event(records == null ? new ArrayList<>() : records) : e;
  }

  /** The objects in it, by number: see {@link thaw.wire.SplitShape}. */
  private static final class Part<T> extends ObjectShape<T> {
    private static final Field EVENT_VERSION = Field.of(1, "eventVersion");
    private static final Field EVENT_SOURCE = Field.of(2, "eventSource");
    private static final Field AWS_REGION = Field.of(3, "awsRegion");
    private static final Field EVENT_TIME = Field.of(4, "eventTime");
    private static final Field EVENT_NAME = Field.of(5, "eventName");
    private static final Field USER_IDENTITY = Field.of(6, "userIdentity");
    private static final Field REQUEST_PARAMETERS = Field.of(7, "requestParameters");
    private static final Field RESPONSE_ELEMENTS = Field.of(8, "responseElements");
    private static final Field S3 = Field.of(9, "s3");
    private static final Field PRINCIPAL_ID = Field.of(10, "principalId");
    private static final Field SOURCE_IP_ADDRESS = Field.of(11, "sourceIPAddress");
    private static final Field X_AMZ_REQUEST_ID = Field.of(12, "x-amz-request-id");
    private static final Field X_AMZ_ID_2 = Field.of(13, "x-amz-id-2");
    private static final Field S3_SCHEMA_VERSION = Field.of(14, "s3SchemaVersion");
    private static final Field CONFIGURATION_ID = Field.of(15, "configurationId");
    private static final Field BUCKET = Field.of(16, "bucket");
    private static final Field OBJECT = Field.of(17, "object");
    private static final Field NAME = Field.of(18, "name");
    private static final Field OWNER_IDENTITY = Field.of(19, "ownerIdentity");
    private static final Field ARN = Field.of(20, "arn");
    private static final Field KEY = Field.of(21, "key");
    private static final Field SIZE = Field.of(22, "size");
    private static final Field E_TAG = Field.of(23, "eTag");
    private static final Field VERSION_ID = Field.of(24, "versionId");
    private static final Field SEQUENCER = Field.of(25, "sequencer");
    private static final Field URL_DECODED_KEY = Field.of(26, "urlDecodedKey");

    private static final Shape<UserIdentityEntity> IDENTITY = new Part<>(1);
    private static final Shape<RequestParametersEntity> PARAMETERS = new Part<>(2);
    private static final Shape<ResponseElementsEntity> ELEMENTS = new Part<>(3);
    private static final Shape<S3Entity> ENTITY = new Part<>(4);
    private static final Shape<S3BucketEntity> BUCKET_PART = new Part<>(5);
    private static final Shape<S3ObjectEntity> OBJECT_PART = new Part<>(6);

    private final int part;

    Part(int part) {
      this.part = part;
    }

    @Override
    @SuppressWarnings("unchecked")
    protected T blank() {
      return (T) blank(part);
    }

    @Override
    @SuppressWarnings("unchecked")
    protected T fields(Wire w, T value) {
      return (T)
          switch (part) {
            case 1 -> identity(w, (UserIdentityEntity) value);
            case 2 -> parameters(w, (RequestParametersEntity) value);
            case 3 -> elements(w, (ResponseElementsEntity) value);
            case 4 -> entity(w, (S3Entity) value);
            case 5 -> bucket(w, (S3BucketEntity) value);
            case 6 -> object(w, (S3ObjectEntity) value);
            default -> record(w, (S3EventNotificationRecord) value);
          };
    }

    private static Object blank(int part) {
      return switch (part) {
        case 1 -> new UserIdentityEntity("");
        case 2 -> new RequestParametersEntity("");
        case 3 -> new ResponseElementsEntity("", "");
        case 4 -> new S3Entity("", (S3BucketEntity) blank(5), (S3ObjectEntity) blank(6), "");
        case 5 -> new S3BucketEntity("", (UserIdentityEntity) blank(1), "");
        case 6 -> new S3ObjectEntity("", 0L, "", "", "");
        default ->
            new S3EventNotificationRecord(
                "",
                "",
                "",
                null,
                "",
                (RequestParametersEntity) blank(2),
                (ResponseElementsEntity) blank(3),
                (S3Entity) blank(4),
                (UserIdentityEntity) blank(1));
      };
    }

    /** Writes or reads a text; null, when it is read, becomes the empty one. */
    private static @Nullable String text(Wire w, Field field, @Nullable String value) {
      String text = w.string(field, value);
      return text == null && w.reading() ? "" : text;
    }

    /** Writes or reads a part; null, when it is read, becomes a blank one. */
    @SuppressWarnings("unchecked")
    private static <P> @Nullable P part(Wire w, Field field, @Nullable P value, Shape<P> shape) {
      P read = w.value(field, value, shape);
      return read == null && w.reading() ? (P) blank(((Part<P>) shape).part) : read;
    }

    private static S3EventNotificationRecord record(Wire w, S3EventNotificationRecord r) {
      String version = text(w, EVENT_VERSION, r.getEventVersion());
      String source = text(w, EVENT_SOURCE, r.getEventSource());
      String region = text(w, AWS_REGION, r.getAwsRegion());
      DateTime at = r.getEventTime();
      String time = w.string(EVENT_TIME, at == null ? null : JodaTime.printed(at));
      String name = text(w, EVENT_NAME, r.getEventName());
      UserIdentityEntity identity = part(w, USER_IDENTITY, r.getUserIdentity(), IDENTITY);
      RequestParametersEntity parameters =
          part(w, REQUEST_PARAMETERS, r.getRequestParameters(), PARAMETERS);
      ResponseElementsEntity elements =
          part(w, RESPONSE_ELEMENTS, r.getResponseElements(), ELEMENTS);
      S3Entity s3 = part(w, S3, r.getS3(), ENTITY);
      if (!w.reading()) {
        return r;
      }
      try {
        return new S3EventNotificationRecord(
            region, name, source, time, version, parameters, elements, s3, identity);
      } catch (IllegalArgumentException e) { // by Joda-Time, which the constructor asks
        throw w.error("no point of time: " + time);
      }
    }

    private static UserIdentityEntity identity(Wire w, UserIdentityEntity e) {
      return new UserIdentityEntity(text(w, PRINCIPAL_ID, e.getPrincipalId()));
    }

    private static RequestParametersEntity parameters(Wire w, RequestParametersEntity e) {
      return new RequestParametersEntity(text(w, SOURCE_IP_ADDRESS, e.getSourceIPAddress()));
    }

    private static ResponseElementsEntity elements(Wire w, ResponseElementsEntity e) {
      String requestId = text(w, X_AMZ_REQUEST_ID, e.getxAmzRequestId());
      return new ResponseElementsEntity(text(w, X_AMZ_ID_2, e.getxAmzId2()), requestId);
    }

    private static S3Entity entity(Wire w, S3Entity e) {
      String version = text(w, S3_SCHEMA_VERSION, e.getS3SchemaVersion());
      String configuration = text(w, CONFIGURATION_ID, e.getConfigurationId());
      S3BucketEntity bucket = part(w, BUCKET, e.getBucket(), BUCKET_PART);
      S3ObjectEntity object = part(w, OBJECT, e.getObject(), OBJECT_PART);
      return new S3Entity(configuration, bucket, object, version);
    }

    private static S3BucketEntity bucket(Wire w, S3BucketEntity e) {
      String name = text(w, NAME, e.getName());
      UserIdentityEntity owner = part(w, OWNER_IDENTITY, e.getOwnerIdentity(), IDENTITY);
      return new S3BucketEntity(name, owner, text(w, ARN, e.getArn()));
    }

    private static S3ObjectEntity object(Wire w, S3ObjectEntity e) {
      String key = text(w, KEY, e.getKey());
      Long size = w.value(SIZE, e.getSizeAsLong(), Shapes.INT64);
      String tag = text(w, E_TAG, e.geteTag());
      String version = text(w, VERSION_ID, e.getVersionId());
      String sequencer = text(w, SEQUENCER, e.getSequencer());
      if (!w.reading()) {
        w.string(URL_DECODED_KEY, e.getUrlDecodedKey());
      }
      return new S3ObjectEntity(
          key, size == null && w.reading() ? Long.valueOf(0) : size, tag, version, sequencer);
    }
  }
}
