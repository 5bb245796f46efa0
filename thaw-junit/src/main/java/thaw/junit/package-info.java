/**
 * Tests of Lambda functions with JUnit, which run the functions with the program {@code thaw}.
 *
 * <p>A test class says by annotations which functions it wants: {@link thaw.junit.ThawFunction},
 * {@link thaw.junit.ThawApi}, {@link thaw.junit.ThawApplication}. The program runs as a process of
 * its own; the test's JVM has none of its classes, and talks to it over HTTP. Everything that
 * cannot be run ends with a {@link thaw.program.ThawException}, which has a remedy.
 *
 * <p>Nothing here takes or returns null unless it says so. All types may be used by any thread.
 */
@NullMarked
package thaw.junit;

import org.jspecify.annotations.NullMarked;
