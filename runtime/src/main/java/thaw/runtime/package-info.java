/**
 * A client of the Lambda Runtime API that starts fast: in pure Java, on one socket, with no library
 * but {@code wire}.
 */
@NullMarked
package thaw.runtime;

import org.jspecify.annotations.NullMarked;
