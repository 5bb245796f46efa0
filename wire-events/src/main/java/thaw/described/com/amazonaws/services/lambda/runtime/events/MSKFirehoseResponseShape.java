package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.MSKFirehoseResponse;
import com.amazonaws.services.lambda.runtime.events.MSKFirehoseResponse.Record;
import com.amazonaws.services.lambda.runtime.events.MSKFirehoseResponse.Result;
import thaw.wire.Field;
import thaw.wire.Shape;
import thaw.wire.Wire;

/** What has become of Kafka records of Firehose. */
public final class MSKFirehoseResponseShape extends Parts<MSKFirehoseResponse> {
  private static final Field RECORDS = Field.of(1, "records");
  private static final Field RECORD_ID = Field.of(2, "recordId");
  private static final Field RESULT = Field.of(3, "result");
  private static final Field KAFKA_RECORD_VALUE = Field.of(4, "kafkaRecordValue");

  private static final Shape<Record> RECORD_PART = part(new MSKFirehoseResponseShape(1));

  private static final Result[] RESULTS = Result.values();

  /** For any thread. */
  public MSKFirehoseResponseShape() {
    this(0);
  }

  private MSKFirehoseResponseShape(int part) {
    super(part);
  }

  @Override
  Object blank(int part) {
    return switch (part) {
      case 1 -> new Record();
      default -> new MSKFirehoseResponse();
    };
  }

  @Override
  void fields(Wire w, int part, Object value) {
    switch (part) {
      case 1 -> record(w, (Record) value);
      default -> event(w, (MSKFirehoseResponse) value);
    }
  }

  private static void event(Wire w, MSKFirehoseResponse e) {
    e.setRecords(w.list(RECORDS, e.getRecords(), RECORD_PART));
  }

  private static void record(Wire w, Record e) {
    e.setRecordId(w.string(RECORD_ID, e.getRecordId()));
    e.setResult(Values.constant(w, RESULT, e.getResult(), RESULTS));
    e.setKafkaRecordValue(w.value(KAFKA_RECORD_VALUE, e.getKafkaRecordValue(), Values.BUFFER));
  }
}
