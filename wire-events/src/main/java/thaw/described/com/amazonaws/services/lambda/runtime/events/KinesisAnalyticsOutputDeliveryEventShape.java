package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.KinesisAnalyticsOutputDeliveryEvent;
import com.amazonaws.services.lambda.runtime.events.KinesisAnalyticsOutputDeliveryEvent.Record;
import com.amazonaws.services.lambda.runtime.events.KinesisAnalyticsOutputDeliveryEvent.Record.LambdaDeliveryRecordMetadata;
import thaw.wire.Field;
import thaw.wire.Shape;
import thaw.wire.Wire;

/** What Kinesis Data Analytics delivers. */
public final class KinesisAnalyticsOutputDeliveryEventShape
    extends Parts<KinesisAnalyticsOutputDeliveryEvent> {
  private static final Field INVOCATION_ID = Field.of(1, "invocationId");
  private static final Field APPLICATION_ARN = Field.of(2, "applicationArn");
  private static final Field RECORDS = Field.of(3, "records");
  private static final Field RECORD_ID = Field.of(4, "recordId");
  private static final Field LAMBDA_DELIVERY_RECORD_METADATA =
      Field.of(5, "lambdaDeliveryRecordMetadata");
  private static final Field DATA = Field.of(6, "data");
  private static final Field RETRY_HINT = Field.of(7, "retryHint");

  private static final Shape<Record> RECORD_PART =
      part(new KinesisAnalyticsOutputDeliveryEventShape(1));
  private static final Shape<LambdaDeliveryRecordMetadata> LAMBDA_DELIVERY_RECORD_METADATA_PART =
      part(new KinesisAnalyticsOutputDeliveryEventShape(2));

  /** For any thread. */
  public KinesisAnalyticsOutputDeliveryEventShape() {
    this(0);
  }

  private KinesisAnalyticsOutputDeliveryEventShape(int part) {
    super(part);
  }

  @Override
  Object blank(int part) {
    return switch (part) {
      case 1 -> new Record();
      case 2 -> new LambdaDeliveryRecordMetadata();
      default -> new KinesisAnalyticsOutputDeliveryEvent();
    };
  }

  @Override
  void fields(Wire w, int part, Object value) {
    switch (part) {
      case 1 -> record(w, (Record) value);
      case 2 -> lambdaDeliveryRecordMetadata(w, (LambdaDeliveryRecordMetadata) value);
      default -> event(w, (KinesisAnalyticsOutputDeliveryEvent) value);
    }
  }

  private static void event(Wire w, KinesisAnalyticsOutputDeliveryEvent e) {
    e.setInvocationId(w.string(INVOCATION_ID, e.getInvocationId()));
    e.setApplicationArn(w.string(APPLICATION_ARN, e.getApplicationArn()));
    e.setRecords(w.list(RECORDS, e.getRecords(), RECORD_PART));
  }

  private static void record(Wire w, Record e) {
    e.setRecordId(w.string(RECORD_ID, e.getRecordId()));
    e.setLambdaDeliveryRecordMetadata(
        w.value(
            LAMBDA_DELIVERY_RECORD_METADATA,
            e.getLambdaDeliveryRecordMetadata(),
            LAMBDA_DELIVERY_RECORD_METADATA_PART));
    e.setData(w.value(DATA, e.getData(), Values.BUFFER));
  }

  private static void lambdaDeliveryRecordMetadata(Wire w, LambdaDeliveryRecordMetadata e) {
    e.setRetryHint(w.int64(RETRY_HINT, e.getRetryHint()));
  }
}
