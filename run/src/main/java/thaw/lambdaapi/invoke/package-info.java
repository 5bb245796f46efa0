/**
 * From a request to an invocation, for the Lambda API and for function URLs: whom it names, how it
 * is refused, and its response, buffered or streamed.
 */
@NullMarked
package thaw.lambdaapi.invoke;

import org.jspecify.annotations.NullMarked;
