package thaw.described.com.amazonaws.services.lambda.runtime.events;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import thaw.wire.Field;
import thaw.wire.Kind;
import thaw.wire.Reader;
import thaw.wire.Shape;
import thaw.wire.Wire;

/**
 * Shapes of the scalars and collections that events have, all of them one class: see {@link Parts}.
 *
 * @param <T> the type, which whoever makes a constant knows
 */
@SuppressWarnings("JavaUtilDate") // events have it
final class Values<T> extends Shape<T> {
  static final Shape<String> STRING = new Values<>(0);

  /** A string; numbers, true and false as well, which are read as their text. */
  static final Shape<String> TEXT = new Values<>(1);

  static final Shape<Boolean> BOOL = new Values<>(2);
  static final Shape<Integer> INT32 = new Values<>(3);
  static final Shape<Long> INT64 = new Values<>(4);

  /** From its position to its limit; in Base64. */
  static final Shape<ByteBuffer> BUFFER = new Values<>(5);

  /** In seconds since 1970, with a fraction; 0 is read as null, as Lambda's serializer does. */
  static final Shape<Date> DATE = new Values<>(6);

  /** In Base64, or as a list of numbers. */
  static final Shape<byte[]> BYTES = new Values<>(7);

  static final Shape<List<String>> STRINGS = new Values<>(8);
  static final Shape<String[]> STRING_ARRAY = new Values<>(9);
  static final Shape<Map<String, byte[]>> BYTES_BY_NAME = new Values<>(10);
  static final Shape<Map<String, Object>> ANY_BY_NAME = new Values<>(11);

  private static final Shape<Long> LOOSE_INT64 = new Values<>(12);

  /** What the document has: see {@link AnyValue}. */
  static final Shape<Object> ANY = new Values<>(13);

  private final int kind;

  private Values(int kind) {
    this.kind = kind;
  }

  /** One of some constants by its name; a name that none has is read as null. */
  static <E extends Enum<E>> @Nullable E constant(
      Wire w, Field field, @Nullable E value, E[] constants) {
    String name = w.string(field, value == null ? null : value.name());
    for (E each : constants) {
      if (each.name().equals(name)) {
        return each;
      }
    }
    return null;
  }

  /** A number that brokers send as a string as well. */
  static long looseInt64(Wire w, Field field, long value) {
    Long read = w.value(field, value, LOOSE_INT64);
    return read == null ? 0 : read;
  }

  @Override
  @SuppressWarnings({"unchecked", "NullAway"}) // a date that is read may be null
  public T wire(Wire w, @Nullable T value) {
    if (w.reading()) {
      return (T) read((Reader) w);
    }
    write(w, Objects.requireNonNull(value));
    return value;
  }

  private @Nullable Object read(Reader r) {
    return switch (kind) {
      case 0 -> r.string((String) null);
      case 1 -> text(r);
      case 2 -> r.bool(false);
      case 3 -> r.int32(0);
      case 4 -> r.int64(0);
      case 5 -> ByteBuffer.wrap(Objects.requireNonNull(r.bytes((byte[]) null)));
      case 6 -> date(r.float64(0));
      case 7 -> bytes(r);
      case 8 -> r.list(null, STRING);
      case 9 -> r.list(null, STRING).toArray(new String[0]);
      case 10 -> r.map(null, BYTES);
      case 11 -> r.map(null, ANY);
      case 12 -> r.kind() == Kind.STRING ? number(r) : (Object) r.int64(0);
      default -> AnyValue.read(r);
    };
  }

  @SuppressWarnings("unchecked")
  private void write(Wire w, Object value) {
    switch (kind) {
      case 0, 1 -> w.string((String) value);
      case 2 -> w.bool((Boolean) value);
      case 3 -> w.int32((Integer) value);
      case 4, 12 -> w.int64((Long) value);
      case 5 -> w.bytes(content((ByteBuffer) value));
      case 6 -> w.float64(((Date) value).getTime() / 1000.0);
      case 7 -> w.bytes((byte[]) value);
      case 8 -> w.list((List<String>) value, STRING);
      case 9 -> w.list(Arrays.asList((String[]) value), STRING);
      case 10 -> w.map((Map<String, byte[]>) value, BYTES);
      case 11 -> w.map((Map<String, Object>) value, ANY);
      default -> AnyValue.write(w, value);
    }
  }

  private static @Nullable String text(Reader r) {
    Kind kind = r.kind();
    if (kind == Kind.BOOL) {
      return String.valueOf(r.bool(false));
    }
    if (kind == Kind.INTEGER || kind == Kind.FRACTION) {
      return String.valueOf(r.decimal(null));
    }
    return r.string((String) null);
  }

  private static Long number(Reader r) {
    String text = r.string((String) null);
    try {
      return text == null || text.isEmpty() ? 0L : Long.valueOf(text);
    } catch (NumberFormatException e) {
      throw r.error("no integer: " + text);
    }
  }

  private static @Nullable Date date(double seconds) {
    return seconds == 0 ? null : new Date((long) (seconds * 1000.0));
  }

  /** Leaves the buffer as it is. */
  static byte[] content(ByteBuffer buffer) {
    byte[] content = new byte[buffer.remaining()];
    buffer.duplicate().get(content);
    return content;
  }

  /** Kafka's headers come as lists of numbers, of -128 to 255. */
  private static byte[] bytes(Reader r) {
    if (r.kind() != Kind.LIST) {
      return Objects.requireNonNull(r.bytes((byte[]) null));
    }
    List<Integer> numbers = r.list(null, INT32);
    byte[] bytes = new byte[numbers.size()];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = numbers.get(i).byteValue();
    }
    return bytes;
  }
}
