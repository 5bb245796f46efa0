/**
 * New projects: what a function's first files are, and its first events.
 *
 * <p>Refuses to know what builds and runs them.
 *
 * <p>May use function.
 */
@NullMarked
package thaw.project;

import org.jspecify.annotations.NullMarked;
