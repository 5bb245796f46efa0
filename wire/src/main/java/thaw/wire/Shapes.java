package thaw.wire;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Shapes of scalars and of collections. */
public final class Shapes {
  public static final Shape<Boolean> BOOL = ScalarShape.of(ScalarShape.BOOL);
  public static final Shape<Byte> INT8 = ScalarShape.of(ScalarShape.INT8);
  public static final Shape<Short> INT16 = ScalarShape.of(ScalarShape.INT16);
  public static final Shape<Integer> INT32 = ScalarShape.of(ScalarShape.INT32);
  public static final Shape<Long> INT64 = ScalarShape.of(ScalarShape.INT64);
  public static final Shape<Float> FLOAT32 = ScalarShape.of(ScalarShape.FLOAT32);
  public static final Shape<Double> FLOAT64 = ScalarShape.of(ScalarShape.FLOAT64);
  public static final Shape<Character> CHARACTER = ScalarShape.of(ScalarShape.CHARACTER);
  public static final Shape<String> STRING = ScalarShape.of(ScalarShape.STRING);
  public static final Shape<byte[]> BYTES = ScalarShape.of(ScalarShape.BYTES);
  public static final Shape<BigDecimal> DECIMAL = ScalarShape.of(ScalarShape.DECIMAL);

  /** A number without fraction, as {@link #DECIMAL} has it; see {@link #MAX_DIGITS}. */
  public static final Shape<BigInteger> INTEGER = ScalarShape.of(ScalarShape.INTEGER);

  public static final Shape<Instant> TIMESTAMP = ScalarShape.of(ScalarShape.TIMESTAMP);

  /** As {@link #TIMESTAMP} has it. */
  public static final Shape<Date> DATE = ScalarShape.of(ScalarShape.DATE);

  /**
   * Of a {@link BigInteger} that is read, unless the document has all of them: {@code 1e999999999}
   * is short, but not as an integer.
   */
  public static final int MAX_DIGITS = 1_000;

  /**
   * What a document has, whatever it is: {@code Map<String, Object>}, {@code List<Object>}, String,
   * Boolean, Long for integers of 64 bits, Double for numbers that a double is written as,
   * BigDecimal for other numbers; of binary also {@code byte[]} and Instant. Null is an element's
   * value like any other. It is for formats that have types of their own: all but plain binary.
   */
  public static final Shape<Object> ANY = ScalarShape.of(ScalarShape.ANY);

  private Shapes() {}

  /** Of lists. */
  public static <T> Shape<List<T>> list(Shape<T> elements) {
    return new Shape<>() {
      @Override
      public List<T> wire(Wire w, @Nullable List<T> value) {
        return w.list(value, elements);
      }
    };
  }

  /** Of collections of any kind, which are written as lists; one that is read is a list. */
  public static <T> Shape<Collection<T>> collection(Shape<T> elements) {
    return new CollectionShape<>(elements) {
      @Override
      protected Collection<T> empty() {
        return new ArrayList<>();
      }
    };
  }

  /** Of sets, which are written as lists; one that is read is in the order of the document. */
  public static <T> Shape<Set<T>> set(Shape<T> elements) {
    return new CollectionShape<>(elements) {
      @Override
      protected Set<T> empty() {
        return new LinkedHashSet<>();
      }
    };
  }

  /** Of maps with strings as keys. */
  public static <T> Shape<Map<String, T>> map(Shape<T> elements) {
    return new Shape<>() {
      @Override
      public Map<String, T> wire(Wire w, @Nullable Map<String, T> value) {
        return w.map(value, elements);
      }
    };
  }

  /** Of maps with keys of another type; one that is read is in the order of the document. */
  public static <K, V> Shape<Map<K, V>> map(TextShape<K> keys, Shape<V> values) {
    return new MapShape<>(keys, values) {
      @Override
      protected Map<K, V> empty() {
        return new LinkedHashMap<>();
      }
    };
  }

  /**
   * Of constants, by their names.
   *
   * @param values all that there may be; the array is kept, and must not change
   */
  public static <E extends Enum<E>> Shape<E> enumeration(E[] values) {
    return new EnumShape<>(values);
  }
}
