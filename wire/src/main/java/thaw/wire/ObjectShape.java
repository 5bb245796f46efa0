package thaw.wire;

import org.jspecify.annotations.Nullable;

/**
 * The fields of a type that does not describe them itself:
 *
 * <pre>{@code
 * record Point(int x, int y) {
 *   static final ObjectShape<Point> SHAPE = new ObjectShape<>() {
 *     private static final Field X = Field.of(1, "x");
 *     private static final Field Y = Field.of(2, "y");
 *     private static final Point ORIGIN = new Point(0, 0);
 *
 *     protected Point blank() {
 *       return ORIGIN;
 *     }
 *
 *     protected Point fields(Wire w, Point p) {
 *       return new Point(w.int32(X, p.x()), w.int32(Y, p.y()));
 *     }
 *   };
 * }
 * }</pre>
 *
 * <p>Java evaluates the arguments of a constructor from left to right: that is the order of the
 * fields.
 *
 * @param <T> the type
 */
public abstract class ObjectShape<T> extends Shape<T> {
  /** Makes a shape of objects, for subclasses. */
  protected ObjectShape() {}

  /**
   * Returns the object whose values fields have that are missing in a document. It must be a new
   * object when {@link #fields} fills it.
   */
  protected abstract T blank();

  /**
   * Gives each field to the wire, and makes an object of what comes back or fills the given one.
   *
   * @return when the wire writes, anything: it is not used
   */
  protected abstract T fields(Wire w, T value);

  @Override
  protected final boolean isObject() {
    return true;
  }

  @Override
  public final T wire(Wire w, @Nullable T value) {
    w.openObject();
    T result = fields(w, value == null ? blank() : value);
    if (w.again()) {
      result = fields(w, value == null ? blank() : value);
    }
    w.closeObject();
    return w.reading() || value == null ? result : value;
  }
}
