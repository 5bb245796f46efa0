package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.MSKFirehoseEvent;
import com.amazonaws.services.lambda.runtime.events.MSKFirehoseEvent.Record;
import thaw.wire.Field;
import thaw.wire.Shape;
import thaw.wire.Wire;

/** Kafka records that Firehose wants transformed. */
public final class MSKFirehoseEventShape extends Parts<MSKFirehoseEvent> {
  private static final Field INVOCATION_ID = Field.of(1, "invocationId");
  private static final Field DELIVERY_STREAM_ARN = Field.of(2, "deliveryStreamArn");
  private static final Field SOURCE_MSK_ARN = Field.of(3, "sourceMSKArn");
  private static final Field REGION = Field.of(4, "region");
  private static final Field RECORDS = Field.of(5, "records");
  private static final Field KAFKA_RECORD_VALUE = Field.of(6, "kafkaRecordValue");
  private static final Field RECORD_ID = Field.of(7, "recordId");
  private static final Field APPROXIMATE_ARRIVAL_EPOCH = Field.of(8, "approximateArrivalEpoch");
  private static final Field APPROXIMATE_ARRIVAL_TIMESTAMP =
      Field.of(9, "approximateArrivalTimestamp");
  private static final Field MSK_RECORD_METADATA = Field.of(10, "mskRecordMetadata");

  private static final Shape<Record> RECORD_PART = part(new MSKFirehoseEventShape(1));

  /** For any thread. */
  public MSKFirehoseEventShape() {
    this(0);
  }

  private MSKFirehoseEventShape(int part) {
    super(part);
  }

  @Override
  Object blank(int part) {
    return switch (part) {
      case 1 -> new Record();
      default -> new MSKFirehoseEvent();
    };
  }

  @Override
  void fields(Wire w, int part, Object value) {
    switch (part) {
      case 1 -> record(w, (Record) value);
      default -> event(w, (MSKFirehoseEvent) value);
    }
  }

  private static void event(Wire w, MSKFirehoseEvent e) {
    e.setInvocationId(w.string(INVOCATION_ID, e.getInvocationId()));
    e.setDeliveryStreamArn(w.string(DELIVERY_STREAM_ARN, e.getDeliveryStreamArn()));
    e.setSourceMSKArn(w.string(SOURCE_MSK_ARN, e.getSourceMSKArn()));
    e.setRegion(w.string(REGION, e.getRegion()));
    e.setRecords(w.list(RECORDS, e.getRecords(), RECORD_PART));
  }

  private static void record(Wire w, Record e) {
    e.setKafkaRecordValue(w.value(KAFKA_RECORD_VALUE, e.getKafkaRecordValue(), Values.BUFFER));
    e.setRecordId(w.string(RECORD_ID, e.getRecordId()));
    e.setApproximateArrivalEpoch(
        w.value(APPROXIMATE_ARRIVAL_EPOCH, e.getApproximateArrivalEpoch(), Values.INT64));
    e.setApproximateArrivalTimestamp(
        w.value(APPROXIMATE_ARRIVAL_TIMESTAMP, e.getApproximateArrivalTimestamp(), Values.INT64));
    e.setMskRecordMetadata(w.map(MSK_RECORD_METADATA, e.getMskRecordMetadata(), Values.TEXT));
  }
}
