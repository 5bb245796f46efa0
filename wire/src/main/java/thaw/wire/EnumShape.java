package thaw.wire;

/**
 * Of the constants of an enum, by their names: for elements and for the keys of maps. A field has
 * {@link Wire#enumeration}.
 *
 * @param <E> the enum
 */
public final class EnumShape<E extends Enum<E>> extends TextShape<E> {
  private final E[] values;

  /**
   * Of an enum.
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
