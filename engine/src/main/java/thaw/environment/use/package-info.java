/**
 * Measures what an environment uses of what its size gives it, by looks at its processes. Refuses
 * to know what follows from it.
 */
@NullMarked
package thaw.environment.use;

import org.jspecify.annotations.NullMarked;
