package thaw.wire;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Date;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** All shapes of scalars: one class, for each costs 0.15 ms of a cold start. */
final class ScalarShape extends Shape<Object> {
  static final int BOOL = 0;
  static final int INT8 = 1;
  static final int INT16 = 2;
  static final int INT32 = 3;
  static final int INT64 = 4;
  static final int FLOAT32 = 5;
  static final int FLOAT64 = 6;
  static final int CHARACTER = 7;
  static final int STRING = 8;
  static final int BYTES = 9;
  static final int DECIMAL = 10;
  static final int INTEGER = 11;
  static final int TIMESTAMP = 12;
  static final int DATE = 13;
  static final int ANY = 14;

  private final int kind;

  private ScalarShape(int kind) {
    this.kind = kind;
  }

  /** Whose values are of the type of the kind: the caller knows which. */
  @SuppressWarnings("unchecked")
  static <T> Shape<T> of(int kind) {
    return (Shape<T>) (Shape<?>) new ScalarShape(kind);
  }

  @Override
  public Object wire(Wire w, @Nullable Object value) {
    return switch (kind) {
      case BOOL -> w.bool(value != null && (Boolean) value);
      case INT8 -> w.int8(value == null ? 0 : (Byte) value);
      case INT16 -> w.int16(value == null ? 0 : (Short) value);
      case INT32 -> w.int32(value == null ? 0 : (Integer) value);
      case INT64 -> w.int64(value == null ? 0 : (Long) value);
      case FLOAT32 -> w.float32(value == null ? 0 : (Float) value);
      case FLOAT64 -> w.float64(value == null ? 0 : (Double) value);
      case CHARACTER -> w.character(value == null ? 0 : (Character) value);
      case STRING -> Objects.requireNonNull(w.string((String) value));
      case BYTES -> Objects.requireNonNull(w.bytes((byte[]) value));
      case DECIMAL -> Objects.requireNonNull(w.decimal((BigDecimal) value));
      case INTEGER -> integer(w, (BigInteger) value);
      case TIMESTAMP -> Objects.requireNonNull(w.timestamp((Instant) value));
      case ANY -> Any.wired(w, value);
      default -> date(w, (Date) value);
    };
  }

  private static BigInteger integer(Wire w, @Nullable BigInteger value) {
    BigDecimal number =
        Objects.requireNonNull(w.decimal(value == null ? null : new BigDecimal(value)));
    if (value != null && !w.reading()) {
      return value;
    }
    if (number.signum() == 0) {
      return BigInteger.ZERO;
    }
    long whole = (long) number.precision() - number.scale();
    if (whole <= 0) { // 1e-200000000 is short, but would take minutes to be found out otherwise
      throw w.failure("no integer: it has a fraction");
    }
    if (whole > Math.max(Shapes.MAX_DIGITS, number.precision())) {
      throw w.failure(
          "an integer of more than " + Shapes.MAX_DIGITS + " digits, most of them zeros");
    }
    try {
      return number.toBigIntegerExact();
    } catch (ArithmeticException e) {
      throw w.failure("no integer: it has a fraction");
    }
  }

  @SuppressWarnings("JavaUtilDate")
  private static Date date(Wire w, @Nullable Date value) {
    Instant time = Objects.requireNonNull(w.timestamp(value == null ? null : instant(value)));
    if (value != null && !w.reading()) {
      return value;
    }
    try {
      return Date.from(time);
    } catch (IllegalArgumentException e) {
      throw w.failure("a time beyond those of java.util.Date");
    }
  }

  /** {@code java.sql.Date} refuses {@code toInstant()}. */
  @SuppressWarnings("JavaUtilDate")
  private static Instant instant(Date date) {
    return Instant.ofEpochMilli(date.getTime());
  }
}
