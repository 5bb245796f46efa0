/** Class archives and AOT caches with the keys that say when reuse is sound. */
@NullMarked
package thaw.snapshot.archive;

import org.jspecify.annotations.NullMarked;
