package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.S3BatchResponse;
import com.amazonaws.services.lambda.runtime.events.S3BatchResponse.Result;
import com.amazonaws.services.lambda.runtime.events.S3BatchResponse.ResultCode;
import thaw.wire.Field;
import thaw.wire.Shape;
import thaw.wire.Wire;

/** What has become of tasks of S3 Batch Operations. */
public final class S3BatchResponseShape extends Parts<S3BatchResponse> {
  private static final Field INVOCATION_SCHEMA_VERSION = Field.of(1, "invocationSchemaVersion");
  private static final Field TREAT_MISSING_KEYS_AS = Field.of(2, "treatMissingKeysAs");
  private static final Field INVOCATION_ID = Field.of(3, "invocationId");
  private static final Field RESULTS = Field.of(4, "results");
  private static final Field TASK_ID = Field.of(5, "taskId");
  private static final Field RESULT_CODE = Field.of(6, "resultCode");
  private static final Field RESULT_STRING = Field.of(7, "resultString");

  private static final Shape<Result> RESULT_PART = part(new S3BatchResponseShape(1));

  private static final ResultCode[] RESULT_CODES = ResultCode.values();

  /** For any thread. */
  public S3BatchResponseShape() {
    this(0);
  }

  private S3BatchResponseShape(int part) {
    super(part);
  }

  @Override
  Object blank(int part) {
    return switch (part) {
      case 1 -> new Result();
      default -> new S3BatchResponse();
    };
  }

  @Override
  void fields(Wire w, int part, Object value) {
    switch (part) {
      case 1 -> result(w, (Result) value);
      default -> event(w, (S3BatchResponse) value);
    }
  }

  private static void event(Wire w, S3BatchResponse e) {
    e.setInvocationSchemaVersion(
        w.string(INVOCATION_SCHEMA_VERSION, e.getInvocationSchemaVersion()));
    e.setTreatMissingKeysAs(
        Values.constant(w, TREAT_MISSING_KEYS_AS, e.getTreatMissingKeysAs(), RESULT_CODES));
    e.setInvocationId(w.string(INVOCATION_ID, e.getInvocationId()));
    e.setResults(w.list(RESULTS, e.getResults(), RESULT_PART));
  }

  private static void result(Wire w, Result e) {
    e.setTaskId(w.string(TASK_ID, e.getTaskId()));
    e.setResultCode(Values.constant(w, RESULT_CODE, e.getResultCode(), RESULT_CODES));
    e.setResultString(w.string(RESULT_STRING, e.getResultString()));
  }
}
