/**
 * Makes published versions start from a snapshot or a class archive: taken once in an environment
 * of its own, proved by two clones, kept under a key of all that the process has read.
 *
 * <p>Refuses to know who publishes.
 *
 * <p>May use function, sandbox, snapshot, heap, runtimeapi, environment.
 */
@NullMarked
package thaw.snapstart;

import org.jspecify.annotations.NullMarked;
