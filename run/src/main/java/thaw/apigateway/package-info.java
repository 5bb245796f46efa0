/**
 * An API Gateway: the routes, events, answers and authorizers of REST APIs and HTTP APIs, and what
 * they hand on to servers elsewhere.
 *
 * <p>Refuses to know sockets. May use function, runtimeapi, pool, platform, http.
 *
 * <p>{@code StageAddress} or the port says which API a request is for; {@code Router} finds the
 * route; {@code Authorizers} and the API key let it pass; {@code FirstFormat} or {@code
 * SecondFormat} writes the event; {@code Invoker} has it processed; {@code ProxyResponses} reads
 * the result, or a {@code Refusal} is sent. {@code TimeLimits} answers who waited too long, while
 * the function goes on. What clients are not told goes to {@code AuthorNotes}. For a route to a
 * server elsewhere {@code HttpProxy} makes the request.
 */
@NullMarked
package thaw.apigateway;

import org.jspecify.annotations.NullMarked;
