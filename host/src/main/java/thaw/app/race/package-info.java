/** The job {@code race}: bursts of requests in one environment, and what they disturb. */
@NullMarked
package thaw.app.race;

import org.jspecify.annotations.NullMarked;
