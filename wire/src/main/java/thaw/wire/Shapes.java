package thaw.wire;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Shapes of scalars and of collections. All are instances of this one class, but for rare
 * collections: a class costs a cold start 0.2 ms, and nearly every program needs several shapes.
 */
public final class Shapes extends Shape<Object> {
  /** A value that is true or false, as {@link Wire#bool(boolean)} has it. */
  public static final Shape<Boolean> BOOL = of(0);

  /** An integer from -128 to 127; a reader throws a {@link WireException} for another number. */
  public static final Shape<Byte> INT8 = of(1);

  /**
   * An integer from -32,768 to 32,767; a reader throws a {@link WireException} for another number.
   */
  public static final Shape<Short> INT16 = of(2);

  /** An integer of 32 bits; a reader throws a {@link WireException} for another number. */
  public static final Shape<Integer> INT32 = of(3);

  /** An integer of 64 bits; a reader throws a {@link WireException} for another number. */
  public static final Shape<Long> INT64 = of(4);

  /**
   * A number of 32 bits; text has no infinite values and no NaN, for which its writer throws a
   * {@link WireException}.
   */
  public static final Shape<Float> FLOAT32 = of(5);

  /**
   * A number of 64 bits; text has no infinite values and no NaN, for which its writer throws a
   * {@link WireException}.
   */
  public static final Shape<Double> FLOAT64 = of(6);

  /** One UTF-16 unit, which text has as a string of one character. */
  public static final Shape<Character> CHARACTER = of(7);

  /** A text, of at most {@link Limits#maxString} bytes in UTF-8 when it is read. */
  public static final Shape<String> STRING = of(8);

  /** Bytes, which text has in Base64 (RFC 4648, with padding). */
  public static final Shape<byte[]> BYTES = of(9);

  /** An exact number, of at most {@link Limits#maxNumber} characters in text when it is read. */
  public static final Shape<BigDecimal> DECIMAL = of(10);

  /** A number without fraction, as {@link #DECIMAL} has it; see {@link #MAX_DIGITS}. */
  public static final Shape<BigInteger> INTEGER = of(11);

  /** A point of time, to the nanosecond; text has it in ISO 8601. */
  public static final Shape<Instant> TIMESTAMP = of(12);

  /**
   * Milliseconds since 1970, in the form of {@link #TIMESTAMP}; a finer fraction of a second is
   * dropped when it is read. A reader throws a {@link WireException} for a time that {@link Date}
   * cannot have.
   */
  public static final Shape<Date> DATE = of(13);

  /**
   * The most digits that a {@link BigInteger} may have that is read, unless the document spells all
   * of them: {@code 1e999999999} is short, but not as an integer.
   */
  public static final int MAX_DIGITS = 1_000;

  /**
   * Any value that a document has: {@code Map<String, Object>}, {@code List<Object>}, String,
   * Boolean, Long for integers of 64 bits, Double for numbers that a double is written as,
   * BigDecimal for other numbers; of CBOR and binary also {@code byte[]} and Instant. Null is an
   * element's value like any other. It is for formats that have types of their own: all but plain
   * binary.
   */
  public static final Shape<Object> ANY = of(14);

  /**
   * The bytes between a buffer's position and its limit, in the form of {@link #BYTES}; writing
   * does not change the buffer.
   */
  public static final Shape<ByteBuffer> BUFFER = of(15);

  private static final int LIST = 16;
  private static final int MAP = 17;
  private static final int ARRAY = 18;

  private final int kind;
  private final @Nullable Shape<Object> elements;
  private final Object @Nullable [] empty;

  @SuppressWarnings("unchecked")
  private Shapes(int kind, @Nullable Shape<?> elements, Object @Nullable [] empty) {
    this.kind = kind;
    this.elements = (Shape<Object>) elements;
    this.empty = empty;
  }

  /** Returns the shape of a kind. The caller knows which type the values of that kind have. */
  private static <T> Shape<T> of(int kind) {
    return of(kind, null, null);
  }

  @SuppressWarnings("unchecked")
  private static <T> Shape<T> of(int kind, @Nullable Shape<?> elements, Object @Nullable [] empty) {
    return (Shape<T>) (Shape<?>) new Shapes(kind, elements, empty);
  }

  /**
   * Returns a shape as any type, so that the verifier need not load its class, as it does for what
   * a method returns as another class.
   */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <S> S unseen(Object shape) {
    return (S) shape;
  }

  /**
   * Returns a shape of lists; elements may be null. A list that is read is a new one, which may be
   * changed.
   */
  public static <T> Shape<List<T>> list(Shape<T> elements) {
    return of(LIST, elements, null);
  }

  /**
   * Returns a shape of arrays of objects, which are written as lists; {@link ArrayShapes} has those
   * of primitives.
   *
   * @param empty an array of no elements, which says their type
   */
  public static <T> Shape<T[]> array(Shape<T> elements, T[] empty) {
    return of(ARRAY, elements, empty);
  }

  /**
   * Returns a shape of collections of any kind, which are written as lists; one that is read is a
   * list.
   */
  public static <T> Shape<Collection<T>> collection(Shape<T> elements) {
    return unseen(collected(elements, false));
  }

