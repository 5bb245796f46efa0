/** The times at which requests are due: rate profiles, Poisson arrivals, replayed logs. */
@NullMarked
package thaw.load.schedule;

import org.jspecify.annotations.NullMarked;
