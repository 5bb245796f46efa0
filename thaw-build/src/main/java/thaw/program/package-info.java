/**
 * The program {@code thaw} as builds and tests find, start, hear and end it: a process of its own,
 * so that their JVM stays what it is. Knows no build tool and no JUnit, and nothing of what a
 * command means. Of interest to those who write tests is {@link thaw.program.ThawException} alone;
 * all else may change.
 */
@NullMarked
package thaw.program;

import org.jspecify.annotations.NullMarked;
