/**
 * Lets tests talk with the program {@code thaw}: events, invocations, the file of events, options
 * of a measurement. Refuses to know JUnit; {@code thaw.program} starts and ends the program. All of
 * it may change.
 */
@NullMarked
package thaw.junit.program;

import org.jspecify.annotations.NullMarked;
