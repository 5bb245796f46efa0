/**
 * Which allocations of somebody's code the JVM's optimising compiler removes, which it keeps, and
 * why: read from the compiler's own log and from the bytecode.
 *
 * <p>Refuses to know how the JVM is started and how anything is shown. May use no other room.
 */
@NullMarked
package thaw.escape;

import org.jspecify.annotations.NullMarked;
