/** Asks a {@code thaw run} of this machine from outside for its logs and traces. */
@NullMarked
package thaw.app.running;

import org.jspecify.annotations.NullMarked;
