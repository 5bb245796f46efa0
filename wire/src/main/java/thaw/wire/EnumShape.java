package thaw.wire;

/**
 * Describes the constants of an enum, which are written as their names: for elements and for the
 * keys of maps. For a field there is {@link Wire#enumeration}.
 *
 * @param <E> the enum
 */
public final class EnumShape<E extends Enum<E>> extends TextShape<E> {
  private final E[] values;

  /**
   * Makes the shape of an enum.
   *
   * @param values all that there may be; it is not copied
   */
  public EnumShape(E[] values) {
    this.values = values;
  }

  @Override
  protected String text(E value) {
    return value.name();
  }

  @Override
  protected E parse(String text) {
    for (E each : values) {
      if (each.name().equals(text)) {
        return each;
      }
    }
    throw new IllegalArgumentException("no constant of that name: ".concat(text));
  }
}
