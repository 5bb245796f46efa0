package thaw.described.com.amazonaws.services.lambda.runtime.events;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import thaw.wire.Kind;
import thaw.wire.Reader;
import thaw.wire.Shape;
import thaw.wire.Shapes;
import thaw.wire.Wire;
import thaw.wire.WireException;
import thaw.wire.Wired;

/**
 * Values whose types only the document has, as the Java types that Lambda's serializer makes of
 * them: {@code Map}, {@code List}, {@code String}, {@code Boolean}; {@code Integer}, {@code Long}
 * or {@code BigInteger}, the first that is large enough; {@code Double} for a number with a point
 * or an exponent.
 */
@SuppressWarnings("JavaUtilDate") // as the events have it
final class AnyValue extends Shape<Object> {
  static final Shape<Object> SHAPE = new AnyValue();

  private AnyValue() {}

  @Override
  @SuppressWarnings("NullAway") // what is null is not given to a shape
  public Object wire(Wire w, @Nullable Object value) {
    if (w.reading()) {
      return read((Reader) w);
    }
    write(w, Objects.requireNonNull(value));
    return value;
  }

  private static @Nullable Object read(Reader r) {
    Kind kind = r.kind();
    if (kind == Kind.STRING) {
      return r.string((String) null);
    }
    if (kind == Kind.OBJECT) {
      return r.map(null, SHAPE);
    }
    if (kind == Kind.LIST) {
      return r.list(null, SHAPE);
    }
    if (kind == Kind.INTEGER) {
      BigDecimal number = r.decimal(null);
      return number == null ? null : integer(number);
    }
    if (kind == Kind.FRACTION) {
      return r.float64(0);
    }
    if (kind == Kind.BOOL) {
      return r.bool(false);
    }
    if (kind == Kind.BYTES) {
      return r.bytes((byte[]) null);
    }
    return r.timestamp(null);
  }

  private static Number integer(BigDecimal number) {
    if (number.precision() > 18) {
      BigInteger large = number.toBigInteger();
      if (large.bitLength() > 63) {
        return large;
      }
    }
    long value = number.longValue();
    if (value == (int) value) {
      return (int) value;
    }
    return value;
  }

  /**
   * @throws WireException for a value of any other class
   */
  private static void write(Wire w, Object value) {
    if (value instanceof String text) {
      w.string(text);
    } else if (value instanceof Map<?, ?> map) {
      w.map(named(map), SHAPE);
    } else if (value instanceof Collection<?> elements) {
      w.list(listed(elements), SHAPE);
    } else if (value instanceof Object[] elements) {
      w.list(Arrays.asList(elements), SHAPE);
    } else if (value instanceof Boolean bool) {
      w.bool(bool);
    } else if (value instanceof Number number) {
      write(w, number);
    } else {
      writeOther(w, value);
    }
  }

  private static void write(Wire w, Number number) {
    if (number instanceof Integer || number instanceof Short || number instanceof Byte) {
      w.int32(number.intValue());
    } else if (number instanceof Long) {
      w.int64(number.longValue());
    } else if (number instanceof BigDecimal decimal) {
      w.decimal(decimal);
    } else if (number instanceof BigInteger integer) {
      w.decimal(new BigDecimal(integer));
    } else if (!Double.isFinite(number.doubleValue())) {
      w.string(String.valueOf(number)); // JSON has no number for it
    } else if (number instanceof Float) {
      w.float32(number.floatValue());
    } else if (number instanceof Double) {
      w.float64(number.doubleValue());
    } else {
      throw unknown(w, number);
    }
  }

  private static void writeOther(Wire w, Object value) {
    if (value instanceof Character || value instanceof Enum<?>) {
      w.string(value instanceof Enum<?> constant ? constant.name() : value.toString());
    } else if (value instanceof byte[] bytes) {
      w.bytes(bytes);
    } else if (value instanceof ByteBuffer buffer) {
      Shapes.BUFFER.wire(w, buffer);
    } else if (value instanceof Date date) {
      w.float64(date.getTime() / 1000.0);
    } else if (value instanceof Wired object) {
      w.object(object);
    } else {
      throw unknown(w, value);
    }
  }

  private static RuntimeException unknown(Wire w, Object value) {
    return w.error(
        "must be a scalar, a list or a map, or describe itself (thaw.wire.Wired): an object of "
            + value.getClass().getName());
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> named(Map<?, ?> map) {
    for (Object key : map.keySet()) {
      if (!(key instanceof String)) {
        Map<String, Object> named = new LinkedHashMap<>();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          named.put(String.valueOf(entry.getKey()), entry.getValue());
        }
        return named;
      }
    }
    return (Map<String, Object>) map;
  }

  @SuppressWarnings("unchecked")
  private static List<Object> listed(Collection<?> elements) {
    return elements instanceof List<?> list ? (List<Object>) list : new ArrayList<>(elements);
  }
}
