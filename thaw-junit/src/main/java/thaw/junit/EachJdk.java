package thaw.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test that runs once for each of these JDKs, in place of {@code @Test}. Its functions, in fields
 * that are not static and in parameters, are those of a program with this JDK.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith({ThawExtension.class, JdkInvocations.class})
public @interface EachJdk {
  /** Feature versions or folders, for example {@code {"17", "25"}}. */
  String[] value();
}
