/**
 * What a request did, as spans on one clock: the platform's own, and those that functions send.
 *
 * <p>Refuses to know how they are shown. May use http, platform, environment.
 */
@NullMarked
package thaw.trace;

import org.jspecify.annotations.NullMarked;
