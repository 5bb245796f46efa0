/**
 * An API Gateway: the routes, events, answers and authorizers of REST APIs and HTTP APIs, and what
 * they hand on to servers elsewhere.
 *
 * <p>Refuses to know sockets. May use http, platform, environment, function.
 */
@NullMarked
package thaw.api;

import org.jspecify.annotations.NullMarked;
