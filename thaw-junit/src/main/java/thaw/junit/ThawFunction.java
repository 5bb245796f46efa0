package thaw.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Puts a function of the application into a field, static or not, or into a parameter of a test or
 * lifecycle method or constructor; of type {@link LambdaFunction}.
 */
@Documented
@Target({ElementType.FIELD, ElementType.PARAMETER})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(ThawExtension.class)
public @interface ThawFunction {
  /** Its logical id in the template or its name; may be left out when there is only one. */
  String value() default "";
}
