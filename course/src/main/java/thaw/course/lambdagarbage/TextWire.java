package thaw.course.lambdagarbage;

import java.util.function.IntConsumer;
import java.util.function.ObjIntConsumer;

/** Values as decimal digits: reading one parses them, which is more code. */
final class TextWire implements Wire, ValueIn, ValueOut {
  private static final int LONGEST = 12;
  private static final byte END = ',';

  private final byte[] text;
  private int at;

  TextWire(int fields) {
    text = new byte[fields * LONGEST];
  }

  @Override
  public ValueIn read(int field) {
    return this;
  }

  @Override
  public void int32(IntConsumer consumer) {
    int value = 0;
    boolean negative = text[at] == '-';
    if (negative) {
      at++;
    }
    while (text[at] != END) {
      int digit = text[at] - '0';
      if (digit < 0 || digit > 9) {
        throw new IllegalStateException("no digit: " + digit);
      }
      value = value * 10 + digit;
      at++;
    }
    at++;
    consumer.accept(negative ? -value : value);
  }

  @Override
  public <T> void int32(T target, ObjIntConsumer<? super T> setter) {
    int value = 0;
    boolean negative = text[at] == '-';
    if (negative) {
      at++;
    }
    while (text[at] != END) {
      int digit = text[at] - '0';
      if (digit < 0 || digit > 9) {
        throw new IllegalStateException("no digit: " + digit);
      }
      value = value * 10 + digit;
      at++;
    }
    at++;
    setter.accept(target, negative ? -value : value);
  }

  @Override
  public ValueOut write(int field) {
    return this;
  }

  @Override
  public void int32(int value) {
    if (value < 0) {
      text[at++] = '-';
    }
    int rest = Math.abs(value);
    int power = 1;
    while (rest / power > 9) {
      power *= 10;
    }
    for (; power > 0; power /= 10) {
      text[at++] = (byte) ('0' + rest / power % 10);
    }
    text[at++] = END;
  }

  @Override
  public void rewind() {
    at = 0;
  }
}
