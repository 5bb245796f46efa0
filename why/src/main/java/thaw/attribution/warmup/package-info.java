/**
 * Finds what the first requests of an environment that takes many at a time spend more than later
 * ones.
 */
@NullMarked
package thaw.attribution.warmup;

import org.jspecify.annotations.NullMarked;
