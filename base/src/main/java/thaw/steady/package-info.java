/**
 * Keeps a program going that runs for days: loops that outlive what a step throws, and memory that
 * is shared out before it is used.
 *
 * <p>A ground floor as {@code problem} is: every room may use it, it uses none. It refuses to know
 * what the steps do and what the memory is for.
 *
 * <p>May use no other room.
 */
@NullMarked
package thaw.steady;

import org.jspecify.annotations.NullMarked;
