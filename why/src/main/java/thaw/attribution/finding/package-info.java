/**
 * Findings: {@code Findings} lists every {@code Check} in its order, {@code Diagnosis} explains the
 * costs by what they found.
 */
@NullMarked
package thaw.attribution.finding;

import org.jspecify.annotations.NullMarked;
