/**
 * A model that predicts from a cold start measured here what AWS Lambda shows: lines through pairs
 * of figures of the same function on both sides, with intervals, and the check that leaves each
 * pair out. {@code docs/measured/lambda-model.md} has the fit.
 *
 * <p>Refuses to know how samples are taken, and rendering. May use stats.
 */
@NullMarked
package thaw.model;

import org.jspecify.annotations.NullMarked;
