package thaw.wire;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Gives a field a name and a number, for the annotation processor. It is on a component of a
 * record, or on the field, the getter or the setter of a bean's property. On a constant of an enum
 * it is the name only.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.RECORD_COMPONENT})
public @interface Key {
  /**
   * 1 to {@link Field#MAX_NUMBER}. When it is not given: one more than that of the field before, in
   * the order of declaration, and 1 for the first.
   */
  int number() default 0;

  /** The component's or the property's own name when it is not given. */
  String name() default "";
}
