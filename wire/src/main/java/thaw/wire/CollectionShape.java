package thaw.wire;

import java.util.Collection;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Describes collections other than lists, and lists that must be of a certain class. They are
 * written as lists are; elements may be null where the collection takes it.
 *
 * @param <C> the collection's type
 * @param <T> that of its elements
 */
public abstract class CollectionShape<C extends Collection<T>, T> extends Shape<C> {
  private final Shape<T> elements;

  /** Makes a shape of collections with these elements, for subclasses. */
  protected CollectionShape(Shape<T> elements) {
    this.elements = elements;
  }

  /** A new collection, to be filled. */
  protected abstract C empty();

  @Override
  final boolean isRepeated() {
    return true;
  }

  /** A list that is read is a new one. */
  @Override
  public final C wire(Wire w, @Nullable C value) {
    if (w.reading()) {
      C read = empty();
      w.openList(elements.isNumber() ? Wire.NUMBERS : 0);
      while (w.more()) {
        T element = w.element(null, elements);
        try {
          read.add(element);
        } catch (NullPointerException e) {
          throw w.failure("no element may be null here");
        }
      }
      w.closeList();
      return read;
    }
    C written = Objects.requireNonNull(value);
    w.openList(written.size());
    for (T each : written) {
      w.element(each, elements);
    }
    w.closeList();
    return written;
  }
}
