package thaw.wire;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Has the annotation processor write the shapes of types that cannot be annotated, and tells it of
 * shapes that were written by hand. On a package, or on any type; it holds for the whole
 * compilation.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.TYPE, ElementType.PACKAGE})
public @interface DescribedTypes {
  /**
   * Types that get a shape. That of a type {@code a.b.C} of a library is {@code
   * thaw.described.a.b.CShape}, for a package may belong to one jar only.
   */
  Class<?>[] value() default {};

  /**
   * Types of libraries that need no shape of their own: they are described in the class of each
   * type that refers to them. Types that are inside one of {@link #value} are so without being
   * named.
   */
  Class<?>[] parts() default {};

  /**
   * Shapes for their types, wherever a described type has one. Each has a constant {@code SHAPE} or
   * a constructor without parameters.
   */
  Class<? extends Shape<?>>[] with() default {};
}
