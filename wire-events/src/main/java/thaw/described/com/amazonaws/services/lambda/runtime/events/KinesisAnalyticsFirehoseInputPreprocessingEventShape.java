package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.KinesisAnalyticsFirehoseInputPreprocessingEvent;
import com.amazonaws.services.lambda.runtime.events.KinesisAnalyticsFirehoseInputPreprocessingEvent.Record;
import com.amazonaws.services.lambda.runtime.events.KinesisAnalyticsFirehoseInputPreprocessingEvent.Record.KinesisFirehoseRecordMetadata;
import thaw.wire.Field;
import thaw.wire.Shape;
import thaw.wire.Wire;

/** Records of Firehose, before Kinesis Data Analytics has them. */
public final class KinesisAnalyticsFirehoseInputPreprocessingEventShape
    extends Parts<KinesisAnalyticsFirehoseInputPreprocessingEvent> {
  private static final Field INVOCATION_ID = Field.of(1, "invocationId");
  private static final Field APPLICATION_ARN = Field.of(2, "applicationArn");
  private static final Field STREAM_ARN = Field.of(3, "streamArn");
  private static final Field RECORDS = Field.of(4, "records");
  private static final Field RECORD_ID = Field.of(5, "recordId");
  private static final Field KINESIS_FIREHOSE_RECORD_METADATA =
      Field.of(6, "kinesisFirehoseRecordMetadata");
  private static final Field DATA = Field.of(7, "data");
  private static final Field APPROXIMATE_ARRIVAL_TIMESTAMP =
      Field.of(8, "approximateArrivalTimestamp");

  private static final Shape<Record> RECORD_PART =
      part(new KinesisAnalyticsFirehoseInputPreprocessingEventShape(1));
  private static final Shape<KinesisFirehoseRecordMetadata> KINESIS_FIREHOSE_RECORD_METADATA_PART =
      part(new KinesisAnalyticsFirehoseInputPreprocessingEventShape(2));

  /** For any thread. */
  public KinesisAnalyticsFirehoseInputPreprocessingEventShape() {
    this(0);
  }

  private KinesisAnalyticsFirehoseInputPreprocessingEventShape(int part) {
    super(part);
  }

  @Override
  Object blank(int part) {
    return switch (part) {
      case 1 -> new Record();
      case 2 -> new KinesisFirehoseRecordMetadata();
      default -> new KinesisAnalyticsFirehoseInputPreprocessingEvent();
    };
  }

  @Override
  void fields(Wire w, int part, Object value) {
    switch (part) {
      case 1 -> record(w, (Record) value);
      case 2 -> kinesisFirehoseRecordMetadata(w, (KinesisFirehoseRecordMetadata) value);
      default -> event(w, (KinesisAnalyticsFirehoseInputPreprocessingEvent) value);
    }
  }

  private static void event(Wire w, KinesisAnalyticsFirehoseInputPreprocessingEvent e) {
    e.setInvocationId(w.string(INVOCATION_ID, e.getInvocationId()));
    e.setApplicationArn(w.string(APPLICATION_ARN, e.getApplicationArn()));
    e.setStreamArn(w.string(STREAM_ARN, e.getStreamArn()));
    e.setRecords(w.list(RECORDS, e.getRecords(), RECORD_PART));
  }

  private static void record(Wire w, Record e) {
    e.setRecordId(w.string(RECORD_ID, e.getRecordId()));
    e.setKinesisFirehoseRecordMetadata(
        w.value(
            KINESIS_FIREHOSE_RECORD_METADATA,
            e.getKinesisFirehoseRecordMetadata(),
            KINESIS_FIREHOSE_RECORD_METADATA_PART));
    e.setData(w.value(DATA, e.getData(), Values.BUFFER));
  }

  private static void kinesisFirehoseRecordMetadata(Wire w, KinesisFirehoseRecordMetadata e) {
    e.setApproximateArrivalTimestamp(
        w.value(APPROXIMATE_ARRIVAL_TIMESTAMP, e.getApproximateArrivalTimestamp(), Values.INT64));
  }
}
