/**
 * Numbers only: quantiles, intervals, rank tests, on Apache Commons Statistics.
 *
 * <p>Refuses to know everything else.
 *
 * <p>May use no other room.
 */
@NullMarked
package thaw.stats;

import org.jspecify.annotations.NullMarked;
