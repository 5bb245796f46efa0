package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse.BatchItemFailure;
import thaw.wire.Field;
import thaw.wire.Shape;
import thaw.wire.Wire;

/** Which records of a stream have failed. */
public final class StreamsEventResponseShape extends Parts<StreamsEventResponse> {
  private static final Field BATCH_ITEM_FAILURES = Field.of(1, "batchItemFailures");
  private static final Field ITEM_IDENTIFIER = Field.of(2, "itemIdentifier");

  private static final Shape<BatchItemFailure> BATCH_ITEM_FAILURE_PART =
      part(new StreamsEventResponseShape(1));

  /** For any thread. */
  public StreamsEventResponseShape() {
    this(0);
  }

  private StreamsEventResponseShape(int part) {
    super(part);
  }

  @Override
  Object blank(int part) {
    return switch (part) {
      case 1 -> new BatchItemFailure();
      default -> new StreamsEventResponse();
    };
  }

  @Override
  void fields(Wire w, int part, Object value) {
    switch (part) {
      case 1 -> batchItemFailure(w, (BatchItemFailure) value);
      default -> event(w, (StreamsEventResponse) value);
    }
  }

  private static void event(Wire w, StreamsEventResponse e) {
    e.setBatchItemFailures(
        w.list(BATCH_ITEM_FAILURES, e.getBatchItemFailures(), BATCH_ITEM_FAILURE_PART));
  }

  private static void batchItemFailure(Wire w, BatchItemFailure e) {
    e.setItemIdentifier(w.string(ITEM_IDENTIFIER, e.getItemIdentifier()));
  }
}
