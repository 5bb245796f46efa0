package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.KinesisAnalyticsInputPreprocessingResponse;
import com.amazonaws.services.lambda.runtime.events.KinesisAnalyticsOutputDeliveryResponse;
import com.amazonaws.services.lambda.runtime.events.MSKFirehoseResponse;
import com.amazonaws.services.lambda.runtime.events.S3BatchResponse;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import thaw.wire.Kind;
import thaw.wire.Reader;
import thaw.wire.Shape;
import thaw.wire.Wire;

/**
 * Values that events have in other forms than the types of their properties say, all of them one
 * class, for each costs 0.2 ms of a cold start.
 *
 * @param <T> the type, which whoever makes a constant knows
 */
final class Values<T> extends Shape<T> {
  /** Strings by name; numbers, true and false as well, which are read as their text. */
  static final Shape<Map<String, String>> TEXTS = new Values<>(0);

  /** A number that brokers send as a string as well. */
  static final Shape<Long> LOOSE_INT64 = new Values<>(1);

  /** The same of 32 bits. */
  static final Shape<Integer> LOOSE_INT32 = new Values<>(2);

  /** Kafka's: bytes by name, in Base64 or as lists of numbers. */
  static final Shape<List<Map<String, byte[]>>> HEADERS = new Values<>(3);

  // One of some constants by its name; a name that none has is read as null.
  static final Shape<KinesisAnalyticsInputPreprocessingResponse.Result> PREPROCESSED =
      new Values<>(4);
  static final Shape<KinesisAnalyticsOutputDeliveryResponse.Result> DELIVERED = new Values<>(5);
  static final Shape<MSKFirehoseResponse.Result> TRANSFORMED = new Values<>(6);
  static final Shape<S3BatchResponse.ResultCode> TASK = new Values<>(7);

  private static final Shape<String> TEXT = new Values<>(8);
  private static final Shape<Map<String, byte[]>> HEADER = new Values<>(9);
  private static final Shape<byte[]> BYTES = new Values<>(10);
  private static final Shape<Integer> INT32 = new Values<>(11);

  private final int kind;

  private Values(int kind) {
    this.kind = kind;
  }

  @Override
  @SuppressWarnings({"unchecked", "NullAway"}) // a constant that is read may be null
  public T wire(Wire w, @Nullable T value) {
    if (w.reading()) {
      return (T) read((Reader) w);
    }
    write(w, Objects.requireNonNull(value));
    return value;
  }

  private @Nullable Object read(Reader r) {
    return switch (kind) {
      case 0 -> r.map(null, TEXT);
      case 1 -> r.kind() == Kind.STRING ? number(r) : r.int64(0);
      case 2 -> int32(r, r.kind() == Kind.STRING ? number(r) : r.int64(0));
      case 3 -> r.list(null, HEADER);
      // As objects: the verifier loads the enum of each array that is given as one of enums.
      case 4 -> constant(r, (Object) KinesisAnalyticsInputPreprocessingResponse.Result.values());
      case 5 -> constant(r, (Object) KinesisAnalyticsOutputDeliveryResponse.Result.values());
      case 6 -> constant(r, (Object) MSKFirehoseResponse.Result.values());
      case 7 -> constant(r, (Object) S3BatchResponse.ResultCode.values());
      case 8 -> text(r);
      case 9 -> r.map(null, BYTES);
      case 10 -> bytes(r);
      default -> r.int32(0);
    };
  }

  @SuppressWarnings("unchecked")
  private void write(Wire w, Object value) {
    switch (kind) {
      case 0 -> w.map((Map<String, String>) value, TEXT);
      case 1 -> w.int64((Long) value);
      case 2 -> w.int32((Integer) value);
      case 3 -> w.list((List<Map<String, byte[]>>) value, HEADER);
      case 8 -> w.string((String) value);
      case 9 -> w.map((Map<String, byte[]>) value, BYTES);
      case 10 -> w.bytes((byte[]) value);
      default -> w.string(((Enum<?>) value).name());
    }
  }

  private static @Nullable Enum<?> constant(Reader r, Object constants) {
    String name = r.string((String) null);
    for (Enum<?> each : (Enum<?>[]) constants) {
      if (each.name().equals(name)) {
        return each;
      }
    }
    return null;
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

  private static long number(Reader r) {
    String text = r.string((String) null);
    try {
      return text == null || text.isEmpty() ? 0 : Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw r.error("this is not an integer: " + text);
    }
  }

  private static int int32(Reader r, long value) {
    if (value != (int) value) {
      throw r.error("this is not a number of 32 bits: ".concat(Long.toString(value)));
    }
    return (int) value;
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
