package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.KinesisAnalyticsInputPreprocessingResponse;
import com.amazonaws.services.lambda.runtime.events.KinesisAnalyticsInputPreprocessingResponse.Record;
import com.amazonaws.services.lambda.runtime.events.KinesisAnalyticsInputPreprocessingResponse.Result;
import thaw.wire.Field;
import thaw.wire.Shape;
import thaw.wire.Wire;

/** What has become of records, for Kinesis Data Analytics. */
public final class KinesisAnalyticsInputPreprocessingResponseShape
    extends Parts<KinesisAnalyticsInputPreprocessingResponse> {
  private static final Field RECORDS = Field.of(1, "records");
  private static final Field RECORD_ID = Field.of(2, "recordId");
  private static final Field RESULT = Field.of(3, "result");
  private static final Field DATA = Field.of(4, "data");

  private static final Shape<Record> RECORD_PART =
      part(new KinesisAnalyticsInputPreprocessingResponseShape(1));

  private static final Result[] RESULTS = Result.values();

  /** For any thread. */
  public KinesisAnalyticsInputPreprocessingResponseShape() {
    this(0);
  }

  private KinesisAnalyticsInputPreprocessingResponseShape(int part) {
    super(part);
  }

  @Override
  Object blank(int part) {
    return switch (part) {
      case 1 -> new Record();
      default -> new KinesisAnalyticsInputPreprocessingResponse();
    };
  }

  @Override
  void fields(Wire w, int part, Object value) {
    switch (part) {
      case 1 -> record(w, (Record) value);
      default -> event(w, (KinesisAnalyticsInputPreprocessingResponse) value);
    }
  }

  private static void event(Wire w, KinesisAnalyticsInputPreprocessingResponse e) {
    e.setRecords(w.list(RECORDS, e.getRecords(), RECORD_PART));
  }

  private static void record(Wire w, Record e) {
    e.setRecordId(w.string(RECORD_ID, e.getRecordId()));
    e.setResult(Values.constant(w, RESULT, e.getResult(), RESULTS));
    e.setData(w.value(DATA, e.getData(), Values.BUFFER));
  }
}
