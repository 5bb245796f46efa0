/**
 * The search for the fastest proven set of remedies: candidates, proof by interleaved cold starts,
 * what is kept and why.
 *
 * <p>Refuses to know how a remedy is made, built and started, and how results are shown. May use
 * remedy and stats.
 */
@NullMarked
package thaw.fix;

import org.jspecify.annotations.NullMarked;
