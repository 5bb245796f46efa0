/**
 * Finds what goes wrong when many requests share one environment: instruments a function's code,
 * has bursts of requests made in it, and judges what the code told.
 *
 * <p>Refuses to know how a function is started, and rendering.
 *
 * <p>May use no other room.
 */
@NullMarked
package thaw.race;

import org.jspecify.annotations.NullMarked;
