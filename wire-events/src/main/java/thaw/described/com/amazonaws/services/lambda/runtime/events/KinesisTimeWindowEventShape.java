package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.KinesisTimeWindowEvent;
import thaw.wire.Field;
import thaw.wire.ObjectShape;
import thaw.wire.Wire;

/** Records of a Kinesis stream in a tumbling window. */
public final class KinesisTimeWindowEventShape extends ObjectShape<KinesisTimeWindowEvent> {
  private static final Field WINDOW = Field.of(1, "window");
  private static final Field STATE = Field.of(2, "state");
  private static final Field SHARD_ID = Field.of(3, "shardId");
  private static final Field IS_FINAL_INVOKE_FOR_WINDOW = Field.of(4, "isFinalInvokeForWindow");
  private static final Field IS_WINDOW_TERMINATED_EARLY = Field.of(5, "isWindowTerminatedEarly");
  private static final Field RECORDS = Field.of(6, "Records");
  private static final Field EVENT_SOURCE_ARN = Field.of(7, "eventSourceARN");

  /** For any thread. */
  public KinesisTimeWindowEventShape() {}

  @Override
  protected KinesisTimeWindowEvent blank() {
    return new KinesisTimeWindowEvent();
  }

  @Override
  protected KinesisTimeWindowEvent fields(Wire w, KinesisTimeWindowEvent e) {
    e.setWindow(w.value(WINDOW, e.getWindow(), TimeWindowShape.SHAPE));
    e.setState(w.map(STATE, e.getState(), Values.STRING));
    e.setShardId(w.string(SHARD_ID, e.getShardId()));
    e.setIsFinalInvokeForWindow(
        w.value(IS_FINAL_INVOKE_FOR_WINDOW, e.getIsFinalInvokeForWindow(), Values.BOOL));
    e.setIsWindowTerminatedEarly(
        w.value(IS_WINDOW_TERMINATED_EARLY, e.getIsWindowTerminatedEarly(), Values.BOOL));
    e.setRecords(w.list(RECORDS, e.getRecords(), KinesisEventShape.KINESIS_EVENT_RECORD_PART));
    e.setEventSourceArn(w.string(EVENT_SOURCE_ARN, e.getEventSourceArn()));
    return e;
  }
}
