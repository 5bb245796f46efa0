package thaw.wire;

import java.util.function.BiConsumer;
import java.util.function.ObjDoubleConsumer;
import java.util.function.ObjIntConsumer;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/** A field that a wire has looked for, for a setter: see {@link Wire#read}. */
public final class FieldReader {
  private final Wire wire;
  private boolean found;

  FieldReader(Wire wire) {
    this.wire = wire;
  }

  FieldReader at(Field field) {
    found = wire.enter(field);
    return this;
  }

  /** Returns whether there is a value, which then must be read. */
  private boolean there() {
    return found && !wire.nullPrimitive();
  }

  /**
   * Gives an integer of 32 bits to a setter. Nothing is called for a field that is missing or null.
   *
   * @throws WireException for a value that is no integer of 32 bits
   */
  public <T> Wire int32(T target, ObjIntConsumer<T> setter) {
    if (there()) {
      setter.accept(target, wire.int32(0));
    }
    return wire;
  }

  /**
   * Gives an integer of 64 bits to a setter. Nothing is called for a field that is missing or null.
   *
   * @throws WireException for a value that is no integer of 64 bits
   */
  public <T> Wire int64(T target, ObjLongConsumer<T> setter) {
    if (there()) {
      setter.accept(target, wire.int64(0));
    }
    return wire;
  }

  /**
   * Gives a number of 64 bits (IEEE 754) to a setter. Nothing is called for a field that is missing
   * or null.
   *
   * @throws WireException for a value that is no number, or is too large
   */
  public <T> Wire float64(T target, ObjDoubleConsumer<T> setter) {
    if (there()) {
      setter.accept(target, wire.float64(0));
    }
    return wire;
  }

  /**
   * Gives true or false to a setter. Nothing is called for a field that is missing or null.
   *
   * @throws WireException for a value that is neither
   */
  public <T> Wire bool(T target, BiConsumer<T, Boolean> setter) {
    if (there()) {
      setter.accept(target, wire.bool(false));
    }
    return wire;
  }

  /** A null that is there is given to the setter. */
  public <T> Wire string(T target, BiConsumer<T, @Nullable String> setter) {
    if (found) {
      setter.accept(target, wire.string((String) null));
    }
    return wire;
  }

  /** A value of any shape; a null that is there is given to the setter. */
  public <T, V> Wire value(T target, BiConsumer<T, @Nullable V> setter, Shape<V> shape) {
    if (wire.fix && shape.isObject()) {
      V component = wire.component(null, shape);
      if (component != null) {
        setter.accept(target, component);
      }
    } else if (found) {
      setter.accept(target, wire.element(null, shape));
    }
    return wire;
  }
}
