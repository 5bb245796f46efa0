package thaw.wire;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Describes the constants of an enum, which are written as their names, in protobuf as numbers, and
 * in FIX as codes: for elements and for the keys of maps. For a field there is {@link
 * Wire#enumeration}.
 *
 * @param <E> the enum
 */
public final class EnumShape<E extends Enum<E>> extends TextShape<E> {
  private final E[] values;
  private final String @Nullable [] names;
  private final int @Nullable [] numbers;
  private final String @Nullable [] codes;

  /**
   * Makes the shape of an enum.
   *
   * @param values all that there may be; it is not copied
   */
  public EnumShape(E[] values) {
    this(values, null, null, null);
  }

  /**
   * Makes the shape of an enum whose constants are called otherwise in documents. No array is
   * copied.
   *
   * @param values all that there may be
   * @param names one for each of the values; null for their own
   * @param numbers in protobuf, one for each of the values; null for their places in the enum, from
   *     0 on
   * @param codes in FIX, one for each of the values; null for their names
   */
  public EnumShape(
      E[] values, String @Nullable [] names, int @Nullable [] numbers, String @Nullable [] codes) {
    this.values = values;
    this.names = names;
    this.numbers = numbers;
    this.codes = codes;
    if (codes != null && codes.length != values.length) {
      throw new IllegalArgumentException(
          "must be a code for each constant: " + codes.length + " of " + values.length);
    }
  }

  @Override
  boolean isNumber() {
    return true;
  }

  @Override
  E wired(Wire w, @Nullable E value) {
    if (!w.numbersConstants()) {
      return super.wired(w, value);
    }
    if (!w.reading()) {
      E written = Objects.requireNonNull(value);
      w.constant(number(index(written)));
      return written;
    }
    int number = w.constant(0);
    for (int i = 0; i < values.length; i++) {
      if (number(i) == number) {
        return values[i];
      }
    }
    throw w.failure("no constant of the number " + number);
  }

  private int number(int index) {
    return numbers == null ? values[index].ordinal() : numbers[index];
  }

  private int index(E value) {
    for (int i = 0; i < values.length; i++) {
      if (values[i] == value) {
        return i;
      }
    }
    throw new IllegalArgumentException("not one of the enum's values: " + value);
  }

  @Override
  protected String text(E value) {
    return names == null ? value.name() : names[index(value)];
  }

  @Override
  protected E parse(String text) {
    return named(names, text, "name");
  }

  @Override
  protected String code(E value) {
    return codes == null ? text(value) : codes[index(value)];
  }

  @Override
  protected E ofCode(String code) {
    return codes == null ? parse(code) : named(codes, code, "code");
  }

  private E named(String @Nullable [] texts, String text, String what) {
    for (int i = 0; i < values.length; i++) {
      if (text.equals(texts == null ? values[i].name() : texts[i])) {
        return values[i];
      }
    }
    throw new IllegalArgumentException(
        "no constant of that ".concat(what).concat(": ").concat(text));
  }
}
