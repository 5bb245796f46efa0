/** Shows jobs of {@code thaw.app} on a terminal while they go on. */
@NullMarked
package thaw.cli.terminal;

import org.jspecify.annotations.NullMarked;
