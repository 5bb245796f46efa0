package thaw.wire.processor;

import javax.lang.model.element.Element;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;
import thaw.wire.Key;

/**
 * A component of a record, or a property of a bean.
 *
 * @param name of the field in documents
 * @param number of the field in documents
 * @param constant that holds its {@code Field}
 * @param type as the described type has it
 * @param element where what is wrong with it is reported
 * @param with the shape that it asks for
 * @param getter code that gives its value, with {@code %s} for the object
 * @param setter code that sets it, with {@code %s} for the object and for the value; null for a
 *     field, which the getter names, and for records
 * @param ignored whether it is no field: components of records only
 * @param integers how protobuf has its integers
 * @param tags of FIX that its {@code Field} has besides, as code: calls of its methods
 * @param unknown whether it keeps the fields of protobuf that the type does not know
 */
record Property(
    String name,
    int number,
    String constant,
    TypeMirror type,
    Element element,
    @Nullable Asked with,
    String getter,
    @Nullable String setter,
    boolean ignored,
    Key.Integers integers,
    String tags,
    boolean unknown) {

  /**
   * A shape that somebody asks for.
   *
   * @param type its class
   * @param constant that has it
   */
  record Asked(TypeMirror type, String constant) {}

  Property in(String newConstant) {
    return new Property(
        name,
        number,
        newConstant,
        type,
        element,
        with,
        getter,
        setter,
        ignored,
        integers,
        tags,
        unknown);
  }

  /** What its {@code Field} has besides number and name, as code: calls of its methods. */
  String calls() {
    return switch (integers) {
          case VARINT -> "";
          case ZIGZAG -> ".zigzag()";
          case FIXED -> ".fixed()";
        }
        + tags;
  }

  /** Code that gives its value of an object. */
  String of(String object) {
    return getter.formatted(object);
  }
}
