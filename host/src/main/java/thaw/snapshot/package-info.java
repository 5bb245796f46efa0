/**
 * A process's start, kept on disk: class archives (CDS) and AOT caches in a store with atomic
 * publish, under keys that say when reuse is sound.
 *
 * <p>Refuses to know Lambda. May use function, sandbox.
 */
@NullMarked
package thaw.snapshot;

import org.jspecify.annotations.NullMarked;
