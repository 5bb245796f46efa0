package thaw.wire;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Stands for annotations in types that cannot be annotated, such as those of libraries, for the
 * annotation processor: as if each member of the annotated type were one of the types that are
 * named.
 *
 * <pre>{@code
 * @MixIn(value = Customer.class, names = "Id Name postal-code")
 * interface CustomerMixIn {
 *   @With(Cents.class)
 *   long getCredit();
 * }
 * }</pre>
 *
 * <p>A member only brings its annotations ({@link Key}, {@link With}, {@link Ignored}) to the
 * field, getter or setter of its name. Static methods are called: {@code static T getX(Customer c)}
 * is the getter of a property x and {@code static void setX(Customer c, T value)} its setter,
 * instead of those that the type has, and one that is annotated with {@link Blank} makes new
 * objects. A getter or setter that refuses values takes the {@link Wire} as well, behind the
 * others.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
@Repeatable(MixIn.Several.class)
public @interface MixIn {
  /** The types, each of which has all that members and names stand for. */
  Class<?>[] value();

  /**
   * The names of fields as documents have them, in the order in which documents have them, with
   * spaces between them. Each is that of the property which is spelled so but for capitals and
   * signs: {@code postal-code} that of {@code postalCode}. Properties that are not named follow.
   * The components of a record keep their order.
   */
  String names() default "";

  /** Holds the mix-ins of a type that has more than one. */
  @Documented
  @Retention(RetentionPolicy.CLASS)
  @Target(ElementType.TYPE)
  @interface Several {
    /** All of them. */
    MixIn[] value();
  }
}
