/**
 * Cold starts by the hundred: variants, interleaved seeded order, noise checks, and a result file
 * that has every sample before the next one starts.
 *
 * <p>Refuses to know rendering. May use function, sandbox, stats, store, runtimeapi, environment.
 */
@NullMarked
package thaw.experiment;

import org.jspecify.annotations.NullMarked;
