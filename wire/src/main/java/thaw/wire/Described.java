package thaw.wire;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Has the annotation processor of {@code thaw-wire-processor} write the {@link Shape} of a record,
 * a bean, a sealed interface or an abstract class: {@code a.b.Outer.Inner} gets the class {@code
 * a.b.Outer_InnerShape} with a constant {@code SHAPE}. Types that it refers to, and that are
 * compiled with it, are described as well.
 *
 * <p>Of a sealed type, or of one that has {@link #alternatives}, the first field that is written is
 * the discriminator, which says the alternative; when it is read it may be anywhere.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface Described {
  /** The name of the field that says the alternative: of sealed and abstract types only. */
  String discriminator() default "type";

  /** The number of that field, which no field of an alternative may have. */
  int discriminatorNumber() default 127;

  /** All concrete types of an abstract type that is not sealed. */
  Class<?>[] alternatives() default {};

  /**
   * The value of the discriminator for this type, when it is an alternative of a sealed type. The
   * default is its simple name.
   */
  String as() default "";
}
