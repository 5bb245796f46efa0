/**
 * A request of the Lambda API on its way to its operation: routes, input, references, constraints,
 * errors, pages of lists.
 */
@NullMarked
package thaw.gateway.request;

import org.jspecify.annotations.NullMarked;
