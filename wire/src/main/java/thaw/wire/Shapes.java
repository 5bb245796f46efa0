package thaw.wire;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Shapes of scalars and of collections. */
public final class Shapes {
  public static final Shape<Boolean> BOOL =
      new Shape<>() {
        @Override
        public Boolean wire(Wire w, @Nullable Boolean value) {
          return w.bool(value != null && value);
        }
      };

  public static final Shape<Integer> INT32 =
      new Shape<>() {
        @Override
        public Integer wire(Wire w, @Nullable Integer value) {
          return w.int32(value == null ? 0 : value);
        }
      };

  public static final Shape<Long> INT64 =
      new Shape<>() {
        @Override
        public Long wire(Wire w, @Nullable Long value) {
          return w.int64(value == null ? 0 : value);
        }
      };

  public static final Shape<Double> FLOAT64 =
      new Shape<>() {
        @Override
        public Double wire(Wire w, @Nullable Double value) {
          return w.float64(value == null ? 0 : value);
        }
      };

  public static final Shape<String> STRING =
      new Shape<>() {
        @Override
        public String wire(Wire w, @Nullable String value) {
          return Objects.requireNonNull(w.string(value));
        }
      };

  public static final Shape<BigDecimal> DECIMAL =
      new Shape<>() {
        @Override
        public BigDecimal wire(Wire w, @Nullable BigDecimal value) {
          return Objects.requireNonNull(w.decimal(value));
        }
      };

  public static final Shape<Instant> TIMESTAMP =
      new Shape<>() {
        @Override
        public Instant wire(Wire w, @Nullable Instant value) {
          return Objects.requireNonNull(w.timestamp(value));
        }
      };

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

  /** Of maps with strings as keys. */
  public static <T> Shape<Map<String, T>> map(Shape<T> elements) {
    return new Shape<>() {
      @Override
      public Map<String, T> wire(Wire w, @Nullable Map<String, T> value) {
        return w.map(value, elements);
      }
    };
  }
}
