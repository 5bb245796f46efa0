/**
 * The search for the fastest proven set of remedies: candidates, proof by interleaved cold starts,
 * what is kept and why.
 *
 * <p>Refuses to know how a remedy is made, built and started, and how results are shown. May use
 * remedy, stats.
 *
 * <p>{@code Search} asks the {@code Workshop} what could gain. The workshop builds a draft with the
 * project's tests, compares its responses and starts it; {@code Trials} compares two drafts, {@code
 * Confirmation} all of the kept set. A {@code Checkpoint} has what was decided, for the next
 * search.
 */
@NullMarked
package thaw.fix;

import org.jspecify.annotations.NullMarked;
