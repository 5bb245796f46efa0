/** {@code thaw why}: baseline and profiled cold starts of one function in turn. */
@NullMarked
package thaw.app.why;

import org.jspecify.annotations.NullMarked;
