package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.KinesisFirehoseEvent;
import com.amazonaws.services.lambda.runtime.events.KinesisFirehoseEvent.Record;
import thaw.wire.Field;
import thaw.wire.Shape;
import thaw.wire.Wire;

/** Records that Firehose wants transformed. */
public final class KinesisFirehoseEventShape extends Parts<KinesisFirehoseEvent> {
  private static final Field INVOCATION_ID = Field.of(1, "invocationId");
  private static final Field DELIVERY_STREAM_ARN = Field.of(2, "deliveryStreamArn");
  private static final Field REGION = Field.of(3, "region");
  private static final Field RECORDS = Field.of(4, "records");
  private static final Field DATA = Field.of(5, "data");
  private static final Field RECORD_ID = Field.of(6, "recordId");
  private static final Field APPROXIMATE_ARRIVAL_EPOCH = Field.of(7, "approximateArrivalEpoch");
  private static final Field APPROXIMATE_ARRIVAL_TIMESTAMP =
      Field.of(8, "approximateArrivalTimestamp");
  private static final Field KINESIS_RECORD_METADATA = Field.of(9, "kinesisRecordMetadata");

  private static final Shape<Record> RECORD_PART = part(new KinesisFirehoseEventShape(1));

  /** For any thread. */
  public KinesisFirehoseEventShape() {
    this(0);
  }

  private KinesisFirehoseEventShape(int part) {
    super(part);
  }

  @Override
  Object blank(int part) {
    return switch (part) {
      case 1 -> new Record();
      default -> new KinesisFirehoseEvent();
    };
  }

  @Override
  void fields(Wire w, int part, Object value) {
    switch (part) {
      case 1 -> record(w, (Record) value);
      default -> event(w, (KinesisFirehoseEvent) value);
    }
  }

  private static void event(Wire w, KinesisFirehoseEvent e) {
    e.setInvocationId(w.string(INVOCATION_ID, e.getInvocationId()));
    e.setDeliveryStreamArn(w.string(DELIVERY_STREAM_ARN, e.getDeliveryStreamArn()));
    e.setRegion(w.string(REGION, e.getRegion()));
    e.setRecords(w.list(RECORDS, e.getRecords(), RECORD_PART));
  }

  private static void record(Wire w, Record e) {
    e.setData(w.value(DATA, e.getData(), Values.BUFFER));
    e.setRecordId(w.string(RECORD_ID, e.getRecordId()));
    e.setApproximateArrivalEpoch(
        w.value(APPROXIMATE_ARRIVAL_EPOCH, e.getApproximateArrivalEpoch(), Values.INT64));
    e.setApproximateArrivalTimestamp(
        w.value(APPROXIMATE_ARRIVAL_TIMESTAMP, e.getApproximateArrivalTimestamp(), Values.INT64));
    e.setKinesisRecordMetadata(
        w.map(KINESIS_RECORD_METADATA, e.getKinesisRecordMetadata(), Values.TEXT));
  }
}
