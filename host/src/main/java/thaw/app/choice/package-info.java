/**
 * Requests of jobs are made of these choices: source, function, event, data, schedule and requests.
 * They are records that a front end makes once; what needs files is read when a job asks for it.
 *
 * <p>{@code KnownRequests} has the requests that a function is known to serve behind a route with
 * parameters: by its code, an OpenAPI definition, or events that were recorded.
 */
@NullMarked
package thaw.app.choice;

import org.jspecify.annotations.NullMarked;
