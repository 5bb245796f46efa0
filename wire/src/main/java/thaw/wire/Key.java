package thaw.wire;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Gives a field a name and a number, for the annotation processor. It is on a component of a
 * record, or on the field, the getter or the setter of a bean's property. On a constant of an enum
 * it is the name, the number in protobuf and the code in FIX.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.RECORD_COMPONENT})
public @interface Key {
  /**
   * 1 to {@link Field#MAX_NUMBER}. When it is not given: one more than that of the field before, in
   * the order of declaration, and 1 for the first. Constants of enums are counted alike, from 0 on.
   */
  int number() default 0;

  /** The component's or the property's own name when it is not given. */
  String name() default "";

  /** How protobuf has the integers of the field, or those in its list or map. */
  Integers integers() default Integers.VARINT;

  /** The encodings of integers in protobuf. */
  enum Integers {
    /** The types {@code int32} and {@code int64}: short for small positive numbers. */
    VARINT,
    /** The types {@code sint32} and {@code sint64}: {@link Field#zigzag}. */
    ZIGZAG,
    /** The types {@code sfixed32} and {@code sfixed64}: {@link Field#fixed}. */
    FIXED
  }

  /** The tag of the length of data in FIX: see {@link Field#withLength}. */
  int length() default 0;

  /** The tag of each element of a list in FIX: see {@link Field#withElements}. */
  int elements() default 0;

  /** What FIX has for a constant of an enum, which is then given for all of its constants. */
  String code() default "";
}
