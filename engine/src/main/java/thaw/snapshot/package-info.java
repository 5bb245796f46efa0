/**
 * A process's start, kept on disk: class archives (CDS) and AOT caches in a store with atomic
 * publish, under keys that say when reuse is sound; and all that knows CRIU: its command lines, the
 * messages of its service, its images and how their memory becomes a mapped file.
 *
 * <p>Refuses to know Lambda. May use function, sandbox.
 */
@NullMarked
package thaw.snapshot;

import org.jspecify.annotations.NullMarked;
