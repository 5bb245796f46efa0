/**
 * Cold starts of a deployed function, on AWS or wherever else its API is: what forces one, what its
 * REPORT says of it, and the putting back of what was changed. The only room that knows AWS's SDK.
 *
 * <p>Refuses to know how functions run here, options and rendering. May use experiment, environment
 * and stats.
 */
@NullMarked
package thaw.lambda;

import org.jspecify.annotations.NullMarked;
