/** What can be asked of a {@code thaw run} of this machine from outside: its logs and traces. */
@NullMarked
package thaw.app.running;

import org.jspecify.annotations.NullMarked;
