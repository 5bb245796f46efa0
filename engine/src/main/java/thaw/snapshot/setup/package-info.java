/** Brings a CRIU to this machine, and finds whether it works here. */
@NullMarked
package thaw.snapshot.setup;

import org.jspecify.annotations.NullMarked;
