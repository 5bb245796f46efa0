package thaw.wire;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the object that gives the annotation processor the values of fields that a document does
 * not have. It is on a static field of a record, or on a static method without parameters of a
 * record or bean, that is of the type itself and not private. Without it, a record's fields are 0,
 * false and null, and empty for {@code Optional}; a bean is what its constructor makes.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.FIELD, ElementType.METHOD})
public @interface Blank {}
