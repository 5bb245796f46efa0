package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.models.TimeWindow;
import thaw.wire.Field;
import thaw.wire.ObjectShape;
import thaw.wire.Wire;

/** A tumbling window of a stream. */
final class TimeWindowShape extends ObjectShape<TimeWindow> {
  static final TimeWindowShape SHAPE = new TimeWindowShape();

  private static final Field START = Field.of(1, "start");
  private static final Field END = Field.of(2, "end");

  private TimeWindowShape() {}

  @Override
  protected TimeWindow blank() {
    return new TimeWindow();
  }

  @Override
  protected TimeWindow fields(Wire w, TimeWindow e) {
    e.setStart(w.string(START, e.getStart()));
    e.setEnd(w.string(END, e.getEnd()));
    return e;
  }
}
