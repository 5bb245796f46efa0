package thaw.wire;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Describes arrays of objects, which are written as lists are; elements may be null. {@link
 * ArrayShapes} has the shapes of arrays of primitives.
 *
 * @param <T> the type of the elements
 */
public abstract class ArrayShape<T> extends Shape<T[]> {
  private final Shape<T> elements;

  /** Makes a shape of arrays with these elements, for subclasses. */
  protected ArrayShape(Shape<T> elements) {
    this.elements = elements;
  }

  /** A new array of some length. */
  protected abstract T[] array(int length);

  @Override
  final boolean isRepeated() {
    return true;
  }

  @Override
  public final T[] wire(Wire w, T @Nullable [] value) {
    if (w.reading()) {
      List<T> read = w.list(null, elements);
      return read.toArray(array(read.size()));
    }
    T[] written = Objects.requireNonNull(value);
    w.openList(written.length);
    for (T each : written) {
      w.element(each, elements);
    }
    w.closeList();
    return written;
  }
}