  /**
   * Returns a shape of sets, which are written as lists; one that is read keeps the order of the
   * document.
   */
  public static <T> Shape<Set<T>> set(Shape<T> elements) {
    return unseen(collected(elements, true));
  }

  /** Returns the shape of both, as one class. */
  private static <T> Object collected(Shape<T> elements, boolean set) {
    return new CollectionShape<Collection<T>, T>(elements) {
      @Override
      protected Collection<T> empty() {
        return set ? new LinkedHashSet<>() : new ArrayList<>();
      }
    };
  }

  /**
   * Returns a shape of maps with strings as keys; one that is read keeps the order of the document.
   */
  public static <T> Shape<Map<String, T>> map(Shape<T> elements) {
    return of(MAP, elements, null);
  }

  /**
   * Returns a shape of maps with keys of another type; one that is read keeps the order of the
   * document.
   */
  public static <K, V> Shape<Map<K, V>> map(TextShape<K> keys, Shape<V> values) {
    return unseen(
        new MapShape<Map<K, V>, K, V>(keys, values) {
          @Override
          protected Map<K, V> empty() {
            return new LinkedHashMap<>();
          }
        });
  }

  /**
   * Returns a shape of an enum's constants, which are written as their names.
   *
   * @param values all that there may be; the array is kept, and must not change
   */
  public static <E extends Enum<E>> Shape<E> enumeration(E[] values) {
    return unseen(new EnumShape<>(values));
  }

  /**
   * Returns a shape of an enum's constants with the numbers that protobuf has for them; other
   * formats have their names.
   *
   * @param values all that there may be; the array is kept, and must not change
   * @param numbers one for each of the values, no two of them the same; kept as well
   */
  public static <E extends Enum<E>> Shape<E> enumeration(E[] values, int[] numbers) {
    return unseen(new EnumShape<>(values, null, numbers, null));
  }

  /**
   * Returns a shape of an enum's constants, which are written as their names, and in FIX as codes:
   * {@code Shapes.enumeration(Side.values(), "1", "2")}.
   *
   * @param values all that there may be; the array is kept, and must not change
   * @param codes one for each value, in the same order
   */
  public static <E extends Enum<E>> Shape<E> enumeration(E[] values, String... codes) {
    return unseen(new EnumShape<>(values, null, null, codes));
  }

  @Override
  boolean isRepeated() {
    return kind >= LIST;
  }

  @Override
  boolean isNumber() {
    return kind <= 7;
  }

  @Override
  @SuppressWarnings("unchecked")
  public Object wire(Wire w, @Nullable Object value) {
    return switch (kind) {
      case 0 -> w.bool(value != null && (Boolean) value);
      case 1 -> w.int8(value == null ? 0 : (Byte) value);
      case 2 -> w.int16(value == null ? 0 : (Short) value);
      case 3 -> w.int32(value == null ? 0 : (Integer) value);
      case 4 -> w.int64(value == null ? 0 : (Long) value);
      case 5 -> w.float32(value == null ? 0 : (Float) value);
      case 6 -> w.float64(value == null ? 0 : (Double) value);
      case 7 -> w.character(value == null ? 0 : (Character) value);
      case 8 -> Objects.requireNonNull(w.string((String) value));
      case 9 -> Objects.requireNonNull(w.bytes((byte[]) value));
      case 10 -> Objects.requireNonNull(w.decimal((BigDecimal) value));
      case 11 -> integer(w, (BigInteger) value);
      case 12 -> Objects.requireNonNull(w.timestamp((Instant) value));
      case 13 -> date(w, (Date) value);
      case 14 -> Any.wired(w, value);
      case 15 -> buffer(w, (ByteBuffer) value);
      case LIST -> w.list((List<Object>) value, Objects.requireNonNull(elements));
      case MAP -> w.map((Map<String, Object>) value, Objects.requireNonNull(elements));
      default -> array(w, (Object[]) value);
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
      throw w.failure("it is not an integer: it has a fraction");
    }
    if (whole > Math.max(MAX_DIGITS, number.precision())) {
      throw w.failure("an integer of more than " + MAX_DIGITS + " digits, most of them zeros");
    }
    try {
      return number.toBigIntegerExact();
    } catch (ArithmeticException e) {
      throw w.failure("it is not an integer: it has a fraction");
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

  private static ByteBuffer buffer(Wire w, @Nullable ByteBuffer value) {
    if (value == null || w.reading()) {
      return ByteBuffer.wrap(Objects.requireNonNull(w.bytes((byte[]) null)));
    }
    byte[] content = new byte[value.remaining()];
    value.duplicate().get(content);
    w.bytes(content);
    return value;
  }

  private Object[] array(Wire w, Object @Nullable [] value) {
    Shape<Object> each = Objects.requireNonNull(elements);
    if (value == null || w.reading()) {
      return w.list(null, each).toArray(Objects.requireNonNull(empty));
    }
    w.list(Arrays.asList(value), each);
    return value;
  }
}
