/**
 * {@code thaw load}, open-loop load: when requests are due, that they are sent then whatever became
 * of those before, and what is measured of each. The package {@code command} has the way in and
 * shows what was measured.
 *
 * <p>{@code Schedule} is a function of time alone. {@code Generator} has one thread ({@code Pacer})
 * that comes to each {@code Shot} when it is due and hands it to a {@code Transport}: {@code
 * HttpTransport}, with a pool of connections and one thread that reads, or one that invokes the
 * platform itself. What becomes of a shot goes to the {@code LoadRecording}, a histogram of each
 * time for each second; the {@code LoadResult} has the reasons of {@code Validity}. {@code
 * TraceIds} carry the number of a request, so that an environment's events tell which request was
 * cold. {@code LayerTax} is the difference of two layers that took turns.
 */
@NullMarked
package thaw.load;

import org.jspecify.annotations.NullMarked;
