/**
 * Commands, options, progress and exit codes of the program {@code thaw}.
 *
 * <p>May use every room and knows none from inside.
 */
@NullMarked
package thaw.cli;

import org.jspecify.annotations.NullMarked;
