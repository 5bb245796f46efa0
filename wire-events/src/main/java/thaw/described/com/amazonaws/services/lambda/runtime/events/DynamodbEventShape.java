package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.AttributeValue;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.Identity;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.StreamRecord;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.StreamViewType;
import thaw.wire.Field;
import thaw.wire.Shape;
import thaw.wire.Wire;

/** Records of a DynamoDB stream. */
public final class DynamodbEventShape extends Parts<DynamodbEvent> {
  private static final Field RECORDS = Field.of(1, "Records");
  private static final Field EVENT_ID = Field.of(2, "eventID");
  private static final Field EVENT_NAME = Field.of(3, "eventName");
  private static final Field EVENT_VERSION = Field.of(4, "eventVersion");
  private static final Field EVENT_SOURCE = Field.of(5, "eventSource");
  private static final Field AWS_REGION = Field.of(6, "awsRegion");
  private static final Field DYNAMODB = Field.of(7, "dynamodb");
  private static final Field EVENT_SOURCE_ARN = Field.of(8, "eventSourceARN");
  private static final Field USER_IDENTITY = Field.of(9, "userIdentity");
  private static final Field APPROXIMATE_CREATION_DATE_TIME =
      Field.of(10, "ApproximateCreationDateTime");
  private static final Field KEYS = Field.of(11, "Keys");
  private static final Field NEW_IMAGE = Field.of(12, "NewImage");
  private static final Field OLD_IMAGE = Field.of(13, "OldImage");
  private static final Field SEQUENCE_NUMBER = Field.of(14, "SequenceNumber");
  private static final Field SIZE_BYTES = Field.of(15, "SizeBytes");
  private static final Field STREAM_VIEW_TYPE = Field.of(16, "StreamViewType");
  private static final Field PRINCIPAL_ID = Field.of(17, "principalId");
  private static final Field TYPE = Field.of(18, "type");
  private static final Field S = Field.of(19, "S");
  private static final Field N = Field.of(20, "N");
  private static final Field B = Field.of(21, "B");
  private static final Field M = Field.of(22, "M");
  private static final Field L = Field.of(23, "L");
  private static final Field NULL = Field.of(24, "NULL");
  private static final Field BOOL = Field.of(25, "BOOL");
  private static final Field SS = Field.of(26, "SS");
  private static final Field NS = Field.of(27, "NS");
  private static final Field BS = Field.of(28, "BS");

  static final Shape<DynamodbStreamRecord> DYNAMODB_STREAM_RECORD_PART =
      part(new DynamodbEventShape(1));
  private static final Shape<StreamRecord> STREAM_RECORD_PART = part(new DynamodbEventShape(2));
  private static final Shape<Identity> IDENTITY_PART = part(new DynamodbEventShape(3));
  private static final Shape<AttributeValue> ATTRIBUTE_VALUE_PART = part(new DynamodbEventShape(4));

  /** For any thread. */
  public DynamodbEventShape() {
    this(0);
  }

  private DynamodbEventShape(int part) {
    super(part);
  }

  @Override
  Object blank(int part) {
    return switch (part) {
      case 1 -> new DynamodbStreamRecord();
      case 2 -> new StreamRecord();
      case 3 -> new Identity();
      case 4 -> new AttributeValue();
      default -> new DynamodbEvent();
    };
  }

  @Override
  void fields(Wire w, int part, Object value) {
    switch (part) {
      case 1 -> dynamodbStreamRecord(w, (DynamodbStreamRecord) value);
      case 2 -> streamRecord(w, (StreamRecord) value);
      case 3 -> identity(w, (Identity) value);
      case 4 -> attributeValue(w, (AttributeValue) value);
      default -> event(w, (DynamodbEvent) value);
    }
  }

  private static void event(Wire w, DynamodbEvent e) {
    e.setRecords(w.list(RECORDS, e.getRecords(), DYNAMODB_STREAM_RECORD_PART));
  }

  private static void dynamodbStreamRecord(Wire w, DynamodbStreamRecord e) {
    e.setEventID(w.string(EVENT_ID, e.getEventID()));
    e.setEventName(w.string(EVENT_NAME, e.getEventName()));
    e.setEventVersion(w.string(EVENT_VERSION, e.getEventVersion()));
    e.setEventSource(w.string(EVENT_SOURCE, e.getEventSource()));
    e.setAwsRegion(w.string(AWS_REGION, e.getAwsRegion()));
    e.setDynamodb(w.value(DYNAMODB, e.getDynamodb(), STREAM_RECORD_PART));
    e.setEventSourceARN(w.string(EVENT_SOURCE_ARN, e.getEventSourceARN()));
    e.setUserIdentity(w.value(USER_IDENTITY, e.getUserIdentity(), IDENTITY_PART));
  }

  private static void streamRecord(Wire w, StreamRecord e) {
    e.setApproximateCreationDateTime(
        w.value(APPROXIMATE_CREATION_DATE_TIME, e.getApproximateCreationDateTime(), Values.DATE));
    e.setKeys(w.map(KEYS, e.getKeys(), ATTRIBUTE_VALUE_PART));
    e.setNewImage(w.map(NEW_IMAGE, e.getNewImage(), ATTRIBUTE_VALUE_PART));
    e.setOldImage(w.map(OLD_IMAGE, e.getOldImage(), ATTRIBUTE_VALUE_PART));
    e.setSequenceNumber(w.string(SEQUENCE_NUMBER, e.getSequenceNumber()));
    e.setSizeBytes(w.value(SIZE_BYTES, e.getSizeBytes(), Values.INT64));
    String view = w.string(STREAM_VIEW_TYPE, e.getStreamViewType());
    if (w.reading() && view != null) {
      e.setStreamViewType(view(w, view));
    }
  }

  private static void identity(Wire w, Identity e) {
    e.setPrincipalId(w.string(PRINCIPAL_ID, e.getPrincipalId()));
    e.setType(w.string(TYPE, e.getType()));
  }

  private static void attributeValue(Wire w, AttributeValue e) {
    e.setS(w.string(S, e.getS()));
    e.setN(w.string(N, e.getN()));
    e.setB(w.value(B, e.getB(), Values.BUFFER));
    e.setM(w.map(M, e.getM(), ATTRIBUTE_VALUE_PART));
    e.setL(w.list(L, e.getL(), ATTRIBUTE_VALUE_PART));
    e.setNULL(w.value(NULL, e.isNULL(), Values.BOOL));
    e.setBOOL(w.value(BOOL, e.getBOOL(), Values.BOOL));
    e.setSS(w.list(SS, e.getSS(), Values.STRING));
    e.setNS(w.list(NS, e.getNS(), Values.STRING));
    e.setBS(w.list(BS, e.getBS(), Values.BUFFER));
  }

  private static StreamViewType view(Wire w, String name) {
    for (StreamViewType view : StreamViewType.values()) {
      if (view.getValue().equals(name)) {
        return view;
      }
    }
    throw w.error("no view of a stream: " + name);
  }
}
