/**
 * Has a user's mistake as data: a cause in one line and a remedy.
 *
 * <p>The ground floor: every room may use it, it uses none. It refuses to know how a mistake is
 * shown. May use no other room.
 */
@NullMarked
package thaw.problem;

import org.jspecify.annotations.NullMarked;
