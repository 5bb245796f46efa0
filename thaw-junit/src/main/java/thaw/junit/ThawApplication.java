package thaw.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Tells which application the test class runs, and how. Without it, the class runs the module's own
 * application as it is. The program is started when a test first wants something of it; classes
 * that want the same application in the same way share one program, which ends after the last test.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(ThawExtension.class)
public @interface ThawApplication {
  /**
   * A folder with a SAM template, a template, a jar, a zip or a folder of classes; relative to the
   * module's folder. Default: the module's folder when it has a template, else its build output
   * ({@code target/classes} or {@code build/classes/java/main}).
   */
  String value() default "";

  /** The handler of a jar, a zip or a folder of classes; default: the program finds it. */
  String handler() default "";

  /**
   * Values of the template's parameters, each {@code NAME=VALUE}. Other users of the machine can
   * read them on the program's command line.
   */
  String[] parameters() default {};

  /** Memory of all functions in MiB; 0 for what the template says. */
  int memory() default 0;

  /**
   * Variables of all functions, each {@code NAME=VALUE}; others of the template stay. Other users
   * of the machine can read them on the program's command line.
   */
  String[] environment() default {};

  /** JDK of all functions, a feature version or a folder; default: what their runtimes name. */
  String jdk() default "";

  /** Folder with data of the local services, relative to the module's folder; default: none. */
  String seed() default "";

  /**
   * How the local services answer: {@code real} for AWS's times, states and limits, {@code busy} or
   * {@code busy:SEED} for failures besides, which are the same in each run, or a file, relative to
   * the module's folder. Default: what {@code thaw.yaml} says, else at once.
   */
  String services() default "";

  /** Tells how environments are started. */
  StartMode start() default StartMode.FASTEST;

  /** Further options of {@code thaw run}, for example {@code {"--concurrency", "5"}}. */
  String[] options() default {};

  /**
   * The longest time in seconds that the program may take until it accepts requests. Builds of the
   * functions and the first download of local services are part of it.
   */
  int startTimeoutSeconds() default 300;
}
