/**
 * Has what rooms share that read or write JSON: parsing without limits of its parts, and views, by
 * which types are bound whose JSON is not as they are.
 *
 * <p>A ground floor as {@code problem} is: every room may use it, it uses none. It refuses to know
 * what the JSON is about.
 *
 * <p>May use no other room.
 */
@NullMarked
package thaw.json;

import org.jspecify.annotations.NullMarked;
