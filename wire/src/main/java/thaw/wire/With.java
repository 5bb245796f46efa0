package thaw.wire;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The shape that the annotation processor is to use: on a component of a record, or on the field,
 * the getter or the setter of a bean's property, for that one; on a type wherever it is used. For
 * types that are not yours there is {@link DescribedTypes#with}.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.RECORD_COMPONENT, ElementType.TYPE})
public @interface With {
  /**
   * The class of a shape of that type, or of its box when it is primitive. It has a constant {@code
   * SHAPE} or a constructor without parameters, or the constant that is named.
   */
  Class<?> value();

  /**
   * The constant that has the shape. A class with several of them, which need not be a shape
   * itself, is one class to load.
   */
  String constant() default "SHAPE";
}
