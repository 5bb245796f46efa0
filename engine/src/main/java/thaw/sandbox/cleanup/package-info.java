/** Removes what an instance has left on the host, whatever ended it. */
@NullMarked
package thaw.sandbox.cleanup;

import org.jspecify.annotations.NullMarked;
