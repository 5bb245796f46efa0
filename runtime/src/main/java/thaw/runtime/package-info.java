/**
 * A client of the Lambda Runtime API that starts fast: in pure Java, on one socket, with no library
 * but {@code wire}.
 *
 * <p>{@code Main} finds the handler's {@code Descriptions}: a type that describes itself, a class
 * beside it, a resource; else AWS's serializer, which is loaded only then. There is one socket to
 * the Runtime API, and one write for each request.
 */
@NullMarked
package thaw.runtime;

import org.jspecify.annotations.NullMarked;
