/** The times at which requests are due: rate profiles and Poisson arrivals. */
@NullMarked
package thaw.load.schedule;

import org.jspecify.annotations.NullMarked;
