/** The job {@code tune}: time and cost of functions over memory sizes, and the best size. */
@NullMarked
package thaw.app.tune;

import org.jspecify.annotations.NullMarked;
