package thaw.wire.processor;

import javax.lang.model.element.Element;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/**
 * A component of a record, or a property of a bean.
 *
 * @param name of the field in documents
 * @param number of the field in documents
 * @param constant that holds its {@code Field}
 * @param type as the described type has it
 * @param element where what is wrong with it is reported
 * @param with the class of the shape that it asks for
 * @param getter code after an object that gives its value
 * @param setter the method's name; null for a field, which the getter names, and for records
 * @param ignored whether it is no field: components of records only
 */
record Property(
    String name,
    int number,
    String constant,
    TypeMirror type,
    Element element,
    @Nullable TypeMirror with,
    String getter,
    @Nullable String setter,
    boolean ignored) {}
