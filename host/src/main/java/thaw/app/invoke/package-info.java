/** The job {@code invoke}: one function in a new execution environment. */
@NullMarked
package thaw.app.invoke;

import org.jspecify.annotations.NullMarked;
