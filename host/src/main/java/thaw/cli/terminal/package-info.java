/** How jobs of {@code thaw.app} are shown on a terminal while they go on. */
@NullMarked
package thaw.cli.terminal;

import org.jspecify.annotations.NullMarked;
