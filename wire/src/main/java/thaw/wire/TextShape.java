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

  /**
   * The text of a value in FIX, where it differs: the code of a constant, such as {@code 1}.
   *
   * @throws IllegalArgumentException for a value that FIX does not have
   */
  protected String code(T value) {
    return text(value);
  }

  /** The value of its text in FIX; it throws what {@link #parse(String)} does. */
  protected T ofCode(String code) {
    return parse(code);
  }

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
    w.string(w.fix ? code(w, written) : text(written));
    return written;
  }

  private String code(Wire w, T value) {
    try {
      return code(value);
    } catch (IllegalArgumentException e) {
      throw w.failure(String.valueOf(e.getMessage()));
    }
  }

  final T parse(Wire w, String text) {
    try {
      return w.fix ? ofCode(text) : parse(text);
    } catch (IllegalArgumentException | DateTimeException | ArithmeticException e) {
      throw w.failure(String.valueOf(e.getMessage()));
    }
  }
}
