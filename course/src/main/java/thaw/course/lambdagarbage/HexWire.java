package thaw.course.lambdagarbage;

import java.util.function.IntConsumer;
import java.util.function.ObjIntConsumer;

/** Values as eight hexadecimal digits each. */
final class HexWire implements Wire, ValueIn, ValueOut {
  private static final int DIGITS = 8;

  private final byte[] text;
  private int at;

  HexWire(int fields) {
    text = new byte[fields * DIGITS];
  }

  @Override
  public ValueIn read(int field) {
    at = (field - 1) * DIGITS;
    return this;
  }

  @Override
  public void int32(IntConsumer consumer) {
    consumer.accept(parsed());
  }

  @Override
  public <T> void int32(T target, ObjIntConsumer<? super T> setter) {
    setter.accept(target, parsed());
  }

  private int parsed() {
    int value = 0;
    for (int i = at; i < at + DIGITS; i++) {
      value = (value << 4) | (text[i] <= '9' ? text[i] - '0' : text[i] - 'a' + 10);
    }
    return value;
  }

  @Override
  public ValueOut write(int field) {
    at = (field - 1) * DIGITS;
    return this;
  }

  @Override
  public void int32(int value) {
    for (int i = 0; i < DIGITS; i++) {
      int digit = (value >>> ((DIGITS - 1 - i) * 4)) & 15;
      text[at + i] = (byte) (digit < 10 ? '0' + digit : 'a' + digit - 10);
    }
  }

  @Override
  public void rewind() {
    at = 0;
  }
}
