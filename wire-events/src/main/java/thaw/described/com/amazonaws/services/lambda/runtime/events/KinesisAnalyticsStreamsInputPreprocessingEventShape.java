package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.KinesisAnalyticsStreamsInputPreprocessingEvent;
import com.amazonaws.services.lambda.runtime.events.KinesisAnalyticsStreamsInputPreprocessingEvent.Record;
import com.amazonaws.services.lambda.runtime.events.KinesisAnalyticsStreamsInputPreprocessingEvent.Record.KinesisStreamRecordMetadata;
import thaw.wire.Field;
import thaw.wire.Shape;
import thaw.wire.Wire;

/** Records of a stream, before Kinesis Data Analytics has them. */
public final class KinesisAnalyticsStreamsInputPreprocessingEventShape
    extends Parts<KinesisAnalyticsStreamsInputPreprocessingEvent> {
  private static final Field INVOCATION_ID = Field.of(1, "invocationId");
  private static final Field APPLICATION_ARN = Field.of(2, "applicationArn");
  private static final Field STREAM_ARN = Field.of(3, "streamArn");
  private static final Field RECORDS = Field.of(4, "records");
  private static final Field RECORD_ID = Field.of(5, "recordId");
  private static final Field KINESIS_STREAM_RECORD_METADATA =
      Field.of(6, "kinesisStreamRecordMetadata");
  private static final Field DATA = Field.of(7, "data");
  private static final Field SEQUENCE_NUMBER = Field.of(8, "sequenceNumber");
  private static final Field PARTITION_KEY = Field.of(9, "partitionKey");
  private static final Field SHARD_ID = Field.of(10, "shardId");
  private static final Field APPROXIMATE_ARRIVAL_TIMESTAMP =
      Field.of(11, "approximateArrivalTimestamp");

  private static final Shape<Record> RECORD_PART =
      part(new KinesisAnalyticsStreamsInputPreprocessingEventShape(1));
  private static final Shape<KinesisStreamRecordMetadata> KINESIS_STREAM_RECORD_METADATA_PART =
      part(new KinesisAnalyticsStreamsInputPreprocessingEventShape(2));

  /** For any thread. */
  public KinesisAnalyticsStreamsInputPreprocessingEventShape() {
    this(0);
  }

  private KinesisAnalyticsStreamsInputPreprocessingEventShape(int part) {
    super(part);
  }

  @Override
  Object blank(int part) {
    return switch (part) {
      case 1 -> new Record();
      case 2 -> new KinesisStreamRecordMetadata();
      default -> new KinesisAnalyticsStreamsInputPreprocessingEvent();
    };
  }

  @Override
  void fields(Wire w, int part, Object value) {
    switch (part) {
      case 1 -> record(w, (Record) value);
      case 2 -> kinesisStreamRecordMetadata(w, (KinesisStreamRecordMetadata) value);
      default -> event(w, (KinesisAnalyticsStreamsInputPreprocessingEvent) value);
    }
  }

  private static void event(Wire w, KinesisAnalyticsStreamsInputPreprocessingEvent e) {
    e.setInvocationId(w.string(INVOCATION_ID, e.getInvocationId()));
    e.setApplicationArn(w.string(APPLICATION_ARN, e.getApplicationArn()));
    e.setStreamArn(w.string(STREAM_ARN, e.getStreamArn()));
    e.setRecords(w.list(RECORDS, e.getRecords(), RECORD_PART));
  }

  private static void record(Wire w, Record e) {
    e.setRecordId(w.string(RECORD_ID, e.getRecordId()));
    e.setKinesisStreamRecordMetadata(
        w.value(
            KINESIS_STREAM_RECORD_METADATA,
            e.getKinesisStreamRecordMetadata(),
            KINESIS_STREAM_RECORD_METADATA_PART));
    e.setData(w.value(DATA, e.getData(), Values.BUFFER));
  }

  private static void kinesisStreamRecordMetadata(Wire w, KinesisStreamRecordMetadata e) {
    e.setSequenceNumber(w.string(SEQUENCE_NUMBER, e.getSequenceNumber()));
    e.setPartitionKey(w.string(PARTITION_KEY, e.getPartitionKey()));
    e.setShardId(w.string(SHARD_ID, e.getShardId()));
    e.setApproximateArrivalTimestamp(
        w.value(APPROXIMATE_ARRIVAL_TIMESTAMP, e.getApproximateArrivalTimestamp(), Values.INT64));
  }
}
