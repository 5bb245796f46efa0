package thaw.lambda;

import java.util.Optional;
import thaw.experiment.Comparison;
import thaw.experiment.Distribution;

/**
 * One phase on both sides.
 *
 * @param local absent where nothing was measured here
 * @param comparison Lambda's median / the local one, and whether that may be chance; absent where
 *     one of them is missing, or the local median is 0
 */
public record PhaseFigures(
    Phase phase,
    Optional<Distribution> local,
    Optional<Distribution> lambda,
    Optional<Comparison> comparison) {}
