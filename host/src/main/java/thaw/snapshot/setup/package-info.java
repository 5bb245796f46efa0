/** How a CRIU comes to this machine, and whether it works here. */
@NullMarked
package thaw.snapshot.setup;

import org.jspecify.annotations.NullMarked;
