/**
 * The choice of a memory size: time and cost of cold and warm invocations over memory sizes, and
 * the best size by cost, by speed, and by both; and whether SnapStart pays. {@code LambdaPrices}
 * has what AWS takes.
 *
 * <p>Refuses to know how samples are taken, and rendering. May use stats, experiment.
 */
@NullMarked
package thaw.tuning;

import org.jspecify.annotations.NullMarked;
