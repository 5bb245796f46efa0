package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.IoTButtonEvent;
import thaw.wire.Field;
import thaw.wire.ObjectShape;
import thaw.wire.Wire;

/** A press of an AWS IoT button. */
public final class IoTButtonEventShape extends ObjectShape<IoTButtonEvent> {
  private static final Field SERIAL_NUMBER = Field.of(1, "serialNumber");
  private static final Field CLICK_TYPE = Field.of(2, "clickType");
  private static final Field BATTERY_VOLTAGE = Field.of(3, "batteryVoltage");

  /** For any thread. */
  public IoTButtonEventShape() {}

  @Override
  protected IoTButtonEvent blank() {
    return new IoTButtonEvent();
  }

  @Override
  protected IoTButtonEvent fields(Wire w, IoTButtonEvent e) {
    e.setSerialNumber(w.string(SERIAL_NUMBER, e.getSerialNumber()));
    e.setClickType(w.string(CLICK_TYPE, e.getClickType()));
    e.setBatteryVoltage(w.string(BATTERY_VOLTAGE, e.getBatteryVoltage()));
    return e;
  }
}
