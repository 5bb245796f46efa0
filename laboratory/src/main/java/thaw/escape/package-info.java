/**
 * Escape analysis of somebody's code: which allocations the JVM's optimising compiler removes,
 * which it keeps, and why, read from the compiler's own log and from the bytecode.
 *
 * <p>Refuses to know how the JVM is started and how anything is shown. May use no other room.
 *
 * <p>{@code TracingFlags} make the JVM write its log. {@code CompilationReader} makes {@code
 * Compilation}s of it, each a tree of what was inlined ({@code Compiled}). {@code EscapeScan} asks
 * of every allocating instruction whether it was removed ({@code SiteFate}), follows the others
 * through the bytecode ({@code EscapeWays}) to a {@code Reason}, and weighs them with Flight
 * Recorder's samples ({@code AllocatedBytes}).
 */
@NullMarked
package thaw.escape;

import org.jspecify.annotations.NullMarked;
