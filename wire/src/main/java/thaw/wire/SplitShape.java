package thaw.wire;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a type, with a method for each direction: what the annotation processor writes. It
 * makes no object when it writes, and each call of a field sees wires of one direction only, which
 * makes it faster than an {@link ObjectShape}. That both methods have the same fields in the same
 * order is the duty of who writes them.
 *
 * @param <T> the type
 */
public abstract class SplitShape<T> extends Shape<T> {
  /** For subclasses. */
  protected SplitShape() {}

  /** Gives each field to a wire that writes. */
  protected abstract void write(Wire w, T value);

  /**
   * Takes each field from a wire that reads.
   *
   * @param value what to fill or to take missing fields from; null for a new object
   */
  protected abstract T read(Wire w, @Nullable T value);

  @Override
  public final T wire(Wire w, @Nullable T value) {
    if (w.reading()) {
      w.openObject();
      T read = read(w, value);
      w.closeObject();
      return read;
    }
    T written = Objects.requireNonNull(value);
    w.openObject();
    write(w, written);
    w.closeObject();
    return written;
  }

  /** Writes the fields of another shape into the same object: those of a subtype. */
  protected static <S> void writeFields(SplitShape<S> shape, Wire w, S value) {
    shape.write(w, value);
  }

  /** Reads the fields of another shape out of the same object: those of a subtype. */
  protected static <S> S readFields(SplitShape<S> shape, Wire w, @Nullable S value) {
    return shape.read(w, value);
  }
}
