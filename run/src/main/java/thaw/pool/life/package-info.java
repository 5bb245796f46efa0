/**
 * The life cycle of environments as their events tell it: which environments there are and what
 * each does, which events belong to which invocation, and what had to be done before. Refuses to
 * know who lends them, and how that is shown.
 */
@NullMarked
package thaw.pool.life;

import org.jspecify.annotations.NullMarked;
