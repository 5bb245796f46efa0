package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.ScheduledEvent;
import thaw.wire.Field;
import thaw.wire.ObjectShape;
import thaw.wire.Wire;

/** An event of EventBridge: of a schedule, of AWS or of others. */
public final class ScheduledEventShape extends ObjectShape<ScheduledEvent> {
  private static final Field VERSION = Field.of(1, "version");
  private static final Field ID = Field.of(2, "id");
  private static final Field DETAIL_TYPE = Field.of(3, "detail-type");
  private static final Field SOURCE = Field.of(4, "source");
  private static final Field ACCOUNT = Field.of(5, "account");
  private static final Field TIME = Field.of(6, "time");
  private static final Field REGION = Field.of(7, "region");
  private static final Field RESOURCES = Field.of(8, "resources");
  private static final Field DETAIL = Field.of(9, "detail");

  /** For any thread. */
  public ScheduledEventShape() {}

  @Override
  protected ScheduledEvent blank() {
    return new ScheduledEvent();
  }

  @Override
  protected ScheduledEvent fields(Wire w, ScheduledEvent e) {
    e.setVersion(w.string(VERSION, e.getVersion()));
    e.setId(w.string(ID, e.getId()));
    e.setDetailType(w.string(DETAIL_TYPE, e.getDetailType()));
    e.setSource(w.string(SOURCE, e.getSource()));
    e.setAccount(w.string(ACCOUNT, e.getAccount()));
    e.setTime(w.value(TIME, e.getTime(), JodaTime.SHAPE));
    e.setRegion(w.string(REGION, e.getRegion()));
    e.setResources(w.list(RESOURCES, e.getResources(), Values.STRING));
    e.setDetail(w.map(DETAIL, e.getDetail(), Values.ANY));
    return e;
  }
}
