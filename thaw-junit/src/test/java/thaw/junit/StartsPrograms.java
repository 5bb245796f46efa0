package thaw.junit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/** A test class that starts the program, in the execution of those that start processes. */
@Tag("processes")
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@interface StartsPrograms {}
