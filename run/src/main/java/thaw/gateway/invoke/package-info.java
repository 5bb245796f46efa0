/** The operations that run functions, with buffered and with streamed responses. */
@NullMarked
package thaw.gateway.invoke;

import org.jspecify.annotations.NullMarked;
