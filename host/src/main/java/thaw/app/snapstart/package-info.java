/** The job {@code snapstart}: whether cold starts of functions are shorter with SnapStart. */
@NullMarked
package thaw.app.snapstart;

import org.jspecify.annotations.NullMarked;
