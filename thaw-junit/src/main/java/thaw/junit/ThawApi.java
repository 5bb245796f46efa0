package thaw.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Puts the base URL of an API of API Gateway into a field, static or not, or into a parameter; of
 * type {@link java.net.URI} or String, without a slash at its end. The stage is no part of it.
 */
@Documented
@Target({ElementType.FIELD, ElementType.PARAMETER})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(ThawExtension.class)
public @interface ThawApi {
  /** Its logical id in the template; may be left out when there is only one. */
  String value() default "";
}
