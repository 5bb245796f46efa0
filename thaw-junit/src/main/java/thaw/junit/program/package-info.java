/**
 * The program {@code thaw} as this library finds, starts and asks it, and what is wrong when that
 * fails. Refuses to know JUnit. Of interest to users is {@link thaw.junit.program.ThawException}
 * alone; all else may change.
 */
@NullMarked
package thaw.junit.program;

import org.jspecify.annotations.NullMarked;
