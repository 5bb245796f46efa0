/**
 * The doors through which requests come: the Lambda API, on HTTP, in the shapes that AWS clients
 * know.
 *
 * <p>Refuses to know processes. May use http, platform, environment, function.
 */
@NullMarked
package thaw.gateway;

import org.jspecify.annotations.NullMarked;
