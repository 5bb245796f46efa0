/**
 * Samples one after the other, in rounds of a seeded order, each on disk before the next one: for
 * experiments and for the laboratory's lessons.
 *
 * <p>It knows neither how a sample is taken nor how it becomes a line: that is a {@code Sampler}
 * and a {@link thaw.experiment.sampling.SampleFormat}.
 */
@NullMarked
package thaw.experiment.sampling;

import org.jspecify.annotations.NullMarked;
