/** The files of a CRIU dump, read and rewritten. */
@NullMarked
package thaw.snapshot.image;

import org.jspecify.annotations.NullMarked;
