package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.KinesisEvent;
import com.amazonaws.services.lambda.runtime.events.KinesisEvent.KinesisEventRecord;
import com.amazonaws.services.lambda.runtime.events.KinesisEvent.Record;
import thaw.wire.Field;
import thaw.wire.Shape;
import thaw.wire.Wire;

/** Records of a Kinesis stream. */
public final class KinesisEventShape extends Parts<KinesisEvent> {
  private static final Field RECORDS = Field.of(1, "Records");
  private static final Field KINESIS = Field.of(2, "kinesis");
  private static final Field EVENT_SOURCE = Field.of(3, "eventSource");
  private static final Field EVENT_VERSION = Field.of(4, "eventVersion");
  private static final Field EVENT_ID = Field.of(5, "eventID");
  private static final Field EVENT_NAME = Field.of(6, "eventName");
  private static final Field INVOKE_IDENTITY_ARN = Field.of(7, "invokeIdentityArn");
  private static final Field AWS_REGION = Field.of(8, "awsRegion");
  private static final Field EVENT_SOURCE_ARN = Field.of(9, "eventSourceARN");
  private static final Field KINESIS_SCHEMA_VERSION = Field.of(10, "kinesisSchemaVersion");
  private static final Field PARTITION_KEY = Field.of(11, "partitionKey");
  private static final Field SEQUENCE_NUMBER = Field.of(12, "sequenceNumber");
  private static final Field DATA = Field.of(13, "data");
  private static final Field APPROXIMATE_ARRIVAL_TIMESTAMP =
      Field.of(14, "approximateArrivalTimestamp");
  private static final Field ENCRYPTION_TYPE = Field.of(15, "encryptionType");

  static final Shape<KinesisEventRecord> KINESIS_EVENT_RECORD_PART = part(new KinesisEventShape(1));
  private static final Shape<Record> RECORD_PART = part(new KinesisEventShape(2));

  /** For any thread. */
  public KinesisEventShape() {
    this(0);
  }

  private KinesisEventShape(int part) {
    super(part);
  }

  @Override
  Object blank(int part) {
    return switch (part) {
      case 1 -> new KinesisEventRecord();
      case 2 -> new Record();
      default -> new KinesisEvent();
    };
  }

  @Override
  void fields(Wire w, int part, Object value) {
    switch (part) {
      case 1 -> kinesisEventRecord(w, (KinesisEventRecord) value);
      case 2 -> record(w, (Record) value);
      default -> event(w, (KinesisEvent) value);
    }
  }

  private static void event(Wire w, KinesisEvent e) {
    e.setRecords(w.list(RECORDS, e.getRecords(), KINESIS_EVENT_RECORD_PART));
  }

  private static void kinesisEventRecord(Wire w, KinesisEventRecord e) {
    e.setKinesis(w.value(KINESIS, e.getKinesis(), RECORD_PART));
    e.setEventSource(w.string(EVENT_SOURCE, e.getEventSource()));
    e.setEventVersion(w.string(EVENT_VERSION, e.getEventVersion()));
    e.setEventID(w.string(EVENT_ID, e.getEventID()));
    e.setEventName(w.string(EVENT_NAME, e.getEventName()));
    e.setInvokeIdentityArn(w.string(INVOKE_IDENTITY_ARN, e.getInvokeIdentityArn()));
    e.setAwsRegion(w.string(AWS_REGION, e.getAwsRegion()));
    e.setEventSourceARN(w.string(EVENT_SOURCE_ARN, e.getEventSourceARN()));
  }

  private static void record(Wire w, Record e) {
    e.setKinesisSchemaVersion(w.string(KINESIS_SCHEMA_VERSION, e.getKinesisSchemaVersion()));
    e.setPartitionKey(w.string(PARTITION_KEY, e.getPartitionKey()));
    e.setSequenceNumber(w.string(SEQUENCE_NUMBER, e.getSequenceNumber()));
    e.setData(w.value(DATA, e.getData(), Values.BUFFER));
    e.setApproximateArrivalTimestamp(
        w.value(APPROXIMATE_ARRIVAL_TIMESTAMP, e.getApproximateArrivalTimestamp(), Values.DATE));
    e.setEncryptionType(w.string(ENCRYPTION_TYPE, e.getEncryptionType()));
  }
}
