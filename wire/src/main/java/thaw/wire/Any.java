package thaw.wire;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Values of which nobody has a description, as the JDK's lists, maps, strings and numbers. They are
 * in each other as deep as a reader's limits permit.
 */
final class Any extends Shape<Object> {
  /** Whether it is for conversions: a float of 32 bits keeps its type. */
  private final boolean exact;

  private Any(boolean exact) {
    this.exact = exact;
  }

  /**
   * Returns a shape for conversions. Its type is not its own, so that whoever calls is verified
   * without loading it.
   */
  static Shape<Object> exact() {
    return new Any(true);
  }

  /** Writes or reads a value as {@link Shapes#ANY} does. */
  static Object wired(Wire w, @Nullable Object value) {
    return new Any(false).wire(w, value);
  }

  @Override
  public Object wire(Wire w, @Nullable Object value) {
    if (w instanceof Reader in) {
      return read(in);
    }
    write((Writer) w, value);
    return value == null ? "" : value;
  }

  // ---- reads

  private Object read(Reader in) {
    Kind kind = in.kind();
    if (kind == Kind.LIST) {
      return in.list(null, this);
    }
    if (kind == Kind.OBJECT) {
      return in.map(null, this);
    }
    if (kind == Kind.BOOL) {
      return in.bool(false);
    }
    if (kind == Kind.INTEGER || kind == Kind.FRACTION) {
      int type = in.numberType();
      return type == Reader.TEXT ? number(in) : number(in, type);
    }
    return Objects.requireNonNull(
        kind == Kind.BYTES
            ? in.bytes((byte[]) null)
            : kind == Kind.TIMESTAMP ? in.timestamp((Instant) null) : in.string((String) null));
  }

  private Object number(Reader in, int type) {
    if (type == Reader.DECIMAL) {
      return Objects.requireNonNull(in.decimal((BigDecimal) null));
    }
    if (type == Reader.FLOAT32 && exact) {
      return in.float32(0);
    }
    return type == Reader.INT64 ? (Object) in.int64(0) : in.float64(0);
  }

  /**
   * A number of text: a Long where it is an integer of 64 bits; a Double where a double is written
   * with the same digits; a BigDecimal otherwise.
   */
  @SuppressWarnings("BigDecimalEquals") // scale matters
  private static Object number(Reader in) {
    boolean negative = in.at(in.position) == '-';
    BigDecimal value = Objects.requireNonNull(in.decimal((BigDecimal) null));
    if (value.signum() == 0 && negative) { // which no other type has
      return -0.0;
    }
    if (value.scale() == 0 && value.precision() <= 19 && value.toBigInteger().bitLength() < 64) {
      return value.longValue();
    }
    double nearest = value.doubleValue();
    if (Double.isFinite(nearest) && value.precision() <= 17) {
      // 1.50 has a digit more than a double is written with.
      if (value.equals(new BigDecimal(TextNumbers.text(nearest)))) {
        return nearest;
      }
    }
    return value;
  }

  // ---- writes

  private void write(Writer to, @Nullable Object value) {
    if (!to.tellsTypes()) {
      throw to.failure("this format cannot have a value that no description has the type of");
    }
    if (value instanceof String it) {
      to.string(it);
    } else if (value instanceof Map<?, ?> it) {
      map(to, it);
    } else if (value instanceof List<?> it) {
      list(to, it);
    } else if (value instanceof Boolean it) {
      to.bool(it);
    } else if (value instanceof Number it) {
      number(to, it);
    } else if (value instanceof byte[] it) {
      to.bytes(it);
    } else if (value instanceof Instant it) {
      to.timestamp(it);
    } else if (value instanceof Character it) {
      to.character(it);
    } else {
      throw to.failure("a document has no value of " + (value == null ? null : value.getClass()));
    }
  }

  private static void number(Writer to, Number value) {
    if (value instanceof Long it) {
      to.int64(it);
    } else if (value instanceof Double it) {
      to.float64(it);
    } else if (value instanceof BigDecimal it) {
      to.decimal(it);
    } else if (value instanceof Integer it) {
      to.int32(it);
    } else if (value instanceof Float it) {
      to.float32(it);
    } else if (value instanceof Short it) {
      to.int16(it);
    } else if (value instanceof Byte it) {
      to.int8(it);
    } else {
      throw to.failure("a document has no value of " + value.getClass());
    }
  }

  private void list(Writer to, List<?> list) {
    to.openList(list.size());
    for (Object each : list) {
      to.element(each, this);
    }
    to.closeList();
  }

  private void map(Writer to, Map<?, ?> map) {
    to.openMap(map.size());
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      Object key = entry.getKey();
      if (entry.getValue() == null && to.omitsNull()) {
        continue;
      }
      if (!(key instanceof String name)) {
        throw to.failure("a key must be a string: " + key);
      }
      to.key(name);
      to.element(entry.getValue(), this);
    }
    to.closeMap();
  }
}
