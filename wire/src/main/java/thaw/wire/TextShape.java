package thaw.wire;

import java.time.DateTimeException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Describes a type whose values are written as strings. It can also be the shape of a map's keys.
 *
 * @param <T> the type
 */
public abstract class TextShape<T> extends Shape<T> {
  /** Makes a shape of values that are written as strings, for subclasses. */
  protected TextShape() {}

  /** The text of a value. */
  protected abstract String text(T value);

  /**
   * The value of a text.
   *
   * @throws IllegalArgumentException or a {@link DateTimeException} for a text that is none: it
   *     becomes a {@link WireException} that says where
   */
  protected abstract T parse(String text);

  @Override
  public final T wire(Wire w, @Nullable T value) {
    return wired(w, value);
  }

  /** Returns whether its texts are integers, which protobuf has as numbers where they are keys. */
  boolean isKeyNumber() {
    return false;
  }

  T wired(Wire w, @Nullable T value) {
    if (w.reading()) {
      return parse(w, Objects.requireNonNull(w.string((String) null)));
    }
    T written = Objects.requireNonNull(value);
    w.string(text(written));
    return written;
  }

  final T parse(Wire w, String text) {
    try {
      return parse(text);
    } catch (IllegalArgumentException | DateTimeException | ArithmeticException e) {
      throw w.failure(String.valueOf(e.getMessage()));
    }
  }
}
