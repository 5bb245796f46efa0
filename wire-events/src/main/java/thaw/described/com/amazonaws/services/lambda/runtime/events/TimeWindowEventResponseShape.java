package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.TimeWindowEventResponse;
import com.amazonaws.services.lambda.runtime.events.TimeWindowEventResponse.BatchItemFailure;
import thaw.wire.Field;
import thaw.wire.Shape;
import thaw.wire.Wire;

/** The state after a tumbling window, and which records have failed. */
public final class TimeWindowEventResponseShape extends Parts<TimeWindowEventResponse> {
  private static final Field STATE = Field.of(1, "state");
  private static final Field BATCH_ITEM_FAILURES = Field.of(2, "batchItemFailures");
  private static final Field ITEM_IDENTIFIER = Field.of(3, "itemIdentifier");

  private static final Shape<BatchItemFailure> BATCH_ITEM_FAILURE_PART =
      part(new TimeWindowEventResponseShape(1));

  /** For any thread. */
  public TimeWindowEventResponseShape() {
    this(0);
  }

  private TimeWindowEventResponseShape(int part) {
    super(part);
  }

  @Override
  Object blank(int part) {
    return switch (part) {
      case 1 -> new BatchItemFailure();
      default -> new TimeWindowEventResponse();
    };
  }

  @Override
  void fields(Wire w, int part, Object value) {
    switch (part) {
      case 1 -> batchItemFailure(w, (BatchItemFailure) value);
      default -> event(w, (TimeWindowEventResponse) value);
    }
  }

  private static void event(Wire w, TimeWindowEventResponse e) {
    e.setState(w.map(STATE, e.getState(), Values.STRING));
    e.setBatchItemFailures(
        w.list(BATCH_ITEM_FAILURES, e.getBatchItemFailures(), BATCH_ITEM_FAILURE_PART));
  }

  private static void batchItemFailure(Wire w, BatchItemFailure e) {
    e.setItemIdentifier(w.string(ITEM_IDENTIFIER, e.getItemIdentifier()));
  }
}
