package thaw.course.lambdagarbage;

import java.util.function.IntConsumer;
import java.util.function.ObjIntConsumer;

/** Values as numbers: reading one is little code. */
final class NumberWire implements Wire, ValueIn, ValueOut {
  private final int[] values;
  private int at;

  NumberWire(int fields) {
    values = new int[fields];
  }

  @Override
  public ValueIn read(int field) {
    at = field - 1;
    return this;
  }

  @Override
  public void int32(IntConsumer consumer) {
    consumer.accept(values[at]);
  }

  @Override
  public <T> void int32(T target, ObjIntConsumer<? super T> setter) {
    setter.accept(target, values[at]);
  }

  @Override
  public ValueOut write(int field) {
    at = field - 1;
    return this;
  }

  @Override
  public void int32(int value) {
    values[at] = value;
  }

  @Override
  public void rewind() {
    at = 0;
  }

  int value(int field) {
    return values[field - 1];
  }
}
