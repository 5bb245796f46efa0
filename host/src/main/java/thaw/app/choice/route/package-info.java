/**
 * The requests that a function is known to serve behind a route with parameters: by its code, an
 * OpenAPI definition, or events that were recorded.
 */
@NullMarked
package thaw.app.choice.route;

import org.jspecify.annotations.NullMarked;
