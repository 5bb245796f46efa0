package thaw.wire;

import org.jspecify.annotations.Nullable;

/**
 * Writes and reads the values of a type that cannot describe itself: a record, a type of a library,
 * a scalar in a list. Shapes of scalars and collections are in {@link Shapes}; one of an object
 * with fields is an {@link ObjectShape}.
 *
 * <p>An implementation has no state, so that any thread may use it.
 *
 * @param <T> the type
 */
public abstract class Shape<T> {
  /** Makes a shape, for subclasses. */
  protected Shape() {}

  /**
   * Writes a value where the wire stands, or reads one there.
   *
   * @param value what to write; when it reads: what to fill or to take defaults from, or null
   * @return the same value when it writes, the one that was read otherwise
   */
  public abstract T wire(Wire w, @Nullable T value);

  /**
   * Returns whether values are objects with fields, which FIX has in the place of the object. Only
   * a shape that gives its values to {@link Wire#object(Wired)} needs to say so.
   */
  protected boolean isObject() {
    return false;
  }

  /**
   * Returns whether it is of lists, arrays or maps, which protobuf has as a field again and again.
   */
  boolean isRepeated() {
    return false;
  }

  /** Returns whether it is of numbers, of which protobuf packs many into one field. */
  boolean isNumber() {
    return false;
  }
}
