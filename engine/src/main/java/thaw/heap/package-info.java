/**
 * The memory of two JVMs as data: heap dumps in HotSpot's format, and what of it two clones of one
 * snapshot have in common that they should not, and which connections a clone has.
 *
 * <p>Refuses to know how clones are made, and Lambda.
 *
 * <p>May use no other room.
 */
@NullMarked
package thaw.heap;

import org.jspecify.annotations.NullMarked;
