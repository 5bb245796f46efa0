/**
 * The life cycle of an environment as its events tell it: which belong to which invocation, and
 * what had to be done before. Refuses to know how that is shown.
 */
@NullMarked
package thaw.pool.life;

import org.jspecify.annotations.NullMarked;
