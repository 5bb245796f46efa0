package thaw.wire;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a type, with a method for each direction: what the annotation processor writes. It
 * makes no object when it writes, and each call of a field sees wires of one direction only, which
 * makes it faster than an {@link ObjectShape}. That both methods have the same fields in the same
 * order is the duty of who writes them.
 *
 * <p>One class may describe more types than its own, those of the objects in it, as parts: an
 * instance that is made with the number of a part is the shape of that part's type, and {@link
 * #writePart} and {@link #readPart} have the fields. For each class costs a cold start 0.2 ms, and
 * a part nothing.
 *
 * @param <T> the type
 */
public abstract class SplitShape<T> extends Shape<T> {
  /** 0 for the type itself. */
  private final int part;

  /** Makes the shape of the type itself, for subclasses. */
  protected SplitShape() {
    this(0);
  }

  /**
   * Makes the shape of a part, for subclasses.
   *
   * @param part from 1 on, as {@link #writePart} and {@link #readPart} know it
   */
  protected SplitShape(int part) {
    this.part = part;
  }

  /** Gives each field to a wire that writes. */
  protected abstract void write(Wire w, T value);

  /**
   * Takes each field from a wire that reads.
   *
   * @param value what to fill or to take missing fields from; null for a new object
   */
  protected abstract T read(Wire w, @Nullable T value);

  /** Writes a part, as {@link #write} writes the whole. */
  protected void writePart(Wire w, int number, Object value) {
    throw noPart(number);
  }

  /** Reads a part, as {@link #read} reads the whole. */
  protected Object readPart(Wire w, int number, @Nullable Object value) {
    throw noPart(number);
  }

  private static RuntimeException noPart(int number) {
    return WireException.misuse("there is no part " + number);
  }

  /** The shape of a part, by the part's own type: who numbers the parts knows it. */
  @SuppressWarnings("unchecked")
  protected static <P> Shape<P> part(SplitShape<?> shape) {
    return (Shape<P>) shape;
  }

  @Override
  protected final boolean isObject() {
    return true;
  }

  @Override
  public final T wire(Wire w, @Nullable T value) {
    if (w.reading()) {
      w.openObject();
      T read = readFields(this, w, value);
      if (w.again()) {
        read = readFields(this, w, value);
      }
      w.closeObject();
      return read;
    }
    T written = Objects.requireNonNull(value);
    w.openObject();
    writeFields(this, w, written);
    w.closeObject();
    return written;
  }

  /** Writes the fields of another shape into the same object: those of a subtype. */
  protected static <S> void writeFields(SplitShape<S> shape, Wire w, S value) {
    if (shape.part == 0) {
      shape.write(w, value);
    } else {
      shape.writePart(w, shape.part, Objects.requireNonNull(value));
    }
  }

  /** Reads the fields of another shape out of the same object: those of a subtype. */
  @SuppressWarnings("unchecked")
  protected static <S> S readFields(SplitShape<S> shape, Wire w, @Nullable S value) {
    return shape.part == 0 ? shape.read(w, value) : (S) shape.readPart(w, shape.part, value);
  }
}
