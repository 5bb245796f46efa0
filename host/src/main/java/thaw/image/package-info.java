/**
 * Container images on disk: OCI layouts, OCI tars and what {@code docker save} writes, and the root
 * file system that their layers make.
 *
 * <p>Refuses to know what is started from them, and registries. May use function.
 */
@NullMarked
package thaw.image;

import org.jspecify.annotations.NullMarked;
