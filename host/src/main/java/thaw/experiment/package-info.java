/**
 * Cold starts by the hundred: variants, interleaved seeded order, noise checks, and a result file
 * that has every sample before the next one starts. The order ({@link thaw.experiment.Rounds}) and
 * the file ({@link thaw.experiment.JsonLines}) are those of the laboratory's lessons, too.
 *
 * <p>Refuses to know rendering. May use function, sandbox, stats, store, environment.
 */
@NullMarked
package thaw.experiment;

import org.jspecify.annotations.NullMarked;
