package thaw.wire;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Shapes of arrays of primitives, which are written as lists are; those of {@code byte[]} are
 * {@link Shapes#BYTES}. Elements that are null are an error.
 */
public final class ArrayShapes {
  /** A list of true and false. */
  public static final Shape<boolean[]> BOOLS = Primitives.of(Primitives.BOOLS);

  /** A list of integers from -32,768 to 32,767. */
  public static final Shape<short[]> INT16S = Primitives.of(Primitives.INT16S);

  /** A list of integers of 32 bits. */
  public static final Shape<int[]> INT32S = Primitives.of(Primitives.INT32S);

  /** A list of integers of 64 bits. */
  public static final Shape<long[]> INT64S = Primitives.of(Primitives.INT64S);

  /** A list of numbers of 32 bits; text has no infinite values and no NaN. */
  public static final Shape<float[]> FLOAT32S = Primitives.of(Primitives.FLOAT32S);

  /** A list of numbers of 64 bits; text has no infinite values and no NaN. */
  public static final Shape<double[]> FLOAT64S = Primitives.of(Primitives.FLOAT64S);

  /** Characters, which are written as one string. */
  public static final Shape<char[]> CHARS = Primitives.of(Primitives.CHARS);

  private static final int INITIAL = 16;

  private ArrayShapes() {}

  /** The length after another one, which is full. */
  private static int more(int length) {
    return length == 0 ? INITIAL : 2 * length;
  }

  /** Returns whether there is another element, which must not be null. */
  private static boolean another(Wire w) {
    if (!w.more()) {
      return false;
    }
    int from = ((Reader) w).position;
    if (w.nullPrimitive()) {
      throw ((Reader) w).failure("no element may be null here", from);
    }
    return true;
  }

  private static boolean[] bools(Wire w, boolean @Nullable [] value) {
    if (w.reading()) {
      boolean[] read = {};
      int size = 0;
      w.openList(Wire.NUMBERS);
      while (another(w)) {
        if (size == read.length) {
          read = Arrays.copyOf(read, more(size));
        }
        read[size++] = w.bool(false);
      }
      w.closeList();
      return size == read.length ? read : Arrays.copyOf(read, size);
    }
    boolean[] written = Objects.requireNonNull(value);
    w.openList(written.length);
    for (boolean each : written) {
      w.bool(each);
    }
    w.closeList();
    return written;
  }

  private static short[] int16s(Wire w, short @Nullable [] value) {
    if (w.reading()) {
      short[] read = {};
      int size = 0;
      w.openList(Wire.NUMBERS);
      while (another(w)) {
        if (size == read.length) {
          read = Arrays.copyOf(read, more(size));
        }
        read[size++] = w.int16((short) 0);
      }
      w.closeList();
      return size == read.length ? read : Arrays.copyOf(read, size);
    }
    short[] written = Objects.requireNonNull(value);
    w.openList(written.length);
    for (short each : written) {
      w.int16(each);
    }
    w.closeList();
    return written;
  }

  private static int[] int32s(Wire w, int @Nullable [] value) {
    if (w.reading()) {
      int[] read = {};
      int size = 0;
      w.openList(Wire.NUMBERS);
      while (another(w)) {
        if (size == read.length) {
          read = Arrays.copyOf(read, more(size));
        }
        read[size++] = w.int32(0);
      }
      w.closeList();
      return size == read.length ? read : Arrays.copyOf(read, size);
    }
    int[] written = Objects.requireNonNull(value);
    w.openList(written.length);
    for (int each : written) {
      w.int32(each);
    }
    w.closeList();
    return written;
  }

  private static long[] int64s(Wire w, long @Nullable [] value) {
    if (w.reading()) {
      long[] read = {};
      int size = 0;
      w.openList(Wire.NUMBERS);
      while (another(w)) {
        if (size == read.length) {
          read = Arrays.copyOf(read, more(size));
        }
        read[size++] = w.int64(0);
      }
      w.closeList();
      return size == read.length ? read : Arrays.copyOf(read, size);
    }
    long[] written = Objects.requireNonNull(value);
    w.openList(written.length);
    for (long each : written) {
      w.int64(each);
    }
    w.closeList();
    return written;
  }

  private static float[] float32s(Wire w, float @Nullable [] value) {
    if (w.reading()) {
      float[] read = {};
      int size = 0;
      w.openList(Wire.NUMBERS);
      while (another(w)) {
        if (size == read.length) {
          read = Arrays.copyOf(read, more(size));
        }
        read[size++] = w.float32(0);
      }
      w.closeList();
      return size == read.length ? read : Arrays.copyOf(read, size);
    }
    float[] written = Objects.requireNonNull(value);
    w.openList(written.length);
    for (float each : written) {
      w.float32(each);
    }
    w.closeList();
    return written;
  }

  private static double[] float64s(Wire w, double @Nullable [] value) {
    if (w.reading()) {
      double[] read = {};
      int size = 0;
      w.openList(Wire.NUMBERS);
      while (another(w)) {
        if (size == read.length) {
          read = Arrays.copyOf(read, more(size));
        }
        read[size++] = w.float64(0);
      }
      w.closeList();
      return size == read.length ? read : Arrays.copyOf(read, size);
    }
    double[] written = Objects.requireNonNull(value);
    w.openList(written.length);
    for (double each : written) {
      w.float64(each);
    }
    w.closeList();
    return written;
  }

  private static char[] chars(Wire w, char @Nullable [] value) {
    String text = Objects.requireNonNull(w.string(value == null ? null : new String(value)));
    return value != null && !w.reading() ? value : text.toCharArray();
  }

  /** All of them in one class, for each costs 0.15 ms of a cold start. */
  private static final class Primitives extends Shape<Object> {
    static final int BOOLS = 0;
    static final int INT16S = 1;
    static final int INT32S = 2;
    static final int INT64S = 3;
    static final int FLOAT32S = 4;
    static final int FLOAT64S = 5;
    static final int CHARS = 6;

    private final int kind;

    private Primitives(int kind) {
      this.kind = kind;
    }

    /** Returns the shape of a kind. The caller knows which type the values of that kind have. */
    @SuppressWarnings("unchecked")
    static <T> Shape<T> of(int kind) {
      return (Shape<T>) (Shape<?>) new Primitives(kind);
    }

    @Override
    boolean isRepeated() {
      return kind != CHARS;
    }

    @Override
    public Object wire(Wire w, @Nullable Object value) {
      return switch (kind) {
        case BOOLS -> bools(w, (boolean[]) value);
        case INT16S -> int16s(w, (short[]) value);
        case INT32S -> int32s(w, (int[]) value);
        case INT64S -> int64s(w, (long[]) value);
        case FLOAT32S -> float32s(w, (float[]) value);
        case FLOAT64S -> float64s(w, (double[]) value);
        default -> chars(w, (char[]) value);
      };
    }
  }
}
